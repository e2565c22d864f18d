package sim_test

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
	"retrysim/sim/result"
)

// occBackoffs are the backoffs of the published comparison in flat words: base
// 5 ms, cap 2 s, first ceiling 5 ms * 2^1.
var occBackoffs = map[string]string{
	"None":        "backoff none",
	"Exponential": "backoff exponential base 10ms cap 2s",
	"EqualJitter": "backoff exponential base 10ms cap 2s jitter equal",
	"FullJitter":  "backoff exponential base 10ms cap 2s jitter full",
	"Decorr":      "backoff decorrelated base 5ms cap 2s",
}

// occNames are the names that the rows of truths.csv give them.
var occNames = map[string]string{
	"none": "None", "exponential, no jitter": "Exponential", "exponential": "Exponential",
	"equal jitter": "EqualJitter", "equal": "EqualJitter", "full jitter": "FullJitter", "full": "FullJitter",
	"decorrelated": "Decorr",
}

// occTrials is the trials of a cell: 1,000 judge by standard errors, 200 by a
// few percent.
func (l *lab) occTrials(clients int) int {
	if l.full || clients <= 50 {
		return 1000
	}
	return 200
}

// occ lets clients contend for one row and gives calls and milliseconds.
func (l *lab) occ(clients int, backoff string, sd time.Duration) []sample {
	trials := l.occTrials(clients)
	if sd == 0 {
		trials = 1
	}
	return l.shared(fmt.Sprint("occ", clients, backoff, sd, trials), func() []sample {
		p := l.occPlan(clients, backoff, sd)
		var tasks []sim.Task
		for i := range trials {
			tasks = append(tasks, sim.Task{Plan: p, Replication: i})
		}
		var out []sample
		err := sim.RunAll(context.Background(), tasks, 2, func(_ int, o *sim.Outcome) error {
			if want := (result.Ledger{Jobs: int64(clients), Completed: int64(clients)}); o.Ledger != want {
				return fmt.Errorf("ledger %+v, want %+v", o.Ledger, want)
			}
			out = append(out, sample{"calls": value(l, o, "attempts"), "ms": o.End.Seconds() * 1e3})
			return nil
		})
		if err != nil {
			l.Fatal(err)
		}
		return out
	})
}

func (l *lab) occPlan(clients int, backoff string, sd time.Duration) *sim.Plan {
	words := append(strings.Fields(occBackoffs[backoff]), "max_attempts", "unlimited", "retry", "409")
	leg := chance.Distribution(chance.Normal{Average: 10 * time.Millisecond, SD: sd})
	if sd == 0 {
		leg = chance.Constant{Value: 10 * time.Millisecond}
	}
	return plan(l, model.Burst{Jobs: clients}, policy(l, words...), func(p *sim.Plan) {
		p.Stations[0].Leg = law(leg)
		p.Bin = time.Minute
	})
}

const occSD = 2 * time.Millisecond

// occRow measures a row about clients who contend for one row of a table.
func occRow(l *lab, r *row) measured {
	p := &r.par
	clients, _ := p.Clients.(float64)
	n := int(clients)
	if p.DelaySD != nil {
		return measured{text: map[string]string{
			"total_write_calls":              fmt.Sprint(l.column(l.occ(n, "None", 0), "calls")[0]),
			"completion_time_of_last_client": fmt.Sprint(l.column(l.occ(n, "None", 0), "ms")[0]),
		}[r.quantity]}
	}
	if !l.full && n != 10 && n != 50 {
		return onlyFull
	}
	calls := func(b string) []float64 { return l.column(l.occ(n, b, occSD), "calls") }
	ms := func(b string) []float64 { return l.column(l.occ(n, b, occSD), "ms") }
	m := measured{least: 1000}
	switch r.quantity {
	case "mean_write_calls":
		m.values = calls(occNames[p.Backoff])
	case "mean_completion_time_ms":
		m.values = ms(occNames[p.Backoff])
	case "calls(full jitter)/calls(exponential no jitter)":
		m.values = ratios(calls("FullJitter"), calls("Exponential"))
	case "completion_time(exponential no jitter)/completion_time(full)":
		m.values = ratios(ms("Exponential"), ms("FullJitter"))
	case "order_of_calls":
		m.steps = order(r.expected, calls)
	case "order_of_completion_time":
		m.steps = order(r.expected, ms)
	case "calls(equal)<calls(full) and time(decorrelated)>time(full)":
		m.steps = [][]float64{minus(calls("FullJitter"), calls("EqualJitter")), minus(ms("Decorr"), ms("FullJitter"))}
	case "log-log_slope_of_calls_vs_clients":
		m.values = l.occSlopes()
	default:
		l.Fatalf("unknown quantity %s", r.quantity)
	}
	return m
}

