package presets

// ethernet is the surveyed system Ethernet truncated binary exponential backoff (IEEE 802.3, half duplex):
//
//	ethernet.10mbit  a random number of slots of 51.2 us, below 2^k, at most 1023
var ethernet = System{
	ID: "ethernet", Name: "Ethernet truncated binary exponential backoff (IEEE 802.3, half duplex)", Group: Protocols,
	Version:  "802.3, 10 Mb/s slot",
	Source:   "IEEE 802.3 clause 4.2.3.2.5 (backoffLimit, attemptLimit, slotTime)",
	Counts:   CountsCalls,
	Terminal: "excessiveCollisionError; the frame is dropped",
	words: []word{
		{"max_attempts", "16"},
		{"retry", "all"},
	},
	Params: []Param{
		{Name: "attemptLimit", Keys: []string{"max_attempts"}, Doc: "transmissions, the first one too"},
		{Name: "backoffLimit", Keys: []string{"growths"}, Doc: "the last doubling"},
	},
	Notes: []string{
		"0 slots are possible at every retry.",
		"The range stops growing at the tenth retry, the retries at the fifteenth.",
	},
	Variants: []Variant{
		{
			ID: "ethernet.10mbit", About: "a random number of slots of 51.2 us, below 2^k, at most 1023",
			words: []word{
				{"backoff", "slots"},
				{"slot", "51.2us"},
				{"growths", "10"},
			},
		},
	},
}
