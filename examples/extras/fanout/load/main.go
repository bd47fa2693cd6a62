// Load measures fanout. It starts a broker and relays as separate processes and connects clients to
// them. The clients send messages at a rate that rises until messages are late or lost. The result
// is a table in Markdown.
//
// In the directory examples/extras:
//
//	go run ./fanout/load
//	go run ./fanout/load -processes 2 -rates 200 -restart
//
// The clients are in this process. A message is a Dictionary with its planned time, so a message
// that is sent late counts as late.
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

// plan has the settings of the measurement.
type plan struct {
	processes []int // numbers of relay processes
	rooms     int
	clients   int           // in each room
	rates     []int         // messages a second from all clients together
	duration  time.Duration // of each rate
	late      time.Duration // a p99 above it ends the rise of the rate
	runs      int           // of each rate; see best
	restart   bool          // stop the broker in the middle, and start it again
}

func main() {
	var p plan
	processes := flag.String("processes", "1,2,4",
		"numbers of relay processes, separated by commas")
	flag.IntVar(&p.rooms, "rooms", 1, "rooms, each of them on every relay process")
	flag.IntVar(&p.clients, "clients", 100, "clients in each room")
	rates := flag.String("rates", "250,500,1000,2000,3000,4000,5000",
		"messages a second from all clients together, separated by commas")
	flag.DurationVar(&p.duration, "for", 5*time.Second, "how long for each rate")
	flag.DurationVar(&p.late, "late", 100*time.Millisecond,
		"p99 after which the rate rises no further")
	flag.IntVar(&p.runs, "runs", 1, "how often to measure each rate; the table has the best")
	flag.BoolVar(&p.restart, "restart", false,
		"stop the broker in the middle of each rate, for a second")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	var err error
	p.processes, err = numbers(*processes)
	if err == nil {
		p.rates, err = numbers(*rates)
	}
	if err == nil {
		err = p.run(ctx, os.Stdout)
	}

	if err != nil {
		log.Fatal(err)
	}
}

// numbers returns the numbers that commas separate.
func numbers(s string) ([]int, error) {
	var all []int
	for text := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not a number from 1", text)
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

			line(out, n, fmt.Sprintf("%d × %d", p.rooms, p.clients), rate, int(row.perSecond),
				row.p50, row.p99, row.lost, row.said, row.disordered,
				percent(row.relayCPU), percent(row.brokerCPU))

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

// best returns the run with the fewest losses, and of those the one with the least p99. Other work
// on the machine can only make a run worse.
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
