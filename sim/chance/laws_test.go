package chance

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

const ms = time.Millisecond

// instances are valid distributions by member's name; every member has some.
var instances = map[string][]Distribution{
	"constant":    {Constant{}, Constant{Value: 80 * ms}, Constant{Rate: 300}},
	"uniform":     {Uniform{High: 200 * ms}, Uniform{50 * ms, 150 * ms}, Uniform{ms, ms}},
	"exponential": {Exponential{100 * ms}, Exponential{1}},
	"normal":      {Normal{100 * ms, 20 * ms}, Normal{100 * ms, 100 * ms}, Normal{SD: 100 * ms}},
	"lognormal": {
		Lognormal{Average: 100 * ms, SquaredCV: 4},
		Lognormal{Median: 45 * time.Second, P95: 4 * time.Minute},
		Lognormal{Median: 100 * ms, Sigma: 0.5},
	},
	"gamma":  {Gamma{100 * ms, 0.1}, Gamma{100 * ms, 0.5}, Gamma{100 * ms, 2}, Gamma{100 * ms, 50}},
	"erlang": {Erlang{100 * ms, 1}, Erlang{100 * ms, 4}},
	"pareto": {
		Pareto{Average: 100 * ms, Alpha: 3},
		Pareto{Minimum: 10 * ms, Alpha: 4.5},
		Pareto{Average: 100 * ms, Alpha: 1.5},
		Pareto{Minimum: time.Hour, Alpha: 0.5},
	},
	"weibull": {
		Weibull{Average: 100 * ms, Shape: 0.5},
		Weibull{Average: 100 * ms, Shape: 2},
		Weibull{Scale: 100 * ms, Shape: 1},
		Weibull{Scale: 100 * ms, Shape: 0.7},
	},
	"hyperexponential": {
		Hyperexponential{Average: 100 * ms, SquaredCV: 4},
		Hyperexponential{Average: 100 * ms, SquaredCV: 1},
		Hyperexponential{Branches: []Branch{{0.7, 10 * ms}, {0.2, 100 * ms}, {0.1, time.Second}}},
	},
	"percentiles": {
		Percentiles{Points: dashboard},
		Percentiles{Points: dashboard, Between: "log"},
		Percentiles{Points: []Point{{0, 0}, {100, time.Second}}},
	},
	"mixture": {
		Mixture{[]Part{{0.9, Constant{Value: 10 * ms}}, {0.1, Exponential{time.Second}}}},
		Mixture{[]Part{{0.5, Uniform{High: 100 * ms}}, {0.5, &Constant{Value: 200 * ms}}}},
		Mixture{[]Part{{1, Mixture{[]Part{{0.5, Gamma{ms, 2}}, {0.5, Erlang{ms, 3}}}}}}},
	},
}

var dashboard = []Point{{0, 10 * ms}, {50, 20 * ms}, {90, 60 * ms}, {99, 300 * ms}, {100, 2 * time.Second}}

func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Catalogue() {
		if seen[m.Name] || m.Doc == "" || !strings.HasSuffix(m.Doc, ".") {
			t.Errorf("%s: named twice, or its doc is no sentence", m.Name)
		}
		seen[m.Name] = true
		d := m.New()
		typ := reflect.TypeOf(d)
		if typ.Kind() != reflect.Pointer || strings.ToLower(typ.Elem().Name()) != m.Name {
			t.Errorf("%s: New gives a %v", m.Name, typ)
		}
		bare := m.Bare == ""
		for _, f := range m.Fields() {
			if f.Name == "" || !strings.HasSuffix(f.Doc, ".") {
				t.Errorf("%s: field %+v lacks a name or a sentence", m.Name, f)
			}
			bare = bare || f.Name == m.Bare
		}
		if !bare {
			t.Errorf("%s: the bare field %s does not exist", m.Name, m.Bare)
		}
		if len(instances[m.Name]) == 0 {
			t.Errorf("%s has no instances in the law tests", m.Name)
		}
		if found, ok := Find(m.Name); !ok || found.Name != m.Name {
			t.Errorf("Find(%q) = %v, %v", m.Name, found.Name, ok)
		}
	}
	if len(seen) != len(instances) {
		t.Errorf("%d members, instances of %d", len(seen), len(instances))
	}
	if _, ok := Find("zipf"); ok {
		t.Error("found what does not exist")
	}
}

