package sim

import "time"

// holds compares a level with the rule's; while the rule fires, with the level
// at which it is over, where it has one of its own.
func (s *alertState) holds(k int, v float64) bool {
	c := &s.rule.Clears
	switch {
	case c.Set && s.firing[k] && s.rule.Above:
		return v >= c.Level
	case c.Set && s.firing[k]:
		return v <= c.Level
	case s.rule.Above:
		return v > s.rule.Level
	}
	return v < s.rule.Level
}

// rises reports whether a level is higher than it was Over ago and has not
// fallen since.
func (s *alertState) rises(v float64, bin time.Duration) bool {
	if k := len(s.trail); k > 0 && v < s.trail[k-1] {
		s.trail = s.trail[:0]
	}
	full := s.follow(v, bin)
	return full && v > s.trail[0]
}

// growth is by how much a level has risen, per second, over the whole bins in
// Over, at least one; 0 until so much time has passed.
func (s *alertState) growth(v float64, bin time.Duration) float64 {
	if !s.follow(v, bin) {
		return 0
	}
	return (v - s.trail[0]) / (time.Duration(len(s.trail)-1) * bin).Seconds()
}

// follow keeps the levels of the last Over, one a bin, and reports whether they
// reach back as far.
func (s *alertState) follow(v float64, bin time.Duration) bool {
	n := max(1, int(s.rule.Over/bin))
	s.trail = append(s.trail, v)
	if len(s.trail) > n+1 {
		s.trail = s.trail[len(s.trail)-n-1:]
	}
	return len(s.trail) == n+1
}
