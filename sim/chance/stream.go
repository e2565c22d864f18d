package chance

// Stream is a sequence of random numbers, as a value: 8 bytes, copied freely, a
// copy continues on its own. It is wyrand (Wang Yi, public domain): a counter
// whose steps are hashed by one 128-bit product. Its period is 2^64; all streams
// are windows of one cycle, so among n streams of length m two overlap with a
// chance near n^2 m / 2^64 (a hundred million streams of two draws: 0.1 %), and
// then share a few draws between two keys that nothing relates.
//
// The zero value is a valid stream, the same one always. Get others from
// Key.Stream.
//
// A *Stream is a source for math/rand/v2: keep one Stream and one rand.New of
// its address per run, and assign the next key's stream to it instead of making
// either anew. Through an interface its address escapes, so a local Stream
// would cost an allocation each time.
type Stream struct {
	state uint64
}

// Uint64 returns the next 64 random bits.
func (s *Stream) Uint64() uint64 {
	s.state += k0
	return mum(s.state, s.state^k1)
}

// Float64 returns a multiple of 2^-53 in [0, 1).
func (s *Stream) Float64() float64 {
	return float64(s.Uint64()>>11) * 0x1p-53
}

// Open returns an odd multiple of 2^-53 in (0, 1): neither 0 nor 1, and 1 minus
// it is exact.
func (s *Stream) Open() float64 {
	return (float64(s.Uint64()>>12) + 0.5) * 0x1p-52
}