// each runs a law for every instance of every member.
func each(t *testing.T, law func(*testing.T, Distribution)) {
	for _, m := range Catalogue() {
		for _, d := range instances[m.Name] {
			t.Run(m.Name+"/"+d.String(), func(t *testing.T) { law(t, d) })
		}
	}
}

func serviceKey(job int) Key { return Key{Seed: 42, Purpose: Service, Job: uint64(job), Attempt: 1} }

func TestValidInstances(t *testing.T) {
	each(t, func(t *testing.T, d Distribution) {
		if err := d.Validate(); err != nil {
			t.Error(err)
		}
	})
}

func TestNeverNegativeAndRepeatable(t *testing.T) {
	each(t, func(t *testing.T, d Distribution) {
		for job := range 2000 {
			a, b := serviceKey(job).Stream(), serviceKey(job).Stream()
			for range 3 {
				x, y := d.Sample(&a), d.Sample(&b)
				if x < 0 || x != y {
					t.Fatalf("job %d: %d and %d ns", job, x, y)
				}
			}
		}
	})
}

// TestSampleMoments holds mean and variance against the closed forms: the mean
// within 4.5 standard errors, the variance, where the fourth moment is tame,
// within 4.5 of its own, estimated from the sample.
func TestSampleMoments(t *testing.T) {
	each(t, func(t *testing.T, d Distribution) {
		cv2 := d.CV2()
		if math.IsInf(cv2, 0) || math.IsNaN(cv2) {
			t.Skip("no finite variance, or nothing but 0")
		}
		const n = 100_000
		mean, sum, squares, fourths := float64(d.Mean()), 0.0, 0.0, 0.0
		for job := range n {
			s := serviceKey(job).Stream()
			x := float64(d.Sample(&s)) - mean
			sum += x
			squares += x * x
			fourths += x * x * x * x
		}
		// Rounding to nanoseconds shifts an instance of a few nanoseconds by up
		// to half of one, the mean itself by as much.
		if off, se := math.Abs(sum/n), mean*math.Sqrt(cv2/n); off > 4.5*se+1 {
			t.Errorf("the sample's mean lies %.0f ns off %v, %.1f standard errors", off, d.Mean(), off/se)
		}
		variance, want := squares/n, mean*mean*cv2
		se := math.Sqrt((fourths/n - variance*variance) / n)
		if off := math.Abs(variance - want); want > 1e6 && off > 4.5*se+1e-6*want {
			t.Errorf("the sample's cv2 is %.4f, want %.4f, %.1f standard errors", variance/(mean*mean), cv2, off/se)
		}
	})
}

func TestZeroAllocations(t *testing.T) {
	each(t, func(t *testing.T, d Distribution) {
		var s Stream
		job := 0
		if n := testing.AllocsPerRun(200, func() {
			job++
			s = serviceKey(job).Stream()
			d.Sample(&s)
		}); n != 0 {
			t.Errorf("%v allocations a draw", n)
		}
	})
}

// TestNonsenseIsRejected sets every number of every instance, one at a time, to
// values that no field may have.
func TestNonsenseIsRejected(t *testing.T) {
	each(t, func(t *testing.T, d Distribution) {
		numbers(copyOf(d), func(x reflect.Value, root Distribution) {
			if x.Kind() == reflect.Float64 {
				for _, bad := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1), 1e10} {
					x.SetFloat(bad)
					rejected(t, root)
				}
				return
			}
			x.SetInt(-5)
			rejected(t, root)
		})
	})
}

