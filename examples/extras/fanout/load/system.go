package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"
)

// system is a broker, relays and clients.
type system struct {
	program string
	broker  *process
	relays  []*process
	rooms   [][]*client
}

// open starts the processes, and connects the clients of each room to its relays in turn.
func (p plan) open(ctx context.Context, program string, processes int) (*system, error) {
	s := &system{program: program}

	var err error
	s.broker, err = s.startBroker(ctx, "127.0.0.1:0")
	if err != nil {
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

// greet lets all clients greet until each has heard all others of its room.
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

		time.Sleep(500 * time.Millisecond) // the last greetings may still be on their way
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

// close ends the processes and returns the processor time that they used.
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
