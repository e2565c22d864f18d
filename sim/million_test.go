package sim_test

import (
	"runtime"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// A million jobs due at one instant, B64, promoted in batches of 2,500 each
// 5 s: the run ends after 400 looks, and takes no more memory than a world with
// a million jobs alive may.
func TestMillionInBatches(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing")
	}
	const jobs = 1_000_000
	p := herd(t, jobs, "30m", model.Queue{Review: 5 * sec, Poller: model.Poller{Batch: 2500}}, func(p *sim.Plan) {
		p.Until, p.Bin, p.Window = time.Minute, time.Minute, sec
		p.Stations[0].Servers, p.Stations[0].Room = 100, 2500
		p.Stations[0].Service = law(chance.Constant{Value: 100 * time.Millisecond})
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o, err := sim.Run(t.Context(), p, sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	// 2,500 calls on 100 servers of 100 ms take 2.5 s, the last of them from the
	// 400th look on, which comes 399 looks after the one at 30 min.
	want := 30*time.Minute + 399*5*sec + 2500*time.Millisecond
	if o.Ledger.Completed != jobs || o.End != want || value(t, o, "dependency_rejected_share") != 0.5 {
		t.Errorf("end %v, want %v; ledger %+v", o.End, want, o.Ledger)
	}
	if perJob := float64(after.TotalAlloc-before.TotalAlloc) / jobs; perJob > 600 {
		t.Errorf("%.0f bytes allocated a job", perJob)
	}
}
