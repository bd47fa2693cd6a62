// Load measures fanout: it starts a broker and relays as processes of their own,
// lets rooms full of clients talk through them at a rate that rises until
// messages are late or lost, and prints a table in Markdown.
//
// In the directory examples/extras:
//
//	go run ./fanout/load
//	go run ./fanout/load -processes 2 -rates 200 -restart
//
// The clients are in this process. A message is a Dictionary with the time when
// it was to be sent: a client that is late to send counts as a late message.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"
)

// plan is what to measure.
type plan struct {
	processes []int
	rooms     int
	clients   int // in each room
	rates     []int
	duration  time.Duration
	late      time.Duration // no higher rate where 1 of 100 deliveries takes longer
	runs      int           // of each rate, of which the one with the least loss and the least p99 counts
	restart   bool          // stop the broker in the middle, and start it again
}

func main() {
	var p plan
	processes := flag.String("processes", "1,2,4", "how many relay processes, by commas")
	flag.IntVar(&p.rooms, "rooms", 1, "rooms, each of them on every relay process")
	flag.IntVar(&p.clients, "clients", 100, "clients in each room")
	rates := flag.String("rates", "250,500,1000,2000,3000,4000,5000", "messages a second from all clients together, by commas")
	flag.DurationVar(&p.duration, "for", 5*time.Second, "how long for each rate")
	flag.DurationVar(&p.late, "late", 100*time.Millisecond, "p99 after which the rate rises no further")
	flag.IntVar(&p.runs, "runs", 1, "how often to measure each rate; the table has the best")
	flag.BoolVar(&p.restart, "restart", false, "stop the broker in the middle of each rate, for a second")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if p.processes, err = numbers(*processes); err == nil {
		if p.rates, err = numbers(*rates); err == nil {
			err = p.run(ctx, os.Stdout)
		}
	}
	if err != nil {
		log.Fatal(err)
	}
}

// numbers returns the numbers between commas.
func numbers(s string) ([]int, error) {
	var all []int
	for text := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is no number from 1", text)
		}
		all = append(all, n)
	}
	return all, nil
}

// run prints the table.
func (p plan) run(ctx context.Context, out io.Writer) error {
	program, remove, err := build(ctx)
	if err != nil {
		return err
	}
	defer remove()
	line(out, "relay processes", "rooms × clients", "messages/s", "deliveries/s", "p50", "p99",
		"lost", "said so", "out of order", "CPU: relays", "CPU: broker")
	line(out, slices.Repeat([]any{"---:"}, 11)...)
	for _, n := range p.processes {
		for _, rate := range p.rates {
			row, err := p.best(ctx, program, n, rate)
			if err != nil {
				return err
			}
			line(out, n, fmt.Sprintf("%d × %d", p.rooms, p.clients), rate, int(row.perSecond), row.p50, row.p99,
				row.lost, row.said, row.disordered, percent(row.relayCPU), percent(row.brokerCPU))
			if row.p99 > p.late || row.lost > 0 && !p.restart {
				break
			}
		}
	}

	return nil
}

// line prints a line of a table.
func line(out io.Writer, cells ...any) {
	for _, cell := range cells {
		fmt.Fprint(out, "| ", cell, " ")
	}
	fmt.Fprintln(out, "|")
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// best returns the best of some runs: other work on the machine makes a run worse and never
// better.
func (p plan) best(ctx context.Context, program string, processes, rate int) (row, error) {
	best, err := p.measure(ctx, program, processes, rate)
	for run := 1; run < p.runs && err == nil; run++ {
		var r row
		r, err = p.measure(ctx, program, processes, rate)
		if r.lost < best.lost || r.lost == best.lost && r.p99 < best.p99 {
			best = r
		}
	}
	return best, err
}
