package sim_test

import (
	"encoding/csv"
	"encoding/json"
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
	"POLICE": policeRow, "META": metaRow,
	"TRACE_FIFO": fifoRow, "TRACE_RETRY": retryRow, "IDENTITY": identityRow,
}

// ownParameters are the families that read the parameters themselves, since
// they use a key of parameters otherwise.
var ownParameters = map[string]bool{"POLICE": true, "META": true}

// read decodes the row's parameters.
func (r *row) read(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.raw), into); err != nil {
		t.Fatalf("%s: %v", r.id, err)
	}
}

// count is one line of the table at the end.
type count struct {
	passed, failed, later int
	reason                string
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
		c := of(r[1])
		c.later++
		c.reason = "later: issue " + r[2]
	}
	t.Log("\n" + table(counts))
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
	fmt.Fprintln(w, "family\tpassed\tfailed\tnot judged\twhy")
	var all count
	for _, name := range names {
		c := counts[name]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\n", name, c.passed, c.failed, c.later, c.reason)
		all.passed, all.failed, all.later = all.passed+c.passed, all.failed+c.failed, all.later+c.later
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%d\t\n", all.passed, all.failed, all.later)
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
		if !ownParameters[r.model] {
			r.read(t, &r.par)
		}
		out = append(out, r)
	}
	return out
}

// parameters are all that the rows here use. Keys whose type varies stay raw.
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
