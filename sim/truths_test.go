package sim_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

var truths = flag.String("truths", "fast", "which rows of testdata/truths.csv to judge: fast or full")

// row is one published or computed truth. Its tolerance is a code that judge
// reads.
type row struct {
	id, model, quantity, expected, tolerance, source string
	par                                              parameters
	raw                                              string // of the parameters: the key under which runs are shared
}

// lab runs what the rows ask for, once for all rows that ask for the same.
type lab struct {
	*testing.T
	full bool
	runs map[string][]sample
}

// families says who measures a row, by its model.
var families = map[string]func(*lab, *row) measured{
	"MM1": queueRow, "MMC": queueRow, "MMCK": queueRow, "MD1": queueRow,
	"AMP": ampRow, "DELAY": delayRow, "WAVE": waveRow, "OCC": occRow,
	"FANO": fanoRow, "MMPP2": fanoRow,
	"BUCKET": slow(budgetRow), "GRPC": slow(budgetRow), "AWSQ": slow(budgetRow), "RATIO": slow(budgetRow),
	"POLICE": policeRow, "SHAPE": shapeRow, "TRACE_SHAPE": shapeRow,
	"TRACE_FIFO": fifoRow, "TRACE_RETRY": retryRow, "IDENTITY": identityRow,
	"MG1": slow(generalRow), "MDC": slow(generalRow), "DM1": slow(generalRow), "CLOSED1": slow(generalRow),
	"ERLB": slow(lossRow), "MM1D": slow(deadlineRow), "ERLA": slow(patienceRow), "TRANSIENT": slow(transientRow), "DRAIN": slow(drainRow),
	"RQ1": slow(retrialRow), "RQ1C": slow(retrialRow), "RQC": slow(retrialRow), "RQC_limit": slow(retrialRow), "FIN": slow(retrialRow), "FB": slow(retrialRow),
	"HERD": slow(herdRow), "OUTAGE": slow(outageRow), "BIN": slow(binRow),
	"BEB": bebRow, "FLUID": fluidRow, "QUEUE_LAT": latencyRow, "INSPECT": inspectRow,
	"MVA": slow(closedRow), "CLOSEDRETRY": slow(closedRow), "OPENRETRY": slow(openRow), "META": slow(metaRow),
}

// quick are the rows of slow families that every test run judges: seconds in
// all.
var quick = map[string]bool{
	"A-DM1-01": true, "A-DM1-02": true, "A-DM1-03": true,
	"A-RQ1C-01": true, "A-RQ1C-02": true,
	"A-FIN-01": true, "A-FIN-02": true, "A-FIN-03": true, "A-FIN-04": true,
	"A-OUT-01": true, "A-OUT-05": true, "A-CLOSED-01": true, "A-CLOSED-02": true,
	"A-BUDGET-03": true, "A-BUDGET-04": true, "A-BUDGET-24": true, "A-BUDGET-28": true, "A-BUDGET-30": true, "A-BUDGET-34": true, "B-SRE-13": true,
	"B-HOTOS21-02": true, "B-HOTOS21-03": true, "B-HOTOS21-05": true, "B-HOTOS21-07": true,
	"B-OSDI22-01": true, "B-OSDI22-02": true, "B-OSDI22-03": true,
}

// slow leaves the rows of a family to -truths=full, but for the quick ones.
func slow(family func(*lab, *row) measured) func(*lab, *row) measured {
	return func(l *lab, r *row) measured {
		if !l.full && !quick[r.id] {
			return onlyFull
		}
		return family(l, r)
	}
}

// count is one line of the table at the end.
type count struct {
	passed, failed, later, never int
	reason                       string
}

// TestTruths measures every row of testdata/truths.csv with the product's own
// plans and runs, and judges it by the row's own tolerance:
//
//	exact           equal
//	abs:x, rel:x    the mean is within x, or x times the expected value
//	ci4.5(...)      at least 30 replications after a warm-up; the mean is within
//	                4.5 standard errors of the expected value, and these 4.5 are
//	                within x: neither noise nor a bias passes
//	le:x, ge:x      the mean is at most, at least x
//	lt, gt, order, range   hold at 4.5 standard errors
//
// With 29 degrees of freedom a correct row fails with probability 1e-4; seeds
// are fixed, so a row that passes goes on to pass. -truths=fast leaves out the
// rows that need minutes; it judges the others in the same way.
func TestTruths(t *testing.T) {
	if *truths != "fast" && *truths != "full" {
		t.Fatalf("-truths=%s: want fast or full", *truths)
	}
	l := &lab{T: t, full: *truths == "full", runs: map[string][]sample{}}
	counts := map[string]*count{}
	of := func(model string) *count {
		if counts[model] == nil {
			counts[model] = &count{}
		}
		return counts[model]
	}
	for _, r := range readTruths(t) {
		l.judgeRow(r, of(r.model))
	}
	l.judgeCells(of("OCC, aws-occ.csv"))
	for _, r := range readCSV(t, "testdata/truths-later.csv") {
		of(r[1]).leave(r[2], r[3])
	}
	t.Log("\n" + table(counts))
}

