package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"godotvariant/codec/multiplayer"
)

// A result has the counts and times of all clients of a server.
type result struct {
	server  string
	way     way
	clients int
	span    time.Duration // time from the first call to the last answer
	cpu     time.Duration // processor time of the server
	tally
	bytesOut, bytesIn int
}

// load starts a server, and measures it with clients.
func (s server) load(
	ctx context.Context, w way, clients, rate int, span time.Duration,
) (result, error) {
	address, end, err := s.start(ctx, w)
	if err != nil {
		return result{}, err
	}
	url, leave, err := w.network(address)
	if err != nil {
		end()
		return result{}, err
	}

	r, err := s.play(ctx, url, clients, rate, span)
	leave()
	r.way = w
	r.cpu = end()
	return r, err
}

// play connects clients, and lets all of them call at the same time.
func (s server) play(
	ctx context.Context, url string, n, rate int, span time.Duration,
) (result, error) {
	r := result{server: s.name, clients: n}
	var clients []*client
	defer func() {
		for _, c := range clients {
			c.Close(nil)
		}
	}()
	for range n { // one by one, because an engine lets only a few connections wait
		c, err := join(ctx, url, s.protocol)
		if err != nil {
			return r, fmt.Errorf("%s: client %d: %w", s.name, len(clients)+1, err)
		}
		clients = append(clients, c)
	}

	begin := time.Now()
	var all sync.WaitGroup
	for _, c := range clients {
		all.Go(func() { c.play(rate, span) })
	}
	all.Wait()

	last := time.Now()
	for time.Since(last) < 10*time.Second && slices.ContainsFunc(clients, (*client).waits) {
		time.Sleep(time.Millisecond)
	}

	r.span = time.Since(begin)
	for _, c := range clients {
		r.add(c)
	}
	slices.Sort(r.answers)
	return r, nil
}

// add adds the counts and times of a client.
func (r *result) add(c *client) {
	c.Do(func(*multiplayer.World) { r.addNow(c) })
}

func (r *result) addNow(c *client) {
	r.calls += c.calls
	r.wrong += c.wrong
	r.faults += c.faults
	stats := c.conn.Stats()
	r.bytesOut += stats.SentBytes
	r.bytesIn += stats.ReceivedBytes
	r.answers = append(r.answers, c.answers...)
}

// perSecond returns how many calls were answered in a second.
func (r result) perSecond() float64 { return float64(len(r.answers)) / r.span.Seconds() }

// quantile returns the longest time among the fastest answers. The argument of1000 is the share of
// the fastest answers among all answers, in thousandths.
func (r result) quantile(of1000 int) time.Duration {
	if len(r.answers) == 0 {
		return 0
	}
	return r.answers[(len(r.answers)-1)*of1000/1000].Round(10 * time.Microsecond)
}

// cpuPerCall returns the server's processor time divided by the number of answered calls. The
// processor time includes the start of the server.
func (r result) cpuPerCall() time.Duration {
	return (r.cpu / time.Duration(max(len(r.answers), 1))).Round(time.Microsecond)
}

func (r result) String() string {
	calls := max(r.calls, 1)
	return fmt.Sprintf("%-15s %-9v %4d clients  %6.0f calls/s of %6.0f  %d+%d bytes a call  "+
		"p50 %-8v p99 %-8v  cpu %v a call  %d unanswered, %d wrong, %d errors",
		r.server, r.way, r.clients, r.perSecond(), float64(r.calls)/r.span.Seconds(),
		r.bytesOut/calls, r.bytesIn/calls, r.quantile(500), r.quantile(990), r.cpuPerCall(),
		r.calls-len(r.answers)-r.wrong, r.wrong, r.faults)
}
