package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"godotvariant/internal/test/chart"
)

// head is the header of the table.
const head = `| processes | clients | ack p50 | ack p99 | tick p50 | tick p99 | late acks | ` +
	`lost | processors, rooms | processors, NATS | clients a processor | ` +
	`bus, bytes a player and second |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`

// late is the time after which an acknowledgement is late.
const late = 250 * time.Millisecond

// A row has the results for one number of processes and one number of clients.
type row struct {
	processes, clients int
	acks, gaps         []time.Duration // sorted durations
	late               int             // number of late acknowledgements, see the constant late
	lost               int64
	rooms, broker      float64 // average numbers of processors in use
	bus                float64 // bytes on the bus for each player in each second
}

// String returns the row as a line of the table.
func (r row) String() string {
	return fmt.Sprintf("| %d | %d | %.1f ms | %.1f ms | %.1f ms | %.1f ms | %.2f %% | %d | %.2f | "+
		"%.2f | %.0f | %.0f |", r.processes, r.clients, ms(part(r.acks, .5)),
		ms(part(r.acks, .99)), ms(part(r.gaps, .5)), ms(part(r.gaps, .99)),
		100*float64(r.late)/float64(len(r.acks)), r.lost, r.rooms, r.broker,
		float64(r.clients)/(r.rooms+r.broker), r.bus)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// part returns a quantile of sorted durations. The argument level says which one: 0.99 means the
// 99th percentile.
func part(sorted []time.Duration, level float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(float64(len(sorted))*level), len(sorted)-1)]
}

// loads prints a table: for each number of processes and clients, how long messages wait for their
// acknowledgements.
func (p plan) loads(ctx context.Context, program string) error {
	if len(p.clients) == 0 {
		return nil
	}
	fmt.Fprintf(p.out, "\n## Clients\n\n"+
		"Rooms of %d players, who all walk; %v for each row.\n\n%s\n", p.room, p.period, head)

	var rows []row
	for _, processes := range p.processes {
		for _, clients := range p.clients {
			r, err := p.measure(ctx, program, processes, clients)
			if err != nil {
				return fmt.Errorf("%d processes, %d clients: %w", processes, clients, err)
			}
			rows = append(rows, r)
			fmt.Fprintln(p.out, r)
		}
	}

	return p.draw("clients", chartOf(rows))
}

// measure starts new processes, and returns one row of the table.
func (p plan) measure(
	ctx context.Context, program string, processes, clients int,
) (r row, err error) {
	s, err := p.open(ctx, program, processes)
	if err != nil {
		return row{}, err
	}

	r = row{processes: processes, clients: clients}
	begin := time.Now()
	defer func() {
		age := time.Since(begin)
		r.broker = s.close().Seconds() / age.Seconds()
	}()

	playing, stop := context.WithCancel(ctx)
	defer stop()

	players, err := p.players(playing, s, clients)
	if err != nil {
		return r, err
	}

	if err := p.play(ctx, s, players, &r); err != nil {
		return r, err
	}

	for _, one := range players {
		acks, gaps := one.measured()
		r.acks = append(r.acks, acks...)
		r.gaps = append(r.gaps, gaps...)
		r.lost += one.lost()
		if one.why != "" {
			err = errors.New("a message was refused: " + one.why)
		}
	}

	slices.Sort(r.acks)
	slices.Sort(r.gaps)
	r.late = len(r.acks) - sortedBelow(r.acks, late)
	return r, err
}

// sortedBelow returns the number of sorted durations that are below a limit.
func sortedBelow(sorted []time.Duration, limit time.Duration) int {
	n, _ := slices.BinarySearch(sorted, limit)
	return n
}

// players connects players, and waits until all have joined. The players of each room are spread
// over the processes.
func (p plan) players(ctx context.Context, s *system, clients int) ([]*player, error) {
	players := make([]*player, clients)
	for i := range players {
		room := fmt.Sprint("room", i/p.room)
		players[i] = newPlayer(fmt.Sprint("player", i), room, s.addresses(i))
		go players[i].client.Run(ctx)
	}

	return players, wait(ctx, "join", players, func(one *player) bool {
		return one.client.Joined() > 0
	})
}

// play lets the players walk for the period, and waits until all messages are acknowledged.
func (p plan) play(ctx context.Context, s *system, players []*player, r *row) error {
	walking, stop := context.WithCancel(ctx)
	defer stop()

	var walks sync.WaitGroup
	for i, one := range players {
		delay := pace * time.Duration(i) / time.Duration(len(players))
		walks.Go(func() { one.walk(walking, delay) })
	}

	if err := pause(ctx, 2*time.Second); err != nil { // time to warm up
		return err
	}
	for _, one := range players {
		one.forget()
	}

	usage, err := s.usage()
	if err != nil {
		return err
	}
	begin := time.Now()
	if err := pause(ctx, p.period); err != nil {
		return err
	}
	after, err := s.usage()
	if err != nil {
		return err
	}

	seconds := time.Since(begin).Seconds()
	r.rooms = (after.processors - usage.processors) / seconds
	r.bus = (after.bus - usage.bus) / seconds / float64(len(players))
	stop()
	walks.Wait()

	return wait(ctx, "hear that all messages are accepted", players, func(one *player) bool {
		return one.client.Waiting() == 0 && one.lost() == 0
	})
}

// A usage has the processor time and the bus bytes of processes since their start.
type usage struct{ processors, bus float64 } // in seconds and bytes

func (s *system) usage() (u usage, err error) {
	u.processors, err = s.sum("process_cpu_seconds_total")
	if err == nil {
		u.bus, err = s.sum("rooms_bus_bytes_total")
	}
	return u, err
}

// chartOf returns a chart of how long acknowledgements take.
func chartOf(rows []row) chart.Chart {
	c := chart.Chart{
		Title: "From a message to its acknowledgement", X: "clients", Y: "milliseconds", LogY: true,
	}

	for _, r := range rows {
		n := len(c.Lines)
		if n == 0 || c.Lines[n-1].Color != r.processes {
			name := fmt.Sprintf("%d processes", r.processes)
			c.Lines = append(c.Lines,
				chart.Line{Name: name + ", p50", Color: r.processes},
				chart.Line{Name: name + ", p99", Color: r.processes, Dashed: true})
			n += 2
		}

		x := float64(r.clients)
		c.Lines[n-2].Points = append(c.Lines[n-2].Points, [2]float64{x, ms(part(r.acks, .5))})
		c.Lines[n-1].Points = append(c.Lines[n-1].Points, [2]float64{x, ms(part(r.acks, .99))})
	}

	return c
}
