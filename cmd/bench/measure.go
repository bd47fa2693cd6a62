package main

import (
	"fmt"
	"slices"
	"time"
)

// settings say how long to measure.
type settings struct {
	rounds int           // number of samples of each lane
	sample time.Duration // wanted time of a sample, see calibrate; a slow step takes longer
	limit  time.Duration // time after which measureLanes takes no more samples; 0: no limit
}

// A direction is encoding or decoding.
type direction string

const (
	encode direction = "encode"
	decode direction = "decode"
)

// A lane is one candidate with one workload in one direction.
type lane struct {
	candidate string
	workload  string
	direction direction
	step      step
	repeats   int       // repetitions of the step in one sample
	samples   []float64 // nanoseconds of one repetition
}

// measureWorkload measures all candidates with one workload.
func measureWorkload(w workload, all []candidate, s settings) ([]*lane, error) {
	var lanes []*lane
	for _, c := range all {
		enc, dec, err := c.open(w)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", w.name, c.name, err)
		}

		if enc != nil {
			lanes = append(lanes,
				&lane{candidate: c.name, workload: w.name, direction: encode, step: enc})
		}

		if dec != nil {
			lanes = append(lanes,
				&lane{candidate: c.name, workload: w.name, direction: decode, step: dec})
		}
	}

	return lanes, measureLanes(lanes, s)
}

// measureLanes measures all lanes in rounds. In each round it takes one sample of each lane. So a
// slow moment of the machine affects all lanes equally, and all lanes get the same number of
// samples.
func measureLanes(lanes []*lane, s settings) error {
	for _, l := range lanes {
		if err := l.calibrate(s.sample); err != nil {
			return err
		}
	}

	start := time.Now()
	for range s.rounds {
		for _, l := range lanes {
			if err := l.measure(); err != nil {
				return err
			}
		}

		if s.limit > 0 && time.Since(start) >= s.limit {
			break
		}
	}

	for _, l := range lanes {
		slices.Sort(l.samples)
	}

	return nil
}

// calibrate sets the number of repetitions in one sample. It doubles this number until the sample
// takes more than half of the wanted time.
func (l *lane) calibrate(sample time.Duration) error {
	for l.repeats = 1; ; l.repeats *= 2 {
		took, err := l.step(l.repeats)
		if err != nil {
			return l.failed(err)
		}

		if 2*took > sample || l.repeats > 1<<24 {
			return nil
		}
	}
}

// measure takes one sample.
func (l *lane) measure() error {
	took, err := l.step(l.repeats)
	if err != nil {
		return l.failed(err)
	}
	l.samples = append(l.samples, float64(took.Nanoseconds())/float64(l.repeats))
	return nil
}

func (l *lane) failed(err error) error {
	return fmt.Errorf("%s %s, %s: %w", l.direction, l.workload, l.candidate, err)
}

// fastest returns the time of the fastest sample. This is the most exact sample, because other work
// of the machine can only make a sample slower.
func (l *lane) fastest() float64 { return l.samples[0] }

// median returns the median of the samples.
func (l *lane) median() float64 { return l.samples[len(l.samples)/2] }
