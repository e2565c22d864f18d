package sim_test

import (
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// shape is a token bucket for which calls wait, before a burst.
type shape struct {
	Together int `json:"simultaneous_requests"`
	Requests int // the same by its name in the hand trace
	At       float64
	Rate     int
	Burst    int
}

// shapeRow measures when a burst passes a token bucket that lets calls wait,
// before a station that answers at once.
func shapeRow(l *lab, r *row) measured {
	var p shape
	l.read(r, &p)
	o, facts := play(l, plan(l, model.Burst{Jobs: p.Together + p.Requests, At: time.Duration(p.At * 1e9)}, policy(l, "max_attempts", "1"), func(q *sim.Plan) {
		q.Stations[0].Limit = model.RateLimit{Kind: model.TokenBucket, Allow: p.Rate, Per: time.Second, Burst: p.Burst, Status: 429, Wait: true}
	}))
	passed := times(facts, "success")
	switch r.quantity {
	case "release_times":
		return measured{values: passed}
	case "release_time_of_last":
		return measured{values: passed[len(passed)-1:]}
	case "mean_release_delay":
		return measured{values: []float64{value(l, o, "dependency_wait_mean_s")}}
	}
	l.Fatalf("%s: unknown quantity %s", r.id, r.quantity)
	return measured{}
}
