package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"godotvariant/codec"
)

// A load says what the bots send.
type load struct {
	network, addr string
	bots          int
	rate          int // messages of each bot a second
	span          time.Duration
	patience      time.Duration // how long a bot waits for answers after its last message
}

// betweenConnects is the time between two connections. An engine accepts connections once a frame,
// and only a few can wait for that. The others would try again a second later.
const betweenConnects = 5 * time.Millisecond

// run connects all bots, and plays with them.
func (l load) run(ctx context.Context, c *codec.Codec) *report {
	bots := make([]*bot, l.bots)
	for i := range bots {
		bots[i] = &bot{load: l, id: i, codec: c}
		bots[i].connect(ctx)
		time.Sleep(betweenConnects)
	}

	ctx, cancel := context.WithTimeout(ctx, l.span)
	defer cancel()
	start := time.Now()
	var all sync.WaitGroup
	for _, b := range bots {
		all.Add(1)
		go func() {
			defer all.Done()
			b.run(ctx)
		}()
	}
	all.Wait()

	l.span = min(l.span, time.Since(start)) // it may have been interrupted
	r := &report{load: l}
	for _, b := range bots {
		r.add(&b.tally)
	}
	slices.Sort(r.answers)
	return r
}

// A report is the sum of the tallies of all bots.
type report struct {
	load
	tally
	errs []error
}

func (r *report) add(t *tally) {
	r.sent += t.sent
	r.wrong += t.wrong
	r.lost += t.lost
	r.answers = append(r.answers, t.answers...)
	if t.err != nil {
		r.errs = append(r.errs, t.err)
	}
}

func (r *report) String() string {
	seconds := r.span.Seconds()
	var s strings.Builder
	fmt.Fprintf(&s, "%s, %d bots, %d messages a second each, for %v\n",
		r.network, r.bots, r.rate, r.span)
	fmt.Fprintf(&s, "sent      %d, %.0f a second\n", r.sent, float64(r.sent)/seconds)
	fmt.Fprintf(&s, "answered  %d, %d wrong, %d lost\n", len(r.answers), r.wrong, r.lost)
	fmt.Fprintf(&s, "answer    p50 %v, p99 %v, longest %v\n",
		r.quantile(0.5), r.quantile(0.99), r.quantile(1))
	fmt.Fprintf(&s, "errors    %d\n", len(r.errs))

	const shown = 5
	for _, err := range r.errs[:min(shown, len(r.errs))] {
		fmt.Fprintf(&s, "  %v\n", err)
	}
	return s.String()
}

// quantile returns the longest time of the given share of fastest answers. The answers are sorted.
func (r *report) quantile(share float64) time.Duration {
	if len(r.answers) == 0 {
		return 0
	}
	last := float64(len(r.answers) - 1)
	return r.answers[int(share*last)].Round(time.Microsecond)
}
