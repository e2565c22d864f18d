package sim

import (
	"math"
	"slices"
	"time"

	"retrysim/policies"
	"retrysim/sim/calendar"
	"retrysim/sim/chance"
	"retrysim/sim/ledger"
	"retrysim/sim/model"
)

// source is the state of one stream of arrivals.
type source struct {
	spec   *model.Source
	next   model.Arrivals // the open process with this run's memory of it
	typ    int            // job type, -1 where the weights decide
	stream chance.Stream
	k      int64 // arrivals so far
	jobs   int64 // jobs so far
	last   time.Duration
	count  int      // jobs that come with the scheduled arrival
	turns  []uint32 // closed: pauses of each client so far
	wakes  []int64  // closed clients: when their pause ends, -1 where they do not pause
}

func (w *world) setSources() {
	for t := range w.plan.Types {
		for i := range w.plan.Types[t].Sources {
			w.addSource(&w.plan.Types[t].Sources[i], t)
		}
	}
	for i := range w.plan.Common {
		w.addSource(&w.plan.Common[i], -1)
	}
}

func (w *world) addSource(spec *model.Source, typ int) {
	i := len(w.sources)
	w.sources = append(w.sources, source{
		spec: spec, typ: typ,
		stream: chance.Key{Seed: w.seed, Purpose: chance.Arrival, Job: uint64(i)}.Stream(),
	})
	if spec.Clients > 0 {
		w.sources[i].turns = make([]uint32, spec.Clients)
		w.sources[i].wakes = make([]int64, spec.Clients)
		for c := range spec.Clients {
			w.open++
			w.think(i, int32(c))
		}
		return
	}
	w.sources[i].next = model.Begin(spec.Arrivals.Arrivals)
	w.open++
	w.nextArrival(i)
}

// nextArrival schedules the next arrival of an open source or closes it.
func (w *world) nextArrival(i int) {
	s := &w.sources[i]
	at, n, ok := s.next.Next(s.k, s.last, &s.stream)
	full := w.plan.JobLimit > 0 && w.arrivals >= w.plan.JobLimit
	if !ok || full || at >= w.plan.Until || at > w.plan.Horizon {
		w.open--
		return
	}
	s.k++
	s.last, s.count = at, n
	w.cal.At(int64(at), calendar.RankArrival, event{kind: evArrive, slot: uint32(i)})
}

func (w *world) arrive(i int) {
	for range w.sources[i].count {
		if w.plan.JobLimit > 0 && w.arrivals >= w.plan.JobLimit {
			break
		}
		if w.live > mostAlive {
			return // the loop ends the run
		}
		w.newJob(i, -1)
		w.fromOpen++
	}
	w.nextArrival(i)
	w.dispatch()
}

// think schedules the next job of a closed client, or ends the client. Its k-th
// pause is the same whatever becomes of its jobs.
func (w *world) think(i int, client int32) {
	var pause time.Duration
	if s := &w.sources[i]; s.spec.Think.Set() {
		pause = s.spec.Think.Sample(w.stream(chance.Think, uint64(i)<<numberBits|uint64(client), s.turns[client], 0))
		s.turns[client]++
	}
	at := w.later(int64(pause))
	full := w.plan.JobLimit > 0 && w.arrivals >= w.plan.JobLimit
	if full || at >= int64(w.plan.Until) || at > int64(w.plan.Horizon) {
		w.open--
		w.sources[i].wakes[client] = -1
		return
	}
	w.sources[i].wakes[client] = at
	w.cal.At(at, calendar.RankArrival, event{kind: evThink, slot: uint32(i), turn: uint32(client)})
}

// pauseEnds lets a client send, unless a rush has ended its pause before.
func (w *world) pauseEnds(i int, client int32) {
	if w.sources[i].wakes[client] == w.now {
		w.clientSends(i, client)
	}
}

func (w *world) clientSends(i int, client int32) {
	w.sources[i].wakes[client] = -1
	w.open-- // from here on its job keeps the run going
	if w.plan.JobLimit > 0 && w.arrivals >= w.plan.JobLimit {
		return // others have sent the last jobs while it thought
	}
	w.newJob(i, client)
	w.dispatch()
}

