package sim_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"retrysim/sim"
	"retrysim/sim/chance"
	"retrysim/sim/model"
)

// fifoRow is a hand trace of a station.
func fifoRow(l *lab, r *row) measured {
	p := &r.par
	o, facts := play(l, plan(l, at(p.Arrivals...), policy(l, "max_attempts", "1"), func(q *sim.Plan) {
		q.Stations[0].Servers = p.C
		q.Stations[0].Service = law(chance.Constant{Value: time.Duration(p.Service * 1e9)})
		q.Until = 10 * time.Second // the horizon of the time average
	}))
	ends := times(facts, "success")
	switch r.quantity {
	case "departure_times":
		return measured{text: words(ends)}
	case "time_average_in_system":
		return measured{text: fmt.Sprint(value(l, o, "dependency_in_system_mean"))}
	case "waits":
		var waits []float64
		for i, end := range ends {
			waits = append(waits, end-p.Service-p.Arrivals[i])
		}
		return measured{text: words(waits)}
	}
	l.Fatalf("unknown quantity %s", r.quantity)
	return measured{}
}

// retryRow is a hand trace of one job in an outage.
func retryRow(l *lab, r *row) measured {
	p := &r.par
	if p.Outage != "[0,10)" {
		l.Fatalf("unknown outage %s", p.Outage)
	}
	retry := policy(l, p.words(strconv.Itoa(p.MaxAttempts))...)
	o, facts := play(l, plan(l, at(p.JobAt), retry, func(q *sim.Plan) {
		q.Faults = []model.Fault{outage(0, 10*time.Second)}
	}))
	starts := times(facts, "start")
	if r.quantity == "attempt_times" {
		return measured{text: words(starts)}
	}
	if o.Ledger.DeadLettered != 1 {
		return measured{text: fmt.Sprintf("%+v", o.Ledger)}
	}
	return measured{text: fmt.Sprintf("DLQ at t=%v after %d attempts", o.End.Seconds(), len(starts))}
}

func words(v []float64) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