// order turns a<b<c into the differences that must be above 0.
func order(text string, of func(string) []float64) [][]float64 {
	var steps [][]float64
	names := strings.Split(text, "<")
	for i := 1; i < len(names); i++ {
		steps = append(steps, minus(of(occNames[names[i]]), of(occNames[names[i-1]])))
	}
	return steps
}

func minus(a, b []float64) []float64 { return zip(a, b, func(x, y float64) float64 { return x - y }) }

func ratios(a, b []float64) []float64 { return zip(a, b, func(x, y float64) float64 { return x / y }) }

func zip(a, b []float64, f func(x, y float64) float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = f(a[i], b[i])
	}
	return out
}

// occSlopes fits log calls against log clients by least squares, trial by
// trial, over 10, 30, ... 190 clients.
func (l *lab) occSlopes() []float64 {
	var xs []float64
	var ys [][]float64
	for n := 10; n <= 190; n += 20 {
		xs = append(xs, math.Log(float64(n)))
		ys = append(ys, l.column(l.occ(n, "FullJitter", occSD), "calls"))
	}
	mean, _ := moments(xs)
	out := make([]float64, len(ys[0]))
	for i := range out {
		var up, down float64
		for k, x := range xs {
			up += (x - mean) * math.Log(ys[k][i])
			down += (x - mean) * (x - mean)
		}
		out[i] = up / down
	}
	return out
}

// cells measures every cell of testdata/aws-occ.csv: how many writes N clients
// make until each has written once, and when the last one has. With 1,000
// trials a cell (-truths=full), z = difference over the joint standard error:
// every |z| at most 4, at most 8 of the 60 above 2. With 200 trials and at
// least 50 clients: calls within 2 %, times within 7 %.
func (l *lab) cells() {
	large, cells := 0, 0
	for _, c := range readCSV(l, "testdata/aws-occ.csv") {
		var v [7]float64
		for i, text := range c {
			v[i], _ = strconv.ParseFloat(text, 64)
		}
		n := int(v[0])
		if !l.full && n < 50 {
			continue
		}
		cells++
		runs := l.occ(n, c[1], occSD)
		large += l.cell(fmt.Sprintf("%d clients, %s: ms", n, c[1]), l.column(runs, "ms"), v[3], v[4], v[2], 0.07)
		large += l.cell(fmt.Sprintf("%d clients, %s: calls", n, c[1]), l.column(runs, "calls"), v[5], v[6], v[2], 0.02)
	}
	if want := map[bool]int{true: 30, false: 20}[l.full]; cells != want {
		l.Errorf("%d cells, want %d", cells, want)
	}
	if large > 8 {
		l.Errorf("%d values of %d are more than 2 standard errors off, want at most 8", large, 2*cells)
	}
	l.Logf("%d cells judged, %d values more than 2 standard errors off", cells, large)
}

// cell judges one value of one cell and reports whether |z| is above 2.
func (l *lab) cell(name string, got []float64, mean, sd, trials, quick float64) int {
	l.Helper()
	m, se := moments(got)
	z := (m - mean) / math.Sqrt(sd*sd/trials+se*se)
	switch {
	case l.full && math.Abs(z) > 4:
		l.Errorf("%s: %.2f, want %.2f: z = %.2f", name, m, mean, z)
	case !l.full && math.Abs(m-mean) > quick*mean:
		l.Errorf("%s: %.2f, want %.2f within %.0f %%", name, m, mean, quick*100)
	}
	if math.Abs(z) > 2 {
		return 1
	}
	return 0
}

// The invariants of the contention model hold for any seed: everybody succeeds
// once, every other call is a conflict, and the last event is a success.
func TestContentionInvariants(t *testing.T) {
	l := &lab{T: t, runs: map[string][]sample{}}
	for name := range occBackoffs {
		o, facts := play(t, l.occPlan(30, name, occSD))
		var success, conflicts int
		for _, f := range facts {
			switch {
			case f.Event == "success":
				success++
			case f.Event == "failure" && f.Status == 409:
				conflicts++
			}
		}
		if calls := int(value(t, o, "attempts")); success != 30 || calls-conflicts != 30 {
			t.Errorf("%s: %d calls, %d conflicts, %d successes; want 30 successes", name, calls, conflicts, success)
		}
		if last := facts[len(facts)-1]; last.Event != "complete" || last.At != o.End {
			t.Errorf("%s: the last fact is %+v, want the last client's success", name, last)
		}
	}
}
