package sim

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// slowRota is the rota in the plainest way: the keys in turn, and what waits
// for each.
type slowRota struct {
	round  []int
	wait   map[int][]ticket
	inHand map[int]int
	most   int
}

func (r *slowRota) join(key int) {
	if len(r.wait[key]) > 0 && !slices.Contains(r.round, key) && (r.most == 0 || r.inHand[key] < r.most) {
		r.round = append(r.round, key)
	}
}

func (r *slowRota) pop() (ticket, bool) {
	for len(r.round) > 0 {
		key := r.round[0]
		if len(r.wait[key]) == 0 || (r.most > 0 && r.inHand[key] >= r.most) {
			r.round = r.round[1:]
			continue
		}
		t := r.wait[key][0]
		r.wait[key] = r.wait[key][1:]
		return t, true
	}
	return ticket{}, false
}

// The rota gives what its naive twin gives, whatever is pushed, taken, void and
// done; and it never holds back a key that may have one more job in hand.
func TestRotaHasATwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const keys = 4
		most := rapid.IntRange(0, 2).Draw(t, "most")
		r, slow := newRota(keys, most), &slowRota{wait: map[int][]ticket{}, inHand: map[int]int{}, most: most}
		id := uint32(0)
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			key := rapid.IntRange(0, keys-1).Draw(t, "key")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				id++
				r.push(key, ticket{id, uint32(key)})
				slow.wait[key] = append(slow.wait[key], ticket{id, uint32(key)})
				slow.join(key)
			case 1: // a void one
				sameTicket(t, r, slow)
			case 2: // a good one, which a worker takes
				if got, ok := sameTicket(t, r, slow); ok {
					key = int(got.turn)
					r.turnEnds()
					slow.round = slow.round[1:]
					slow.join(key)
					r.taken(key)
					slow.inHand[key]++
				}
			case 3:
				if slow.inHand[key] > 0 {
					r.done(key)
					slow.inHand[key]--
					slow.join(key)
				}
			}
			left := 0
			for k := range keys {
				left += len(slow.wait[k])
				if most > 0 && slow.inHand[k] > most {
					t.Fatalf("key %d has %d jobs in hand, at most %d may be", k, slow.inHand[k], most)
				}
				if free := most == 0 || slow.inHand[k] < most; free && len(slow.wait[k]) > 0 && !r.queues[k].in {
					t.Fatalf("key %d has jobs and room in hand, and no turn comes", k)
				}
			}
			if left != r.n {
				t.Fatalf("%d tickets, want %d", r.n, left)
			}
		}
	})
}

func sameTicket(t *rapid.T, r *rota, slow *slowRota) (ticket, bool) {
	got, ok := r.pop()
	want, wantOK := slow.pop()
	if got != want || ok != wantOK {
		t.Fatalf("popped %v %v, want %v %v", got, ok, want, wantOK)
	}
	return got, ok
}
