package lint

import (
	"fmt"
	"math"
	"time"

	"retrysim/reports"
	"retrysim/scenarios/lint/estimate"
	"retrysim/sim/model"
)

// promotionBelowLoad looks at batches: in a fault that fails every job once,
// as many retries become due as jobs arrive.
func promotionBelowLoad(c *planCase) {
	q := &c.p.Queue
	most := q.PromotesPerSecond()
	if most == 0 || q.InWorker || q.InMemory || q.WhenFree {
		return
	}
	rate := 0.0
	for t := range c.p.Types {
		rate += estimate.Rate(c.p, t, 0, c.p.Until)
	}
	if rate <= most {
		return
	}
	c.say("queue.review_batch", "looks make at most %s retries ready and %s jobs arrive: in a fault that fails them all, %s more retries "+
		"are due each minute than can be made ready, and they wait for the looks long after it; a larger batch, or more looks",
		reports.Rate(most), reports.Rate(rate), reports.Count(math.Round((rate-most)*60)))
}

// prefetchBeyondLock looks at the last job that a process reserves: it waits
// for those before it, and its lock runs.
func prefetchBeyondLock(c *planCase) {
	k := &c.p.Workers
	if k.Prefetch == 0 || k.Lock == 0 || k.Renew {
		return
	}
	for t := range c.p.Types {
		service := estimate.Service(c.p, t)
		ahead := (k.Prefetch + k.InProcess() - 1) / k.InProcess()
		run := time.Duration(ahead) * service
		if !k.AckAtStart {
			run += service
		}
		if run <= k.Lock {
			continue
		}
		fits := max(0, int((k.Lock-service)/max(1, service))*k.InProcess())
		c.say("workers.prefetch", "the last of %d jobs of %s that a process has reserved needs %s in the mean, its own run counted as far as the "+
			"lock covers it, and the lock of %s runs from the reservation: another process runs it as well; prefetch at most %d, or a longer lock",
			k.Prefetch, c.p.Types[t].Name, estimate.Text(run), estimate.Text(k.Lock), fits)
	}
}

// keptBeyondLock looks at retries that wait in memory for longer than their
// lock: one copy for each lock begun, all due at one moment.
func keptBeyondLock(c *planCase) {
	lock := c.p.Workers.Lock
	if !c.p.Queue.InMemory || lock == 0 || c.p.Workers.Renew {
		return
	}
	for t := range c.p.Types {
		longest := max(c.waitsOf(t).Most, c.hintWait(t))
		if longest <= lock {
			continue
		}
		c.say("workers.lock", "a retry of %s waits up to %s in memory and its lock ends after %s: it is handed out again each time, and all %s "+
			"run when it is due; a lock above %s, renew: true, or wait_in: queue", c.p.Types[t].Name, estimate.Text(longest),
			estimate.Text(lock), copies(int((longest-1)/lock)+1), estimate.Text(longest))
	}
}

func copies(n int) string { return fmt.Sprintf("%d copies", n) }

func skewAboveWait(c *planCase) {
	k := &c.p.Workers
	if !k.ClockSkew.Set() {
		return
	}
	off := k.ClockSkew.Mean()
	for t := range c.p.Types {
		rows := c.waitsOf(t).Rows
		if !c.p.Queue.InWorker && len(rows) > 0 && rows[0].Max < off {
			c.say("workers.clock_skew", "clocks are off by %s in the mean and the wait before retry 1 of %s is %s: a worker that is behind writes a "+
				"due time in the past, so its retries start at once, and those of one that is ahead as much later; longer waits, or due "+
				"times by the queue's clock", estimate.Text(off), c.p.Types[t].Name, estimate.Range(rows[0].Min, rows[0].Max))
		}
	}
	if k.Lock > 0 && k.Lock < off {
		c.say("workers.clock_skew", "clocks are off by %s in the mean and a lock lasts %s: a worker that is behind writes a lock that has ended "+
			"already, and another one takes the job at once; a longer lock", estimate.Text(off), estimate.Text(k.Lock))
	}
}

func receivesBelowAttempts(c *planCase) {
	most := c.p.Queue.MaxReceives
	if most == 0 || c.p.Queue.InWorker {
		return
	}
	for t := range c.p.Types {
		if w := c.waitsOf(t); w.Limited && w.Retries+1 > most {
			c.say("queue.max_receives", "the policy of %s makes up to %d attempts and the queue hands a job out %d times, lost locks included: the "+
				"attempts after that are never made; at most %d attempts, or more receives", c.p.Types[t].Name, w.Retries+1, most, most)
		}
	}
}

func lostAtStart(c *planCase) {
	if !c.p.Workers.AckAtStart {
		return
	}
	for i := range c.p.Faults {
		if f := &c.p.Faults[i]; f.Kind == model.FaultCrash || f.Kind == model.FaultPoison {
			c.say("workers.acknowledge", "%s lets workers die with what they hold, and a job leaves the queue when its attempt begins: such a job "+
				"is never seen again, neither retried nor dead-lettered; acknowledge: at_end", f.Name)
		}
	}
}
