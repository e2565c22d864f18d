package sim_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"retrysim/policies"
	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// mm1 is the textbook queue: 0.9 arrivals a second, mean service 1 s, one
// server; the mean time in the system is 10 s.
func mm1(b testing.TB, jobs int64) *sim.Plan {
	return plan(b, model.Poisson{Rate: 0.9}, policy(b, "max_attempts", "1"), func(p *sim.Plan) {
		p.Stations[0].Servers, p.Stations[0].Service = 1, law(chance.Exponential{Average: time.Second})
		p.JobLimit = jobs
		p.Until = time.Duration(float64(jobs)/0.9*1.5) * time.Second
		p.Horizon, p.Bin = 2*p.Until, p.Until/1000
	})
}

// retry64 is the workload by which retry engines are compared: Poisson
// arrivals, 64 workers, utilisation 0.8, each attempt fails with probability
// 0.3, at most 5 attempts with full jitter. The base of the backoff sets how
// many retries are pending.
func retry64(b testing.TB, jobs int64, base time.Duration) *sim.Plan {
	const rate = 1000.0
	const perJob = 1.42510 // attempts
	p := policy(b, "backoff", "exponential", "base", base.String(), "factor", "2",
		"cap", (60 * base).String(), "jitter", "full", "max_attempts", "5")
	service := time.Duration(math.Round(64 * 0.8 / (rate * perJob) * 1e9))
	return plan(b, model.Poisson{Rate: rate}, p, func(p *sim.Plan) {
		p.Workers.Count = 64
		p.Stations[0].Service = law(chance.Exponential{Average: service})
		p.JobLimit = jobs
		p.Until = time.Duration(float64(jobs)/rate*1.5) * time.Second
		p.Horizon, p.Bin = p.Until+1000*base, max(p.Until/1000, time.Second)
		p.Faults = []model.Fault{{
			Name: "failing", Start: 0, End: p.Horizon, Kind: model.FaultError,
			Errors: []model.Outcome{{Class: policies.ServerError, Status: 500, Share: 0.3}},
		}}
	})
}

// tenMillion is ten minutes of 16,667 jobs a second with an outage of 30 s
// under full jitter with five attempts.
func tenMillion(b testing.TB) *sim.Plan {
	p := policy(b, "backoff", "exponential", "base", "1s", "factor", "2", "cap", "30s", "jitter", "full", "max_attempts", "5")
	return plan(b, model.Poisson{Rate: 16667}, p, func(p *sim.Plan) {
		p.Until, p.Horizon = 10*time.Minute, 100*time.Minute
		p.Stations[0].Service = law(chance.Exponential{Average: 20 * time.Millisecond})
		p.Faults = []model.Fault{outage(2*time.Minute, 150*time.Second)}
	})
}

// cpu is the processor time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measure plays whole runs of fixed size and reports processor time a job.
func measure(b *testing.B, p *sim.Plan) {
	b.Helper()
	b.ReportAllocs()
	var jobs int64
	begun := cpu()
	for b.Loop() {
		o, err := sim.Run(context.Background(), p, sim.Options{})
		if err != nil {
			b.Fatal(err)
		}
		jobs += o.Ledger.Jobs
	}
	b.ReportMetric(float64(cpu()-begun)/float64(jobs), "cpu-ns/job")
}

func BenchmarkMM1(b *testing.B) { measure(b, mm1(b, 1_000_000)) }

func BenchmarkRetry64(b *testing.B) {
	for _, base := range []time.Duration{time.Second, 30 * time.Second, 300 * time.Second} {
		b.Run(fmt.Sprintf("pending=%.0f", 326*base.Seconds()), func(b *testing.B) { measure(b, retry64(b, 1_000_000, base)) })
	}
}

// BenchmarkTenMillion reports the peak memory of the process too. Run it in a
// process of its own: -bench TenMillion.
func BenchmarkTenMillion(b *testing.B) {
	measure(b, tenMillion(b))
	if kb, ok := peakMemory(); ok {
		b.ReportMetric(kb/1024, "peak-MiB")
		b.ReportMetric(kb*1024/500_010, "B/job-in-flight") // the outage of 30 s holds 500,010 jobs
	}
}

// peakMemory reads the largest resident size of this process in KiB, where the
// system tells.
func peakMemory() (float64, bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb, err == nil
		}
	}
	return 0, false
}
