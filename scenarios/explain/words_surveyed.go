package explain

import (
	"fmt"

	"retrysim/policies"
	"retrysim/scenarios/lint/estimate"
)

// rareGrowth says how the waits of the backoffs grow that few systems have.
func rareGrowth(p *policies.Policy) string {
	d := estimate.Text
	switch b := p.Backoff.(type) {
	case policies.DecorrelatedClipped:
		return "drawn between " + d(b.Base) + " and 3 times the job's previous wait, whose upper end the cap cuts"
	case policies.DecorrelatedRising:
		return d(b.Base) + " before the second call, then drawn between the job's previous wait and 3 times that"
	case policies.DecorrelatedSmooth:
		return fmt.Sprintf("steps along one smooth random curve that becomes %s each time, from %s on; a long wait is "+
			"followed by a short one", times(b.Factor), d(b.Base))
	case policies.ExponentialThenLinear:
		return fmt.Sprintf("%s before the second call, then %s each time, %d times, and then longer by the same step",
			d(b.Base), times(b.Factor), b.Growths)
	case policies.Compounding:
		return fmt.Sprintf("%s before the second call, then the wait that was drawn, made %s and spread by %.4g %% to both "+
			"sides", d(b.Base), times(b.Factor), 100*b.Spread)
	case policies.DrawnStep:
		return fmt.Sprintf("%s and a step of %s on top, which each job draws once by %.4g %% to both sides and which doubles "+
			"each time", d(b.Base), d(b.Step), 100*b.Spread)
	case policies.Fibonacci:
		return d(b.Base) + " times 1, 2, 3, 5, 8 and so on, each the sum of the two before"
	case policies.Slots:
		return fmt.Sprintf("a random whole number of slots of %s, from twice as many each time up to the retry %d", d(b.Slot),
			b.Growths)
	}
	return "the wait is " + p.Formula()
}

// exponentialWords says how an exponential grows.
func exponentialWords(b policies.Exponential) string {
	text := fmt.Sprintf("%s before the second call, then %s each time", estimate.Text(b.Base), times(b.Factor))
	if b.Hold > 1 {
		text = fmt.Sprintf("%s before the second call, then %s after every %d retries", estimate.Text(b.Base), times(b.Factor),
			b.Hold)
	}
	if b.Growths > 0 {
		text += fmt.Sprintf(" until it has grown %d times", b.Growths)
	}
	if b.Grain > 0 {
		text += ", cut to whole multiples of " + estimate.Text(b.Grain) + " at every step"
	}
	return plusConstant(text, b.Constant)
}

// rareJitter says how the jitters spread a wait that few systems have; "" for no jitter.
func rareJitter(j policies.Jitter) string {
	switch j := j.(type) {
	case policies.Stretch:
		return fmt.Sprintf("and each wait lengthened by up to %.4g %%", 100*j.Factor)
	case policies.Between:
		return fmt.Sprintf("and each wait drawn between %.4g and %.4g times that", j.Least, j.Most)
	case policies.Within:
		return fmt.Sprintf("and each wait spread by %.4g %% to both sides, within base and cap", 100*j.Factor)
	case policies.AboveBase:
		return "and each wait drawn between " + estimate.Text(j.Base) + " and that"
	case policies.Growing:
		return "and up to " + estimate.Text(j.Most) + " times the retry's number drawn on top"
	case policies.Whole:
		return "and each wait drawn from the whole multiples of " + estimate.Text(j.Unit) + " up to that"
	case policies.Percent:
		return fmt.Sprintf("and each wait changed by a whole number of per cent, up to %d", j.Most)
	}
	return ""
}

// exceptionWords says what holds for some waits only.
func exceptionWords(p *policies.Policy) string {
	text := ""
	switch {
	case p.Cap == 0:
	case p.Order == policies.CapJitterCap:
		text += " The cap cuts the wait before it is spread and after."
	case p.Order == policies.CapOrJitter:
		text += " A wait at the cap is not spread."
	case p.Order == policies.JitterThenRedraw:
		text += fmt.Sprintf(" A wait above the cap is drawn anew between %.4g %% of the cap and all of it.", 100*p.Redraw)
	}
	if p.JitterFrom > 1 {
		text += fmt.Sprintf(" The first wait that is spread is that of retry %d.", p.JitterFrom+p.AtOnce)
	}
	if p.AtOnce > 0 {
		text += fmt.Sprintf(" Before all that, %s at once.", counted(p.AtOnce, "retry follows", "retries follow"))
	}
	if p.Offset > 0 {
		text += " Every wait has " + estimate.Text(p.Offset) + " on top."
	}
	return text
}
