package main

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// row is the result for one rate.
type row struct {
	perSecond           float64 // deliveries
	p50, p99            time.Duration
	lost                int     // deliveries that did not arrive
	said                int     // lost deliveries, as the relays reported
	disordered          int     // deliveries out of order
	relayCPU, brokerCPU float64 // processors that were busy, on average
}

// measure starts new processes and measures one rate.
func (p plan) measure(
	ctx context.Context, program string, processes, rate int,
) (result row, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	s, err := p.open(ctx, program, processes)
	defer func() {
		relays, broker := s.close()
		result.relayCPU = relays.Seconds() / p.duration.Seconds()
		result.brokerCPU = broker.Seconds() / p.duration.Seconds()
	}()

	if err == nil {
		err = s.greet(ctx)
	}
	if err != nil {
		return row{}, err
	}

	clients := slices.Concat(s.rooms...)
	period := time.Duration(len(clients)) * time.Second / time.Duration(rate)
	messages := max(1, int(p.duration/period))

	begin := time.Now()
	for _, c := range clients {
		c.reset(begin)
	}

	failed := make([]error, len(clients))
	var talks sync.WaitGroup
	for i, c := range clients {
		delay := period * time.Duration(i) / time.Duration(len(clients))
		talks.Go(func() { failed[i] = c.talk(messages, delay, period) })
	}

	if p.restart {
		time.Sleep(p.duration / 2)
		err = s.restartBroker(ctx)
	}

	talks.Wait()
	result = collect(clients, len(clients)*messages*(p.clients-1))

	for _, c := range clients {
		failed = append(failed, c.get().err)
	}

	return result, errors.Join(err, errors.Join(failed...))
}

// collect waits until due deliveries have arrived or are reported as lost, or until nothing has
// arrived for some time. Then it adds up the tallies of the clients.
func collect(clients []*client, due int) row {
	const patience = 3 * time.Second
	before := 0
	since := time.Now()

	for before < due && time.Since(since) < patience {
		time.Sleep(10 * time.Millisecond)
		now := 0
		for _, c := range clients {
			t := c.get()
			now += len(t.times) + t.said
		}

		if now > before {
			before = now
			since = time.Now()
		}
	}

	var r row
	var times []time.Duration
	var last time.Duration

	for _, c := range clients {
		t := c.get()
		times = append(times, t.times...)
		last = max(last, t.last)
		r.said += t.said
		r.disordered += t.disordered
	}

	r.lost = due - len(times)

	if len(times) > 0 {
		slices.Sort(times)
		r.perSecond = float64(len(times)) / last.Seconds()
		r.p50 = times[len(times)/2].Round(10 * time.Microsecond)
		r.p99 = times[len(times)*99/100].Round(10 * time.Microsecond)
	}

	return r
}