func rejected(t *testing.T, d Distribution) {
	t.Helper()
	err := d.Validate()
	if err == nil {
		t.Errorf("%v was not rejected", d)
		return
	}
	var field *FieldError
	if !errors.As(err, &field) || !strings.Contains(err.Error(), ", want ") {
		t.Errorf("%v: the error %q names no field or no range", d, err)
	}
	s := serviceKey(1).Stream()
	for range 20 {
		if x := d.Sample(&s); x < 0 {
			t.Errorf("%v gave %d ns", d, x)
		}
	}
}

// copyOf returns a pointer to a copy of a distribution that shares no slice.
func copyOf(d Distribution) reflect.Value {
	p := reflect.New(reflect.Indirect(reflect.ValueOf(d)).Type())
	p.Elem().Set(reflect.Indirect(reflect.ValueOf(d)))
	for i := range p.Elem().NumField() {
		if f := p.Elem().Field(i); f.Kind() == reflect.Slice {
			f.Set(reflect.AppendSlice(reflect.MakeSlice(f.Type(), 0, f.Len()), f))
		}
	}
	return p
}

// numbers visits the numbers of a distribution, restoring each afterwards.
func numbers(p reflect.Value, visit func(reflect.Value, Distribution)) {
	root := p.Interface().(Distribution)
	var walk func(reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Float64, reflect.Int64, reflect.Int:
			old := reflect.New(v.Type()).Elem()
			old.Set(v)
			visit(v, root)
			v.Set(old)
		}
	}
	walk(p.Elem())
}

// TestMixtureNamesTheInnerField also holds that all faults come at once.
func TestMixtureNamesTheInnerField(t *testing.T) {
	m := Mixture{[]Part{{0.5, Constant{Value: ms}}, {0.4, Mixture{[]Part{{1, Exponential{-ms}}, {0, nil}}}}, {0, Lognormal{Median: ms}}}}
	lines := strings.Split(m.Validate().Error(), "\n")
	for i, want := range []string{
		"parts[1].of.parts[0].of.mean is -1ms, want a duration above 0",
		"parts[1].of.parts[1].of is missing, want a distribution",
		"parts[2].of is {median: 1ms}, want mean and cv2, or median and p95, or median and sigma",
		"parts is a list whose shares add to 0.9, want shares that add to 1, that is 100%",
	} {
		if i >= len(lines) || lines[i] != want {
			t.Fatalf("the errors are\n%s\nwant line %d to be\n%s", strings.Join(lines, "\n"), i+1, want)
		}
	}
}

// TestHeavyTails holds what is documented where moments are infinite.
func TestHeavyTails(t *testing.T) {
	if d := (Pareto{Minimum: ms, Alpha: 1}); d.Mean() != forever || !math.IsNaN(d.CV2()) {
		t.Errorf("alpha 1: mean %v, cv2 %v", d.Mean(), d.CV2())
	}
	if d := (Pareto{Minimum: ms, Alpha: 2}); d.Mean() != 2*ms || !math.IsInf(d.CV2(), 1) {
		t.Errorf("alpha 2: mean %v, cv2 %v", d.Mean(), d.CV2())
	}
	heavy := Mixture{[]Part{{0.5, Constant{Value: ms}}, {0.5, Pareto{Minimum: ms, Alpha: 0.5}}}}
	if heavy.Mean() != forever || !math.IsNaN(heavy.CV2()) {
		t.Errorf("a mixture with a heavy part: mean %v, cv2 %v", heavy.Mean(), heavy.CV2())
	}
	s := Key{Seed: 1}.Stream()
	longest := time.Duration(0)
	for range 100_000 {
		longest = max(longest, Pareto{Minimum: time.Hour, Alpha: 0.1}.Sample(&s))
	}
	if longest != forever {
		t.Errorf("the longest draw of alpha 0.1 is %v, want it to saturate", longest)
	}
}
