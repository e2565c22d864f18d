package lint_test

import (
	"testing"
	"time"

	"retrysim/sim"
	"retrysim/sim/model"
)

// scaleExamples are plans whose autoscalers or restarts do not fit.
func scaleExamples(*testing.T) []example {
	workers := func(change func(*model.Autoscale)) func(*sim.Plan) {
		return func(p *sim.Plan) {
			p.Workers.Autoscale = model.Autoscale{
				Signal: model.ScaleQueue, Target: 5, Every: time.Minute, Delay: 150 * time.Second, Min: 20, Max: 50, CoolDown: 5 * time.Minute,
			}
			change(&p.Workers.Autoscale)
		}
	}
	servers := func(p *sim.Plan) {
		p.Stations[0].Autoscale = model.Autoscale{
			Signal: model.ScaleUtilisation, Target: 0.7, Every: time.Minute, Delay: 3 * time.Minute, Min: 8, Max: 16, CoolDown: time.Minute,
		}
	}
	restart := func(r model.Restart) func(*sim.Plan) {
		return func(p *sim.Plan) {
			p.Actions = append(p.Actions, model.Action{Name: "deploy", At: time.Minute, Kind: model.DoRestart, Share: 1, Policy: -1, Restart: r})
		}
	}
	forever := func(p *sim.Plan) { p.Workers.Lock = 0 }
	return []example{
		{"starting-not-counted", "150s, a look each 60s", true, in(workers(func(a *model.Autoscale) { a.IgnoreStarting = true }))},
		{"starting-not-counted", "counted", false, in(workers(func(*model.Autoscale) {}))},
		{"starting-not-counted", "a look each 150s", false, in(workers(func(a *model.Autoscale) { a.IgnoreStarting, a.Every = true, 150*time.Second }))},

		{"cool-down-below-start", "none at all", true, in(workers(func(a *model.Autoscale) { a.CoolDown = 0 }))},
		{"cool-down-below-start", "servers, 1m", true, in(servers)},
		{"cool-down-below-start", "5m", false, in(workers(func(*model.Autoscale) {}))},
		{"cool-down-below-start", "there at once", false, in(workers(func(a *model.Autoscale) { a.CoolDown, a.Delay = 0, 0 }))},

		{"restart-cuts", "no grace", true, in(restart(model.Restart{Down: time.Minute}))},
		{"restart-cuts", "handed back", true, in(restart(model.Restart{Down: time.Minute, Requeue: true}))},
		{"restart-cuts", "10s", false, in(restart(model.Restart{Down: time.Minute, Grace: 10 * time.Second}))},

		{"lock-forever", "a restart that cuts", true, in(forever, restart(model.Restart{Down: time.Minute}))},
		{"lock-forever", "a restart that waits for all", false, in(forever, restart(model.Restart{Down: time.Minute, Grace: 5 * time.Second}))},
		{"lock-forever", "a restart that hands back", false, in(forever, restart(model.Restart{Down: time.Minute, Requeue: true}))},

		{"overload", "100/s on 8 to 16 servers of 10/s", false, in(rate(100), servers)},
		{"workers-below-load", "3 workers, and jobs that leave", false, in(func(p *sim.Plan) {
			p.Workers.Count, p.Types[0].Patience = 3, constant(time.Minute)
		})},
		{"workers-below-load", "3 workers, 8 at the most", false, in(func(p *sim.Plan) {
			p.Workers.Count = 3
			p.Workers.Autoscale = model.Autoscale{Signal: model.ScaleQueue, Target: 1, Every: time.Second, Min: 1, Max: 8}
		})},
	}
}
