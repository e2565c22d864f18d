package sim

// rush ends the pauses of a share of the closed clients: they send now, and
// pause again after the answer. A client that waits for an answer cannot send.
func (w *world) rush(i int) {
	f := &w.plan.Faults[i]
	for s := range w.sources {
		for c := range w.sources[s].wakes {
			if w.sources[s].wakes[c] >= 0 && w.clientHit(i, s, int32(c), f.Share) {
				w.wake(s, int32(c))
			}
		}
	}
	w.dispatch()
}

// wake lets a client that pauses send at once, if jobs may still come.
func (w *world) wake(i int, client int32) {
	if w.now < int64(w.plan.Until) {
		w.sources[i].wakes[client] = w.now
		w.clientSends(i, client)
	}
}
