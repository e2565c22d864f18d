package sim_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"retrysim/sim"
	"retrysim/sim/model"
)

// edgeCases is how many cases any simulator of retries must survive.
const edgeCases = 32

// TestEdgeCases holds that each case of testdata/edge-cases.csv is a test: the
// tests that it names, as "package.Test", exist. A case without a test, or with
// a part that this version cannot have, says which issue brings it.
func TestEdgeCases(t *testing.T) {
	cases := readCSV(t, "testdata/edge-cases.csv")
	if len(cases) != edgeCases {
		t.Errorf("%d cases, want %d", len(cases), edgeCases)
	}
	known := map[string]map[string]bool{}
	for _, c := range cases {
		name, right, tests, later := c[0], c[1], strings.Fields(c[2]), c[3]
		if right == "" || len(tests) == 0 && later == "" {
			t.Errorf("%s: no right value, or neither a test nor a reason", name)
		}
		if issue, reason, ok := strings.Cut(later, ": "); later != "" && (!ok || issue == "" || reason == "") {
			t.Errorf("%s: %q, want ISSUE: REASON", name, later)
		}
		for _, test := range tests {
			pkg, function, _ := strings.Cut(test, ".")
			if known[pkg] == nil {
				known[pkg] = testsOf(t, pkg)
			}
			if !known[pkg][function] {
				t.Errorf("%s: package %s has no %s", name, pkg, function)
			}
		}
	}
}

// testsOf are the names of the tests of a package, by its path in the module.
func testsOf(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				names[f.Name.Name] = true
			}
		}
	}
	return names
}

// A redrive starts anew: as many attempts as at first, and the record's age
// counts from its second failure: 30 s kept from 21 s, not from 1 s.
func TestRedriveStartsAnew(t *testing.T) {
	o, facts := bury(t, at(0), time.Hour, func(p *sim.Plan) {
		p.Dead.Keep = 30 * sec
		p.Actions = []model.Action{
			{Name: "redrive", At: 20 * sec, Kind: model.DoReplay, Match: anyJob, Policy: -1},
			{Name: "look", At: time.Minute, Kind: model.DoDiscard, Match: model.Match{JobType: -1, Class: "timeout"}, Policy: -1},
		}
	})
	if d := cmp.Diff([]float64{0, 1, 20, 21}, times(facts, "start")); d != "" {
		t.Errorf("starts (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]float64{51}, times(facts, "drop")); d != "" {
		t.Errorf("dropped by age (-want +got):\n%s", d)
	}
	if o.Ledger.Dropped != 1 {
		t.Errorf("ledger %+v", o.Ledger)
	}
}
