package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"godotvariant/internal/test/chart"
)

// A change has the cost of a tick in which some players of a room move.
type change struct {
	moving int
	bytes  float64       // bytes that all processes send on the bus in a tick
	work   time.Duration // processor time in a tick, of all processes that have rooms
}

// changes prints the cost of a tick for each number of players who move.
func (p plan) changes(ctx context.Context, program string) error {
	if len(p.moves) == 0 {
		return nil
	}
	fmt.Fprintf(p.out, "\n## What a change costs\n\n"+
		"A room of %d players, of whom some walk and the others stand still. Nobody sends a "+
		"message. Its owner and a gateway share the players. Bytes are those from the owner to "+
		"gateways, with what gateways tell the owner once a second; work is that of all "+
		"processes.\n\n"+
		"| who walk | bytes a tick | bytes a move | work a tick |\n"+
		"| ---: | ---: | ---: | ---: |\n", p.room)

	var all []change
	for _, moving := range p.moves {
		c, err := p.move(ctx, program, min(moving, p.room))
		if err != nil {
			return fmt.Errorf("%d players move: %w", moving, err)
		}
		all = append(all, c)
		fmt.Fprintf(p.out, "| %d | %.0f | %.1f | %.2f ms |\n", c.moving, c.bytes,
			c.bytes/float64(c.moving), ms(c.work))
	}

	return p.draw("changes", chartOfChanges(all))
}

// move measures the cost of a tick in a room. The argument walkers is the number of players
// who walk. No player sends a message.
func (p plan) move(ctx context.Context, program string, walkers int) (c change, err error) {
	s, err := p.open(ctx, program, 2)
	if err != nil {
		return c, err
	}
	defer s.close()

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	players, err := p.players(ctx, s, p.room)
	if err != nil {
		return c, err
	}
	for i, one := range players {
		speed := 0.0
		if i < walkers {
			speed = 1
		}
		one.do(speed, 0)
	}
	err = wait(ctx, "hear that it walks", players, func(one *player) bool {
		return one.client.Waiting() == 0
	})
	if err != nil {
		return c, err
	}

	before, err := s.cost()
	if err == nil {
		err = pause(ctx, p.period)
	}
	after, err2 := s.cost()
	ticks := after.ticks - before.ticks
	if ticks == 0 {
		return c, errors.Join(err, err2, errors.New("the room has no ticks"))
	}

	c = change{
		moving: walkers, bytes: (after.bus - before.bus) / ticks,
		work: time.Duration((after.processors - before.processors) / ticks * float64(time.Second)),
	}
	return c, errors.Join(err, err2)
}

// A cost has the sums of the counters of all processes with rooms, since their start.
type cost struct{ ticks, bus, processors float64 } // bus is the number of sent bytes

func (s *system) cost() (c cost, err error) {
	c.ticks, err = s.sum("rooms_tick_seconds_count")
	if err == nil {
		c.bus, err = s.sum("rooms_bus_bytes_total", `direction="out"`)
	}
	if err == nil {
		c.processors, err = s.sum("process_cpu_seconds_total")
	}
	return c, err
}

func chartOfChanges(all []change) chart.Chart {
	line := chart.Line{Name: "bytes from the owner to gateways"}
	for _, c := range all {
		line.Points = append(line.Points, [2]float64{float64(c.moving), c.bytes})
	}
	return chart.Chart{
		Title: "A tick on the bus", X: "players who move", Y: "bytes", Lines: []chart.Line{line},
	}
}
