package sim

// pageBits sets the size of a slab's page: 4,096 values. Pages are never
// copied and never returned while the run lasts; a freed slot is used again
// first, so memory follows what is alive.
const pageBits = 12

// slab hands out slots for values of one type. T must hold no pointers, so
// that the garbage collector never looks into a page.
type slab[T any] struct {
	pages [][]T
	free  []uint32
	used  uint32
}

// get returns the value in a slot. The pointer is good until the run ends.
func (s *slab[T]) get(slot uint32) *T {
	return &s.pages[slot>>pageBits][slot&(1<<pageBits-1)]
}

// take returns a slot; what it held before is still there.
func (s *slab[T]) take() uint32 {
	if n := len(s.free); n > 0 {
		slot := s.free[n-1]
		s.free = s.free[:n-1]
		return slot
	}
	if int(s.used>>pageBits) == len(s.pages) {
		s.pages = append(s.pages, make([]T, 1<<pageBits))
	}
	s.used++
	return s.used - 1
}

// give returns a slot to the slab.
func (s *slab[T]) give(slot uint32) { s.free = append(s.free, slot) }
