package explain

import "testing"

// Durations of Go read as scenario files spell them; other text stays.
func TestAsFiles(t *testing.T) {
	for text, want := range map[string]string{
		"{rate: 0.5/s, over: 30m0s}, until: 1h0m0s": "{rate: 0.5/s, over: 30m}, until: 1h",
		"repeat: 24h0m0s, for: 1m30s, at: 90s":      "repeat: 1d, for: 1m30s, at: 90s",
		"first: 1h0m0.5s":                           "first: 1h0m0.5s",
		"10 calls, 5ms":                             "10 calls, 5ms",
	} {
		if got := asFiles(text); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
}