// newJob lets one job arrive.
func (w *world) newJob(i int, client int32) {
	s := &w.sources[i]
	s.jobs++
	w.arrivals++
	id := jobID(i, s.jobs)
	typ := s.typ
	if typ < 0 {
		typ = pick(s.spec.Types, w.stream(chance.Route, id, 0, 0).Float64())
	}
	t := &w.plan.Types[typ]
	slot := w.jobs.take()
	j := w.jobs.get(slot)
	*j = job{
		id: id, born: w.now, first: -1, began: -1, gone: forever, turn: j.turn + 1, refs: 1,
		client: client, worker: -1, typ: uint8(typ), source: uint8(i), policy: uint8(t.Policy),
	}
	if j.key = w.keys.base[typ]; w.keys.on {
		j.key = w.keyOf(typ, id)
	}
	w.fate(j, t)
	w.rollout(j)
	w.open++
	w.live++
	w.add(ledger.Arrived, j)
	if w.opts.Trace != nil {
		w.tell(j, nil, "arrive", Fact{})
	}
	w.enqueue(slot, j)
}

// fate draws what a job carries with it from birth.
func (w *world) fate(j *job, t *model.JobType) {
	if len(t.Permanent) > 0 {
		u := w.stream(chance.Permanent, j.id, 0, 0).Float64()
		for i := range t.Permanent {
			if u -= t.Permanent[i].Share; u < 0 {
				j.fate = uint8(i + 1)
				break
			}
		}
	}
	w.grow(j, t)
	if t.Gone.Set() {
		life := int64(t.Gone.Sample(w.stream(chance.Gone, j.id, 0, 0)))
		j.gone = w.later(life)
	}
}

// pick chooses a type by weight; u is in [0, 1).
func pick(types []model.TypeWeight, u float64) int {
	var sum float64
	for _, t := range types {
		sum += t.Weight
	}
	u *= sum
	for _, t := range types {
		if u -= t.Weight; u < 0 {
			return t.Type
		}
	}
	return types[len(types)-1].Type
}

// permanentOf says how a job fails for good at this moment, if it does.
func (w *world) permanentOf(j *job) (class policies.Class, status int, ok bool) {
	switch {
	case j.fate > 0:
		o := w.typeOf(j).Permanent[j.fate-1]
		return o.Class, o.Status, true
	case w.now >= j.gone:
		return policies.BusinessRule, 0, true
	}
	return 0, 0, false
}

// setting tells the metrics what they may know of the plan.
func (w *world) setting() ledger.Setting {
	p := w.plan
	s := ledger.Setting{
		Keys: w.settingKeys(),
		Bin:  p.Bin, Window: p.Window, Until: p.Until, WarmUp: p.WarmUp, LastFault: -1,
		Capacity: p.Capacity(), Effects: p.Effects(),
		Faultless: len(p.Faults) == 0, Linkless: !p.connects(),
	}
	for i := range p.Types {
		s.Types = append(s.Types, p.Types[i].Name)
		s.Budgets = s.Budgets || p.Types[i].Budget.Set()
		s.Permanent = append(s.Permanent, p.Types[i].PermanentShare())
	}
	s.Parked = p.ParkedJobs()
	s.Replay[0], s.Replay[1], s.Replays = p.replaySpan()
	for i := range p.Stations {
		s.Stations = append(s.Stations, p.Stations[i].Name)
	}
	for i := range p.Alerts {
		s.Alerts = append(s.Alerts, p.Alerts[i].Name)
		s.AlertByType = append(s.AlertByType, p.Alerts[i].Scope == model.PerJobType)
	}
	for i := range p.Faults {
		if p.Faults[i].While > 0 {
			continue // the book tells when it is in force
		}
		for _, v := range w.faults[i].windows {
			s.Faults = append(s.Faults, [2]time.Duration{v.Start, v.End})
			s.LastFault = max(s.LastFault, v.End)
		}
	}
	return s
}

// Capacity is what the plan's stations serve together without faults, in calls
// per second; +Inf when nothing binds.
func (p *Plan) Capacity() float64 {
	var sum float64
	for i := range p.Stations {
		c := p.Stations[i].Healthy()
		sum += p.Stations[i].Capacity(&c)
	}
	if len(p.Stations) == 0 {
		return math.Inf(1)
	}
	return sum
}

// connects reports whether calls to any station need a connection.
func (p *Plan) connects() bool {
	return slices.ContainsFunc(p.Stations, func(s model.Station) bool { return s.Connections.On() })
}
