package scenarios

import "time"

// Dependency is what the jobs call.
type Dependency struct {
	Src          *Node         `yaml:"-"`
	Servers      Count         `yaml:"servers" default:"unlimited" doc:"calls served at once"`
	Service      Law           `yaml:"service" doc:"how long a call is served: a duration, or {LAW: {...}}"`
	Room         Count         `yaml:"room" default:"unlimited" doc:"calls that may wait (shared: be in service beyond servers); the next one is refused at once"`
	WhenFull     string        `yaml:"when_full" enum:"refuse silent" doc:"what a call meets that finds no room: an answer, or none, so that its caller learns by its timeout; refuse unless said"`
	Order        string        `yaml:"order" enum:"fifo lifo priority shared fair" default:"fifo" doc:"which waiting call is served next; shared: none waits, all are in service at once and share the speed of the servers; fair: the keys of the jobs take turns"`
	Drop         string        `yaml:"drop" enum:"none expired hopeless" doc:"calls that are dropped when their turn comes: expired, whose caller has given up; hopeless, also what would not be answered in time if it took the mean service time; none unless said"`
	CoDel        *CoDel        `yaml:"codel" doc:"calls are refused when their turn comes while the line stands (RFC 8289)"`
	RefuseAnswer int           `yaml:"refuse_answer" default:"503" range:"[300, 599]" doc:"the HTTP status of a refused call"`
	RefusalCost  time.Duration `yaml:"refusal_cost" default:"0s" doc:"server time eaten by each refusal, and by each call that is dropped"`
	RateLimit    *RateLimit    `yaml:"rate_limit" doc:"so many calls per window or at once, the others are answered at once, or wait"`
	Slowdown     *Slowdown     `yaml:"slowdown" doc:"service takes longer the more calls are in service"`
	Connections  *Connections  `yaml:"connections" doc:"what a call needs before it gets here; nothing unless said"`
	ColdStart    *ColdStart    `yaml:"cold_start" doc:"service is slow after a standstill, until a cache is full again"`
	Autoscale    *Autoscale    `yaml:"autoscale" doc:"the number of its servers follows the load; servers is how many there are at first"`
	Shards       *Shards       `yaml:"shards" doc:"parts with servers, room and limit of their own: how many, or {count: 4, load: [40%, 20%, 20%, 20%]}; a call goes to the one that its job's key falls on, without keys its job"`
	Contention   *Contention   `yaml:"contention" doc:"one row under optimistic concurrency, or one slotted channel, instead of servers"`
}

// RateLimit allows so many calls.
type RateLimit struct {
	Src        *Node         `yaml:"-"`
	Allow      int           `yaml:"allow,required" range:">= 0" doc:"calls per window, or at once by concurrency, for example 60"`
	Per        time.Duration `yaml:"per" default:"1s" range:"> 0s" doc:"the window"`
	Window     string        `yaml:"window" enum:"fixed sliding token_bucket concurrency" default:"fixed" doc:"fixed: windows begin at multiples of their width; sliding: the time per before each call; token_bucket: refilled continuously at allow per window; concurrency: calls waiting or in service at once"`
	Burst      int           `yaml:"burst" range:">= 1" doc:"what a token bucket holds, full at the start; allow unless said"`
	Over       string        `yaml:"over" enum:"refuse wait" doc:"what becomes of a call over the limit: refused, or it waits in front of the dependency until the limit lets it pass, in the order of coming; refuse unless said"`
	Hold       int           `yaml:"hold" range:">= 1" doc:"with over: wait: so many may wait, the next one is refused; any number unless said"`
	Answer     int           `yaml:"answer" default:"429" range:"[300, 599]" doc:"the HTTP status of a call over the limit"`
	Key        string        `yaml:"key" enum:"job_key client job_type" doc:"counts each key of the jobs, each client or each job type apart; all together unless said"`
	RetryAfter RetryAfter    `yaml:"retry_after" doc:"the hint that comes with the answer: a duration, or until_reset, the time until a call can pass again; none unless said"`
}

// CoDel refuses calls while the line stands.
type CoDel struct {
	Target   time.Duration `yaml:"target,required" range:"> 0s" doc:"the longest wait that a standing line may have, for example 50ms"`
	Interval time.Duration `yaml:"interval,required" range:"> 0s" doc:"for so long the waits must exceed the target, for example 500ms; then one call is refused, and more and more often until a wait is below it"`
}

// Slowdown is service that takes longer the more calls are in service.
type Slowdown struct {
	From    int    `yaml:"from,required" range:">= 0" doc:"calls in service at once without a slowdown, for example 20"`
	PerCall Factor `yaml:"per_call,required" range:"[0.0001%, 1000000]" doc:"how much longer a service takes for each further call in service when it begins, for example 5%"`
}

// ColdStart is service that is slow after a standstill.
type ColdStart struct {
	Factor  float64 `yaml:"factor,required" range:"[1, 1000000]" doc:"how many times as long the first service takes, for example 5"`
	Calls   int     `yaml:"calls,required" range:">= 1" doc:"how many things the cache holds: after n services the excess has shrunk to (1 - 1/calls)^n"`
	AtStart bool    `yaml:"at_start" doc:"true: also at the start of the run; it is cold whenever a fault ends that had it refuse everything or stand still"`
}

// Contention makes a dependency one row with a version, or a channel on which
// calls collide.
type Contention struct {
	Src  *Node         `yaml:"-"`
	Leg  Law           `yaml:"leg" doc:"a row: time of one message on the network, for example {normal: {mean: 10ms, sd: 2ms}}; a write fails with 409 when another came between"`
	Slot time.Duration `yaml:"slot" range:"> 0s" doc:"a channel: time goes in slots of this length; a call is answered at the end of the slot that it begins in, with 409 when another began in it too"`
}
