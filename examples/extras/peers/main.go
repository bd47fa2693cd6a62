// Peers measures the library beside what else Go programs encode values with,
// and beside the engines themselves, and prints one table of ratios.
//
//	go run ./peers                             # in the directory examples/extras
//	go run ./peers -run 'entity|scene' -rounds 200
//	go run ./peers -base 'Godot 3'             # everything over the engine's time
//
// Every candidate carries the same eleven values. They take turns in one process
// for many short samples, beside a live heap of 64 MiB, and the fastest sample
// counts. Godot 3 takes part if there is a godot3-server on the PATH or the
// variable GODOT3 names one; Godot 4 needs GODOT4. A script there calls
// var2bytes or var_to_bytes in a loop and takes its turns on a connection.
//
// "structs" are Go structs and slices, "any" maps and slices of any, each as
// package users write them, without tuning.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"time"
)

// liveHeap is what a program keeps alive besides. With an empty heap the
// collector would run every 4 MiB, and all that allocate would look bad.
const liveHeap = 64 << 20

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.workloads, "run", "", "regular expression of workloads; empty: all")
	flag.StringVar(&o.candidates, "with", "", "regular expression of candidates; empty: all")
	flag.StringVar(&o.base, "base", "godotvariant", "candidate whose time the others are divided by")
	flag.IntVar(&o.rounds, "rounds", 50, "samples of everything")
	flag.DurationVar(&o.sample, "sample", time.Millisecond, "length of a sample")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, os.Stdout, os.Stderr); err != nil {
		log.Fatal(err)
	}
}

type options struct {
	workloads, candidates string // regular expressions
	base                  string
	settings
}

// run measures and writes the table to out, and what it is doing to progress.
func run(ctx context.Context, o options, out, progress io.Writer) error {
	wanted, err := regexp.Compile(o.workloads)
	if err != nil {
		return err
	}
	rivals, err := regexp.Compile(o.candidates)
	if err != nil {
		return err
	}
	if o.rounds < 1 {
		return fmt.Errorf("%d rounds, and one is the least", o.rounds)
	}
	all := convert(locals(), local.candidate)
	engines, stop, err := startGodots(progress)
	defer stop()
	if err != nil {
		return err
	}
	for _, e := range engines {
		all = append(all, e.candidate())
	}
	var chosen []candidate
	for _, c := range all {
		if c.name == o.base || rivals.MatchString(c.name) {
			chosen = append(chosen, c)
		}
	}

	live := make([]byte, liveHeap)
	t := table{base: o.base}
	for _, w := range workloads() {
		if !wanted.MatchString(w.name) || ctx.Err() != nil {
			continue
		}
		fmt.Fprintln(progress, "measuring", w.name)
		lanes, err := measureWorkload(w, chosen, o.settings)
		if err != nil {
			return err
		}
		t.lanes = append(t.lanes, lanes...)
	}
	runtime.KeepAlive(live)
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(t.lanes) == 0 {
		return fmt.Errorf("no workload matches %q", o.workloads)
	}
	return t.write(out)
}
