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
	restart   bool          // stop the broker in the middle, and start it again
}

func main() {
	var p plan
	processes := flag.String("processes", "1,2,4", "how many relay processes, by commas")
	flag.IntVar(&p.rooms, "rooms", 1, "rooms, each of them on every relay process")
	flag.IntVar(&p.clients, "clients", 100, "clients in each room")
	rates := flag.String("rates", "100,250,500,1000,1500,2000,3000", "messages a second from all clients together, by commas")
	flag.DurationVar(&p.duration, "for", 10*time.Second, "how long for each rate")
	flag.DurationVar(&p.late, "late", 100*time.Millisecond, "p99 after which the rate rises no further")
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
	fmt.Fprintln(out, "| relay processes | rooms × clients | messages/s | deliveries/s | p50 | p99 | lost | of them said | out of order | CPU: relays | CPU: broker |")
	fmt.Fprintln(out, "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, n := range p.processes {
		for _, rate := range p.rates {
			row, err := p.measure(ctx, program, n, rate)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "| %d | %d × %d | %d | %.0f | %v | %v | %d | %d | %d | %.0f %% | %.0f %% |\n", n, p.rooms, p.clients, rate,
				row.perSecond, row.p50, row.p99, row.lost, row.said, row.disordered, 100*row.relayCPU, 100*row.brokerCPU)
			if row.p99 > p.late || row.lost > 0 && !p.restart {
				break
			}
		}
	}
	return nil
}
