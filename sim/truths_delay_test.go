package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"retrysim/policies"
	"retrysim/sim/chance"
)

// delayRow asks a policy alone for the waits of jobs that always fail.
func delayRow(l *lab, r *row) measured {
	p := &r.par
	key := fmt.Sprint("delay", r.raw)
	runs := l.shared(key, func() []sample {
		use := policy(l, p.words(strconv.Itoa(p.attempts()))...)
		var out []sample
		for rep := range 40 {
			out = append(out, delays(use.Policy, chance.ReplicationSeed(1, rep), p.attempts()))
		}
		return out
	})
	name := map[string]string{
		"mean_total_delay_if_all_fail": "mean", "total_delay_if_all_fail": "mean",
		"stddev_total_delay_if_all_fail": "sd", "mean_of_last_delay": "last",
	}[r.quantity]
	return measured{values: l.column(runs, name)}
}

// delays lets 6,000 jobs fail until their policy gives up.
func delays(p *policies.Policy, seed uint64, attempts int) sample {
	const jobs = 6000
	var s chance.Stream
	draw := rand.New(&s)
	var mean, m2, last float64
	for job := range uint64(jobs) {
		var now, total, previous time.Duration
		for k := 1; ; k++ {
			s = chance.Key{Seed: seed, Purpose: chance.Backoff, Job: job, Attempt: uint32(k)}.Stream()
			d := p.Decide(policies.Failure{
				Job: job, Attempt: k, Previous: previous, Elapsed: now, Now: now, Taken: now,
				Class: policies.ServerError, Status: 503,
			}, draw)
			if !d.Retry {
				if k != attempts {
					panic(fmt.Sprintf("sim_test: gave up after %d attempts, want %d", k, attempts))
				}
				break
			}
			total += d.Delay
			now, previous = d.Due, d.Carry
		}
		x := total.Seconds()
		last += previous.Seconds() / jobs
		d := x - mean
		mean += d / float64(job+1)
		m2 += d * (x - mean)
	}
	return sample{"mean": mean, "sd": math.Sqrt(m2 / (jobs - 1)), "last": last}
}
