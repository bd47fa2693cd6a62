package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// row is what was measured at one rate.
type row struct {
	perSecond           float64 // deliveries
	p50, p99            time.Duration
	lost                int // deliveries that were due and did not come
	said                int // of them, as the relays told the clients
	disordered          int
	relayCPU, brokerCPU float64 // processors that were busy, on average
}

// measure starts everything anew and measures one rate.
func (p plan) measure(ctx context.Context, program string, processes, rate int) (result row, err error) {
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
		talks.Go(func() { failed[i] = c.talk(messages, period*time.Duration(i)/time.Duration(len(clients)), period) })
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

// collect waits until all messages that are due have come or are said to be lost, or nothing
// comes any more for some time. Then it adds up what the clients have.
func collect(clients []*client, due int) row {
	const patience = 3 * time.Second
	before, since := 0, time.Now()
	for before < due && time.Since(since) < patience {
		time.Sleep(10 * time.Millisecond)
		now := 0
		for _, c := range clients {
			t := c.get()
			now += len(t.times) + t.said
		}
		if now > before {
			before, since = now, time.Now()
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
		r.p50, r.p99 = times[len(times)/2].Round(10*time.Microsecond), times[len(times)*99/100].Round(10*time.Microsecond)
	}

	return r
}

// system is a broker, relays and clients.
type system struct {
	program string
	broker  *process
	relays  []*process
	rooms   [][]*client
}

// open starts the processes, and connects the clients of each room to all of
// its relays in turn.
func (p plan) open(ctx context.Context, program string, processes int) (*system, error) {
	s := &system{program: program}
	var err error
	if s.broker, err = s.startBroker(ctx, "127.0.0.1:0"); err != nil {
		return s, err
	}

	var names, listen []string
	for i := range p.rooms {
		names = append(names, fmt.Sprint("room", i+1))
		listen = append(listen, "127.0.0.1:0")
	}

	for range processes {
		r, err := start(ctx, program, p.rooms, "-nats", s.broker.addrs[0],
			"-room", strings.Join(names, ","), "-listen", strings.Join(listen, ","))
		if err != nil {
			return s, err
		}
		s.relays = append(s.relays, r)
	}

	for i := range p.rooms {
		var room []*client
		for id := range p.clients {
			conn, err := net.Dial("tcp", s.relays[id%processes].addrs[i])
			if err != nil {
				return s, err
			}
			room = append(room, newClient(id, p.clients, conn))
		}
		s.rooms = append(s.rooms, room)
	}

	return s, nil
}

// greet lets all clients say hello until each has heard all others of its room.
func (s *system) greet(ctx context.Context) error {
	for range 100 {
		complete := true
		for _, c := range slices.Concat(s.rooms...) {
			heard, err := c.greet()
			if err != nil {
				return err
			}
			complete = complete && heard
		}
		time.Sleep(500 * time.Millisecond) // also for the last of them to arrive
		if complete {
			return ctx.Err()
		}
	}

	return errors.New("the clients do not hear each other")
}

func (s *system) startBroker(ctx context.Context, addr string) (*process, error) {
	return start(ctx, s.program, 1, "-listen", "", "-broker", addr)
}

// restartBroker stops the broker for a second.
func (s *system) restartBroker(ctx context.Context) (err error) {
	addr := strings.TrimPrefix(s.broker.addrs[0], "nats://")
	s.broker.stop()
	time.Sleep(time.Second)
	s.broker, err = s.startBroker(ctx, addr)
	return err
}

// close ends the processes and returns the time of processors that they took.
func (s *system) close() (relays, broker time.Duration) {
	for _, room := range s.rooms {
		for _, c := range room {
			c.conn.Close()
		}
	}
	for _, r := range s.relays {
		relays += r.stop()
	}
	if s.broker != nil {
		broker = s.broker.stop()
	}
	return relays, broker
}