// leave counts a row that is not judged: it waits for an issue, or ("-") this
// product has nothing that it could judge.
func (c *count) leave(issue, reason string) {
	if issue == "-" {
		c.never++
		c.reason = "not applicable: " + reason
		return
	}
	c.later++
	c.reason = strings.TrimSuffix("later: issue "+issue+": "+reason, ": ")
}

func (l *lab) judgeRow(r *row, c *count) {
	l.Run(r.id, func(t *testing.T) {
		sub := &lab{T: t, full: l.full, runs: l.runs}
		family := families[r.model]
		if family == nil {
			t.Fatalf("no family %s", r.model)
		}
		m := family(sub, r)
		if m.later != "" {
			c.later++
			c.reason = m.later
			return
		}
		if err := judge(r, m); err != nil {
			t.Errorf("%s %s %s: %v (%s)", r.model, r.raw, r.quantity, err, r.source)
		}
		if t.Failed() {
			c.failed++
			return
		}
		c.passed++
	})
}

// judgeCells judges the published table of contending clients as a whole.
func (l *lab) judgeCells(c *count) {
	ok := l.Run("aws-occ", func(t *testing.T) {
		(&lab{T: t, full: l.full, runs: l.runs}).cells()
	})
	if ok {
		c.passed++
	} else {
		c.failed++
	}
}

// table counts rows by family.
func table(counts map[string]*count) string {
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "family\tpassed\tfailed\tnot judged\tnot applicable\twhy")
	var all count
	for _, name := range names {
		c := counts[name]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\n", name, c.passed, c.failed, c.later, c.never, c.reason)
		all.passed, all.failed = all.passed+c.passed, all.failed+c.failed
		all.later, all.never = all.later+c.later, all.never+c.never
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%d\t%d\t\n", all.passed, all.failed, all.later, all.never)
	w.Flush()
	return b.String()
}

func readCSV(t testing.TB, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func readTruths(t testing.TB) []*row {
	t.Helper()
	var out []*row
	for _, c := range readCSV(t, "testdata/truths.csv") {
		r := &row{id: c[0], model: c[1], raw: c[2], quantity: c[3], expected: c[4], tolerance: c[5], source: c[6]}
		var other *json.UnmarshalTypeError // a family whose key has another type reads it by itself
		if err := json.Unmarshal([]byte(c[2]), &r.par); err != nil && !errors.As(err, &other) {
			t.Fatalf("%s: %v", r.id, err)
		}
		out = append(out, r)
	}
	return out
}

// read gives the parameters of a row in the shape that its family wants.
func (l *lab) read(r *row, to any) {
	l.Helper()
	if err := json.Unmarshal([]byte(r.raw), to); err != nil {
		l.Fatalf("%s: %v", r.id, err)
	}
}

// parameters are all that the first families use. Keys whose type varies stay raw.
type parameters struct {
	Lambda, Mu, Rho float64
	C               int
	Room            *int    `json:"K_total"`
	Service         float64 `json:"service"`
	ServiceTime     float64 `json:"service_time"`
	Fail            float64 `json:"p_fail_iid"`
	MaxAttempts     int     `json:"max_attempts"`
	Retries         int
	Base, Mult, J   float64
	Cap             any
	Jitter          string
	N, Wave         int
	T               any
	Window          numbers
	Clients         any
	Backoff         string
	DelaySD         *float64 `json:"delay_sd"`
	Arrivals        []float64
	JobAt           float64 `json:"job_at"`
	Outage          string
	Process         string
	Lambda1         float64 `json:"lambda1"`
	Lambda2         float64 `json:"lambda2"`
	Rate1to2        float64 `json:"rate_1to2"`
	Rate2to1        float64 `json:"rate_2to1"`
}

// numbers are a list of numbers, one number, or none where words stand.
type numbers []float64

func (n *numbers) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]float64)(n))
	}
	var one float64
	if json.Unmarshal(text, &one) == nil {
		*n = numbers{one}
	}
	return nil
}

// attempts is the limit on attempts, however the row gives it; 0 is none.
func (p *parameters) attempts() int {
	if p.MaxAttempts == 0 && p.Retries > 0 {
		return p.Retries + 1
	}
	return p.MaxAttempts
}

// words are the row's backoff as a scenario file would have it.
func (p *parameters) words(limit string) []string {
	words := []string{"max_attempts", limit, "retry", "all", "base", seconds(p.Base)}
	if c, ok := p.Cap.(float64); ok {
		words = append(words, "cap", seconds(c))
	}
	switch p.Jitter {
	case "decorrelated":
		return append(words, "backoff", "decorrelated")
	case "prop":
		words = append(words, "jitter.plus_minus", fmt.Sprint(p.J))
	default:
		words = append(words, "jitter", p.Jitter)
	}
	return append(words, "backoff", "exponential", "factor", fmt.Sprint(p.Mult))
}

// seconds writes a number of seconds as a duration.
func seconds(s float64) string { return fmt.Sprintf("%.9fs", s) }
