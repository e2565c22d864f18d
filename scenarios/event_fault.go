package scenarios

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"retrysim/sim/model"
)

// HintSays is what is wrong with a Retry-After.
type HintSays model.Hint

// hintWords are the words for it; a duration is legal too.
var hintWords = []string{"missing", "zero", "negative", "past_date", "garbage"}

func (h *HintSays) decodeNode(d *decoder, n *Node) {
	text, ok := d.scalar(n, "missing, garbage or a duration such as 1h")
	if !ok {
		return
	}
	switch text {
	case "missing":
		h.Kind = model.HintMissing
	case "zero":
		h.Kind = model.HintSays
	case "negative", "past_date", "garbage":
		h.Kind = model.HintUnread
	default:
		after, err := ParseDuration(text)
		if err != nil {
			d.fail(n, fmt.Sprintf("%q is neither a duration nor a way to be wrong", shorten(text)), "write a duration such as 1h, or one of "+strings.Join(hintWords, ", "))
			return
		}
		h.Kind, h.After = model.HintSays, after
	}
}

// end is when the last window of a fault ends; with between when none begins
// any more.
func (e *Event) end() time.Duration {
	end := later(e.At.At, e.For)
	for k := 1; k < e.Times && k < model.MaxWindows; k++ {
		end = later(end, e.Every)
	}
	return end
}

// windows are when a fault strikes again, and its ramps.
func (e *Event) windows() model.Windows {
	return model.Windows{
		Every: e.Every, Times: e.Times, Between: e.Between.model(), Lasts: e.Lasts.model(), RampIn: e.RampIn, RampOut: e.RampOut,
	}
}

// scope is whom a fault hits.
func (p *planner) scope(e *Event) model.FaultScope {
	s := model.FaultScope{FirstAttempts: e.FirstAttempts}
	for _, name := range e.Jobs {
		s.Types = append(s.Types, p.f.Jobs.Index(name))
	}
	switch {
	case e.ShareOfJobs != nil:
		s.Share = float64(*e.ShareOfJobs)
	case e.ShareOfClients != nil:
		s.Share, s.ByClient = float64(*e.ShareOfClients), true
	}
	return s
}

// hint is what is wrong with the hints.
func (e *Event) hint() model.Hint {
	if e.Says != nil {
		return model.Hint(*e.Says)
	}
	return model.Hint{Kind: model.HintShorter, Shorter: e.ShorterBy}
}

// while is the number of calls above which a conditional fault holds, 0
// without a condition.
func (e *Event) while() int {
	n, _ := parseWhile(e.While)
	return n
}

const whileForm = "write while: in_flight > 200"

// parseWhile reads in_flight > N, with N from 1 on.
func parseWhile(text string) (int, error) {
	words := strings.Fields(text)
	if len(words) != 3 || words[0] != "in_flight" || words[1] != ">" {
		return 0, fmt.Errorf("%q is not a condition; %s", shorten(text), whileForm)
	}
	n, err := strconv.Atoi(words[2])
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a whole number from 1 on; %s", shorten(words[2]), whileForm)
	}
	return n, nil
}
