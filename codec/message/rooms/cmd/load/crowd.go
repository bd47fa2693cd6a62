package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"godotvariant/codec/message/rooms"
	"godotvariant/internal/test/chart"
	"godotvariant/math"
	"godotvariant/variant"
)

// A crowd is many rooms with one player each, spread over three processes. A player sends a
// message, waits for the acknowledgement, and then pauses before the next message.
type crowd struct {
	pace    time.Duration
	system  *system
	members []*member
}

// A member is the player of a room in a crowd.
type member struct {
	room   string
	client *rooms.Client

	mu    sync.Mutex
	sent  time.Time // time when the unacknowledged message was sent; zero if there is none
	worst time.Duration
	next  chan struct{} // gets an item after an acknowledgement
}

// crowds starts three processes with rooms and kills one of them, for each number of rooms in the
// plan. It prints how long the rooms of the killed process had no owner, and how long players
// waited for an acknowledgement.
func (p plan) crowds(ctx context.Context, program string) error {
	if len(p.rooms) == 0 {
		return nil
	}
	fmt.Fprintf(p.out, "\n## Takeover of many rooms\n\n"+
		"One of three processes was killed. Each room has a player who says something %v after "+
		"each acknowledgement. Times are p50, p99 and the worst, in seconds. All players saw all "+
		"their messages in the end.\n\n"+
		"| rooms | of the dead process | until a new owner | until an acknowledgement | "+
		"the same in other rooms |\n"+
		"| ---: | ---: | ---: | ---: | ---: |\n", p.pace)

	var all []takeover
	for _, n := range p.rooms {
		t, err := p.takeover(ctx, program, n)
		if err != nil {
			return fmt.Errorf("%d rooms: %w", n, err)
		}
		all = append(all, t)
		fmt.Fprintln(p.out, t)
	}

	return p.draw("takeover", chartOfTakeovers(all))
}

// takeover makes n rooms on three processes, kills one process, and measures how soon its rooms
// have new owners.
func (p plan) takeover(ctx context.Context, program string, n int) (t takeover, err error) {
	s, err := p.open(ctx, program, 3)
	if err != nil {
		return t, err
	}
	defer s.close()

	ctx, stop := context.WithCancel(ctx)
	defer stop()

	c := &crowd{pace: p.pace, system: s}
	if err := c.enter(ctx, n); err != nil {
		return t, err
	}

	playing, halt := context.WithCancel(ctx)
	defer halt()
	var players sync.WaitGroup
	for _, m := range c.members {
		players.Go(func() { m.play(playing, p.pace) })
	}
	if err := pause(ctx, p.period); err != nil {
		return t, err
	}

	t, err = c.kill(ctx)
	if err != nil {
		return t, err
	}
	halt()
	players.Wait()

	return t, wait(ctx, "see all messages", c.members, (*member).done)
}

// enter lets the players join. The players use the gateways of the processes in turn.
func (c *crowd) enter(ctx context.Context, n int) error {
	for i := range n {
		m := &member{room: fmt.Sprint("room", i), next: make(chan struct{}, 1)}
		m.client = &rooms.Client{
			Addresses: c.system.addresses(i), Room: m.room, Token: m.room, OnAck: m.onAck,
		}
		c.members = append(c.members, m)
		go m.client.Run(ctx)
	}
	return wait(ctx, "join", c.members, func(m *member) bool { return m.client.Joined() > 0 })
}

// String names the player in errors.
func (m *member) String() string { return "the player of " + m.room }

// done reports whether all messages of the player are acknowledged, and the state has each of them
// exactly once.
func (m *member) done() bool {
	return m.client.Waiting() == 0 && lost(m.client, m.client.Token) == 0
}

// play sends messages again and again until ctx is done.
func (m *member) play(ctx context.Context, pace time.Duration) {
	for {
		m.mu.Lock()
		m.sent = time.Now()
		m.client.Do(variant.NewDictionary(variant.KV("go", math.V2(0, 0))))
		m.mu.Unlock()

		select {
		case <-ctx.Done():
			return
		case <-m.next:
		}
		if pause(ctx, pace) != nil {
			return
		}
	}
}

func (m *member) onAck(int64, string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.worst = max(m.worst, time.Since(m.sent))
	m.sent = time.Time{}
	m.next <- struct{}{}
}

// forget deletes the longest wait. A message that still waits for its acknowledgement counts later,
// with the whole time since it was sent.
func (m *member) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.worst = 0
}

// longest returns the longest wait for an acknowledgement since the last call of forget.
func (m *member) longest() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sent.IsZero() {
		return m.worst
	}
	return max(m.worst, time.Since(m.sent))
}

// A takeover has the measurements after a kill.
type takeover struct {
	rooms  int
	owned  []time.Duration // time until each room of the dead process had a new owner
	waited []time.Duration // longest wait for an acknowledgement in each room of the dead process
	others []time.Duration // longest wait for an acknowledgement in each of the other rooms
}

// String returns the result as a line of the table.
func (t takeover) String() string {
	text := func(all []time.Duration) string {
		return fmt.Sprintf("%.2f, %.2f, %.2f", part(all, .5).Seconds(), part(all, .99).Seconds(),
			part(all, 1).Seconds())
	}
	return fmt.Sprintf("| %d | %d | %s | %s | %s |", t.rooms, len(t.owned), text(t.owned),
		text(t.waited), text(t.others))
}

// chartOfTakeovers returns a chart of how long rooms have no owner, and of how long players get no
// acknowledgement.
func chartOfTakeovers(all []takeover) chart.Chart {
	c := chart.Chart{Title: "After the death of one of three processes", X: "rooms", Y: "seconds"}
	for i, what := range []string{"a new owner", "an acknowledgement"} {
		for k, q := range []float64{.5, .99} {
			l := chart.Line{Name: fmt.Sprintf("%s, p%.0f", what, 100*q), Color: i, Dashed: k > 0}
			for _, t := range all {
				times := [][]time.Duration{t.owned, t.waited}[i]
				l.Points = append(l.Points, [2]float64{float64(t.rooms), part(times, q).Seconds()})
			}
			c.Lines = append(c.Lines, l)
		}
	}
	return c
}

// kill kills the first process, and returns the measurements. It waits until each room of this
// process has a new owner, and then 10 seconds more, so that all players notice the kill.
func (c *crowd) kill(ctx context.Context) (t takeover, err error) {
	victim := c.system.processes[0]
	lost := victim.owned()
	if len(lost) == 0 {
		return t, errors.New("the process to be killed has no rooms")
	}

	for _, m := range c.members {
		m.forget()
	}
	began := time.Now()
	victim.kill()

	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for room := range lost {
		at, err := c.system.ownedAfter(ctx, room, began)
		if err != nil {
			return t, fmt.Errorf("%s has no new owner: %w", room, err)
		}
		t.owned = append(t.owned, at.Sub(began))
	}
	if err := pause(ctx, 10*time.Second); err != nil { // by then all players have noticed the kill
		return t, err
	}

	t.rooms = len(c.members)
	for _, m := range c.members {
		if _, is := lost[m.room]; is {
			t.waited = append(t.waited, m.longest())
		} else {
			t.others = append(t.others, m.longest())
		}
	}
	for _, times := range [][]time.Duration{t.owned, t.waited, t.others} {
		slices.Sort(times)
	}
	return t, nil
}
