package presets

// tcp is the surveyed system TCP SYN and data retransmission (RFC 6298, Linux):
//
//	tcp.syn.linux6.5+      1 s five times, then doubling to 32 s
//	tcp.syn.linux-old      doubling from 1 s, 6 retries
//	tcp.rfc6298.cap60      doubling from 1 s to 60 s
//	tcp.linux.data.rto200  doubling from 200 ms to 120 s, 15 retries
var tcp = System{
	ID: "tcp", Name: "TCP SYN and data retransmission (RFC 6298, Linux)", Group: Protocols,
	Version:  "RFC 6298; Linux 6.18 (measured)",
	Source:   "RFC 6298 sections 2 and 5; Linux Documentation/networking/ip-sysctl.rst, net/ipv4/tcp_timer.c",
	Counts:   CountsRetries,
	Terminal: "ETIMEDOUT",
	words: []word{
		{"retry", "timeout"},
	},
	Notes: []string{
		"Linux repeats a SYN four more times after 1 s since 6.5, before it doubles: a connect to " +
			"nowhere fails after 134 s, before after 127 s.",
		"An application that waits less than 1 s never sees a second SYN.",
	},
	Variants: []Variant{
		{
			ID: "tcp.syn.linux6.5+", About: "1 s five times, then doubling to 32 s",
			Ends: true,
			words: []word{
				{"backoff", "ladder"},
				{"ladder", "1s,1s,1s,1s,1s,2s,4s,8s,16s,32s"},
			},
		},
		{
			ID: "tcp.syn.linux-old", About: "doubling from 1 s, 6 retries",
			Ends: true,
			words: []word{
				{"retries", "6"},
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
			},
		},
		{
			ID: "tcp.rfc6298.cap60", About: "doubling from 1 s to 60 s",
			words: []word{
				{"max_attempts", "unlimited"},
				{"backoff", "exponential"},
				{"base", "1s"},
				{"factor", "2"},
				{"cap", "60s"},
			},
		},
		{
			ID: "tcp.linux.data.rto200", About: "doubling from 200 ms to 120 s, 15 retries",
			words: []word{
				{"retries", "15"},
				{"backoff", "exponential"},
				{"base", "200ms"},
				{"factor", "2"},
				{"cap", "120s"},
			},
		},
	},
}
