package scenarios

import "time"

// Autoscale sets a number of workers or servers by what it sees.
type Autoscale struct {
	Src            *Node         `yaml:"-"`
	Signal         string        `yaml:"signal,required" enum:"utilisation queue depth" doc:"utilisation: the mean share that was busy since the last look; queue: what waits; depth: what waits and what is in hand"`
	Target         Factor        `yaml:"target,required" range:"[0.0001%, 1000000]" doc:"the utilisation to keep, 70%; or how many jobs for each worker, calls for each server: 5"`
	Every          time.Duration `yaml:"every,required" range:"> 0s" doc:"between two looks, for example 60s"`
	Delay          time.Duration `yaml:"delay" default:"0s" doc:"from the decision until a new one is there"`
	Min            int           `yaml:"min" default:"1" range:"[0, 1000000]" doc:"the fewest"`
	Max            int           `yaml:"max,required" range:"[1, 1000000]" doc:"the most, those still starting included"`
	CountsStarting bool          `yaml:"counts_starting" default:"true" doc:"false: those still starting are not counted, and started again at each look"`
	CountsDelayed  bool          `yaml:"counts_delayed" doc:"of workers, true: jobs that wait for a retry count as waiting"`
	Step           int           `yaml:"step" range:">= 1" doc:"the most that are started or stopped at one look; no limit unless said"`
	CoolDown       time.Duration `yaml:"cool_down" range:"> 0s" doc:"only what no look within this time wanted is stopped"`
	Tolerance      Share         `yaml:"tolerance" range:"[0%, 99%]" doc:"a number that differs by no more than this from those there is let be"`
}

// Ramp is what an action does bit by bit: a rate that rises or falls in a
// straight line, or a size that changes in steps.
type Ramp struct {
	Src   *Node         `yaml:"-"`
	From  Rate          `yaml:"from" doc:"the rate at the beginning; 0/s unless said"`
	To    Rate          `yaml:"to" doc:"the rate at the end and after it"`
	Over  time.Duration `yaml:"over,required" range:"> 0s" doc:"how long the way takes, for example 10m"`
	Steps int           `yaml:"steps" range:"[2, 10000]" doc:"of scale: in so many equal steps, the last at the end; 10 unless said"`
}
