// Load measures the program rooms: many processes of it, one NATS server, and players, all on this
// machine. It prints the tables and draws the chart of README.md:
//
//	go run ./cmd/load                  # about 5 minutes
//	go run ./cmd/load -kills 0 -clients 40 -for 3s
//
// A player walks: it sends a message twice a second, and its room has a new state at every tick.
//
// What a disk costs that stores each record before it is acknowledged (sync_interval: always):
//
//	go run ./cmd/load -processes 1 -clients 100,400 -kills 0 -sync
//
// How long rooms have no owner if a process with a third of many rooms is killed, with three NATS
// servers that all store each record. Here a room has one player, who stands still:
//
//	go run ./cmd/load -clients 0 -kills 0 -rooms 1200 -servers 3
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"
)

func main() {
	p := plan{out: os.Stdout}
	processes := flag.String("processes", "1,2,4", "numbers of processes")
	clients := flag.String("clients", "100,200,400,800", "numbers of clients; 0: none")
	flag.IntVar(&p.room, "room", 20, "players of a room")
	flag.DurationVar(&p.period, "for", 15*time.Second, "how long a row is measured")
	flag.IntVar(&p.kills, "kills", 30, "how often the owner of a room is killed")
	flag.IntVar(&p.rooms, "rooms", 0, "rooms of which a third loses its owner; 0: none")
	flag.DurationVar(&p.pace, "pace", 500*time.Millisecond,
		"from an acknowledgement to the next message in these rooms")
	flag.IntVar(&p.servers, "servers", 1, "NATS servers, each of which stores all records")
	flag.BoolVar(&p.sync, "sync", false, "the NATS server waits for the disk; for one server")
	flag.StringVar(&p.chart, "chart", "", "file for the chart, in SVG")
	flag.Parse()

	if text := os.Getenv(brokerVariable); text != "" {
		if err := serveBroker(text); err != nil {
			log.Fatal(err)
		}
		return
	}

	var err error
	p.processes, err = numbers(*processes)
	if err == nil {
		p.clients, err = numbers(*clients)
	}
	if err != nil {
		log.Fatal(err)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, p); err != nil {
		log.Fatal(err)
	}
}

// numbers reads a list of positive numbers. "0" is an empty list.
func numbers(list string) ([]int, error) {
	if list == "0" {
		return nil, nil
	}

	var all []int
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not a list of positive numbers", list)
		}
		all = append(all, n)
	}
	return all, nil
}

// run measures all rows and all kills.
func run(ctx context.Context, p plan) error {
	program, remove, err := build(ctx)
	if err != nil {
		return err
	}
	defer remove()

	var rows []row
	if len(p.clients) > 0 {
		fmt.Fprintln(p.out, head)
	}
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

	if p.chart != "" {
		err = chartOf(rows).Save(p.chart)
	}
	if p.kills > 0 {
		err = errors.Join(err, p.takeovers(ctx, program))
	}
	if p.rooms > 0 {
		err = errors.Join(err, p.crowds(ctx, program))
	}

	return err
}
