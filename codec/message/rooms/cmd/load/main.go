// Load measures the program rooms: many processes of it, NATS servers, and players, all on this
// machine. It prints tables, or writes FIGURES.md of package rooms, with its charts beside it:
//
//	go run ./cmd/load -write FIGURES.md    # about 10 minutes
//
// In rooms with many players, each player walks, and sends a message twice a second. The room has a
// new state at every tick. If a flag such as -kills or -rooms is 0, its measurement is left out.
// The next command measures the cost of storing each record on the disk before it is acknowledged
// (sync_interval: always):
//
//	go run ./cmd/load -processes 1 -clients 100,400 -kills 0 -rooms 0 -moves 0 -sync
//
// The next command kills a process that owns a third of many rooms, and measures how long its rooms
// have no owner. Each of three NATS servers stores each record:
//
//	go run ./cmd/load -clients 0 -kills 0 -moves 0 -rooms 1200 -servers 3
package main

import (
	"context"
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
	rooms := flag.String("rooms", "30,100,300",
		"numbers of rooms of which a third loses its owner; 0: none")
	moves := flag.String("moves", "1,2,5,10,20", "numbers of players who move in a room; 0: none")
	flag.DurationVar(&p.pace, "pace", 500*time.Millisecond,
		"from an acknowledgement to the next message in these rooms")
	flag.IntVar(&p.servers, "servers", 1, "NATS servers, each of which stores all records")
	flag.BoolVar(&p.sync, "sync", false, "the NATS server waits for the disk; for one server")
	file := flag.String("write", "",
		"file for the figures, with charts beside it; empty: print them")
	flag.Parse()

	if text := os.Getenv(brokerVariable); text != "" {
		if err := serveBroker(text); err != nil {
			log.Fatal(err)
		}
		return
	}

	var err error
	for _, list := range []struct {
		to   *[]int
		text string
	}{
		{&p.processes, *processes}, {&p.clients, *clients}, {&p.rooms, *rooms}, {&p.moves, *moves},
	} {
		*list.to, err = numbers(list.text)
		if err != nil {
			log.Fatal(err)
		}
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *file != "" {
		err = p.write(ctx, *file)
	} else {
		err = run(ctx, p)
	}
	if err != nil {
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
