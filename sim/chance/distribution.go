package chance

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Distribution is a law of random durations. The members of the Catalogue are
// plain structs that are Distributions, by value and by pointer, whose fields
// are the keys of scenario files.
type Distribution interface {
	// Sample draws one duration, never negative, rounded to nanoseconds at
	// once; what is longer than the longest Duration becomes the longest. It
	// takes as many numbers from the stream as it needs, allocates nothing,
	// and has no meaning where Validate fails, but is never negative there.
	Sample(s *Stream) time.Duration
	// Mean is the law's mean by its closed form, rounded to nanoseconds; an
	// infinite one becomes the longest Duration.
	Mean() time.Duration
	// CV2 is the squared coefficient of variation, the variance over the
	// squared mean: 0 for a constant, 1 for the exponential. It is +Inf where
	// the variance is infinite and NaN where the mean is infinite or zero.
	CV2() float64
	// Validate returns nil, or FieldErrors joined by errors.Join.
	Validate() error
	// String gives the law as a scenario file would write it.
	String() string
}

// forever is the longest Duration, 292 years.
const forever = time.Duration(math.MaxInt64)

// duration rounds nanoseconds to a Duration: 0 for what is not above 0 (or not
// a number), forever for what is too long.
func duration(ns float64) time.Duration {
	switch {
	case !(ns > 0):
		return 0
	case ns >= 0x1p63:
		return forever
	case ns >= 0x1p52: // whole already; adding a half would round it
		return time.Duration(ns)
	}
	return time.Duration(float64(ns) + 0.5) // the conversion keeps a product in ns from being fused
}

// FieldError says that a field of a distribution has a value that it must not
// have.
type FieldError struct {
	Field string // path of YAML keys below the distribution's name, such as parts[1].share; "" for the fields together
	Value string // what it is
	Want  string // what would be right
}

// Error returns one sentence with field, value and range.
func (e *FieldError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("the fields together are %s, want %s", e.Value, e.Want)
	}
	return fmt.Sprintf("%s is %s, want %s", e.Field, e.Value, e.Want)
}

// faults collects the errors of a Validate.
type faults []error

func (f *faults) add(field string, value any, want string) {
	*f = append(*f, &FieldError{Field: field, Value: fmt.Sprint(value), Want: want})
}

func (f *faults) above0(field string, d time.Duration) {
	if d <= 0 {
		f.add(field, d, "a duration above 0")
	}
}

func (f *faults) atLeast0(field string, d time.Duration) {
	if d < 0 {
		f.add(field, d, "a duration of at least 0")
	}
}

// within wants low <= x <= high.
func (f *faults) within(field string, x, low, high float64) {
	if !(x >= low && x <= high) {
		f.add(field, x, fmt.Sprintf("a number from %g to %g", low, high))
	}
}

// shares wants shares from 0 to 1 that add to 1, up to rounding.
func (f *faults) shares(field string, n int, share func(int) float64) {
	sum := 0.0
	for i := range n {
		f.within(fmt.Sprintf("%s[%d].share", field, i), share(i), 0, 1)
		sum += share(i)
	}
	if n > 0 && !(math.Abs(sum-1) <= 1e-9) {
		f.add(field, fmt.Sprintf("a list whose shares add to %.10g", sum), "shares that add to 1, that is 100%")
	}
}

func (f faults) err() error { return errors.Join(f...) }

// below adds the faults of a distribution inside another, with longer paths.
func (f *faults) below(field string, err error) {
	if err == nil {
		return
	}
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, e := range all {
		inner, ok := e.(*FieldError)
		if !ok {
			*f = append(*f, fmt.Errorf("%s: %w", field, e))
			continue
		}
		path := field
		if inner.Field != "" {
			path += "." + inner.Field
		}
		*f = append(*f, &FieldError{Field: path, Value: inner.Value, Want: inner.Want})
	}
}
