package main

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"sync"
	"time"

	"godotvariant/codec"
)

// A load is what the bots do.
type load struct {
	network, addr string
	bots          int
	rate          int // messages of each bot a second
	span          time.Duration
}

// betweenConnects is the time between two connections. Only a few may wait until an engine
// accepts them, which it does once a frame; the others would try again a second later.
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
	return r
}

// A report is the sum of what the bots have seen.
type report struct {
	load
	tally
	errs []error
}

func (r *report) add(t *tally) {
	r.sent += t.sent
	r.wrong += t.wrong
	r.lost += t.lost
	r.answers.merge(&t.answers)
	if t.err != nil {
		r.errs = append(r.errs, t.err)
	}
}

func (r *report) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s, %d bots, %d messages a second each, for %v\n", r.network, r.bots, r.rate, r.span)
	fmt.Fprintf(&s, "sent      %d, %.0f a second\n", r.sent, float64(r.sent)/r.span.Seconds())
	fmt.Fprintf(&s, "answered  %d, %d wrong, %d lost\n", r.answers.n, r.wrong, r.lost)
	fmt.Fprintf(&s, "answer    p50 %v, p99 %v, longest %v\n", r.answers.quantile(0.5), r.answers.quantile(0.99), r.answers.longest)
	fmt.Fprintf(&s, "errors    %d\n", len(r.errs))
	const shown = 5
	for _, err := range r.errs[:min(shown, len(r.errs))] {
		fmt.Fprintf(&s, "  %v\n", err)
	}
	return s.String()
}

// A histogram counts durations in buckets of microseconds: of one each below 64, and 32 for
// every doubling above, so that a quantile is right within a thirtieth.
type histogram struct {
	counts  [1280]int
	n       int
	longest time.Duration
}

func (h *histogram) add(d time.Duration) {
	us := uint64(max(0, d.Microseconds()))
	shift := max(0, bits.Len64(us)-6)
	h.counts[min(shift*32+int(us>>shift), len(h.counts)-1)]++
	h.n++
	h.longest = max(h.longest, d.Round(time.Microsecond))
}

func (h *histogram) merge(other *histogram) {
	for i, n := range other.counts {
		h.counts[i] += n
	}
	h.n += other.n
	h.longest = max(h.longest, other.longest)
}

// quantile returns the duration that the share q of all is not longer than.
func (h *histogram) quantile(q float64) time.Duration {
	left := int(q * float64(h.n-1))
	for i, n := range h.counts {
		if left -= n; left < 0 {
			shift := max(0, i/32-1)
			return time.Duration((i-shift*32)<<shift) * time.Microsecond
		}
	}
	return 0
}
