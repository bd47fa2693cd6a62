// Bench compares the speed of the library with other codecs for Go, with the engines, and with a
// floor, a codec that does the least possible work. It prints a table of ratios.
//
//	go run ./bench                             # in the directory cmd
//	go run ./bench -run 'entity|scene' -rounds 200
//	go run ./bench -base 'Godot 3'             # ratios to the time of Godot 3
//	go run ./bench -svg speed.svg              # also draws a chart
//	go run ./bench -growth                     # how the time grows with the size of a value
//	go run ./bench -text                       # text and JSON
//	go run ./bench -peers                      # servers with clients at 20 Hz
//	go run ./bench -write                      # all of it, to the files in this project
//
// All candidates encode and decode the same eleven values. They take turns in one process for many
// short samples, with 64 MiB of other live memory. The fastest sample counts. An engine takes part
// if bench finds it: godot3-server on the PATH, or the programs in the variables GODOT3 and GODOT4
// or GODOT4_NATIVE. bench sends orders over a connection to a script in the engine, which calls
// var_to_bytes, var_to_str and similar functions in a loop.
//
// "structs" are Go structs and slices; "any" are maps and slices of any. The code for each package
// is the usual one, without tuning.
//
// -peers starts servers in Go and in the engines, which do the same work for clients of this
// program. It needs Linux.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// liveHeap is the size of the live memory beside the measured work. With an empty heap the garbage
// collector would run after each 4 MiB of garbage, and slow down every candidate that allocates.
const liveHeap = 64 << 20

func main() {
	log.SetFlags(0)
	if os.Getenv(serveVariable) != "" {
		serveGame(os.Stdin, os.Stdout)
		return
	}

	var o options
	flag.StringVar(&o.workloads, "run", "", "regular expression of workloads; empty: all")
	flag.StringVar(&o.candidates, "with", "", "regular expression of candidates; empty: all")
	flag.StringVar(&o.base, "base", "godotvariant",
		"candidate whose time the others are divided by")
	flag.IntVar(&o.rounds, "rounds", 50, "samples of everything")
	flag.DurationVar(&o.sample, "sample", time.Millisecond, "length of a sample")
	flag.DurationVar(&o.limit, "limit", 15*time.Second,
		"after it, a workload gets no more samples; 0: no limit")
	flag.BoolVar(&o.growth, "growth", false, "measure how time grows with size")
	flag.IntVar(&o.most, "most", 0, "largest size of -growth and -peers; 0: all")
	flag.BoolVar(&o.peers, "peers", false, "measure servers with clients at 20 Hz")
	flag.DurationVar(&o.play, "play", 5*time.Second, "how long the clients of -peers play")
	flag.BoolVar(&o.text, "text", false, "measure text and JSON, with ratios to text")
	flag.StringVar(&o.svg, "svg", "", "file to draw a chart to")
	flag.BoolVar(&o.write, "write", false,
		"measure everything and write the documents and charts of this project")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	if err := run(ctx, o, os.Stdout, os.Stderr); err != nil {
		log.Fatal("bench: ", err)
	}
}

type options struct {
	workloads, candidates string // regular expressions
	base                  string
	settings
	growth bool
	most   int
	text   bool
	peers  bool
	play   time.Duration
	svg    string
	write  bool
	dir    string // path of the directory cmd; "" is the current directory
}

// A measurement measures what the options select, and reports its progress.
type measurement func(ctx context.Context, o options, progress io.Writer) (report, error)

// run measures what the options select, and writes the tables to out. The argument progress gets
// reports of its progress.
func run(ctx context.Context, o options, out, progress io.Writer) error {
	if o.rounds < 1 {
		return fmt.Errorf("-rounds %d: it must be at least 1", o.rounds)
	}
	if o.text && o.svg != "" {
		return errors.New("-text has no chart: it can't be used with -svg")
	}
	if o.write {
		return writeAll(ctx, o, progress)
	}

	var measure measurement = measureSpeed

	switch {
	case o.growth:
		measure = measureGrowth
	case o.text:
		measure = measureText
	case o.peers:
		measure = measurePeers
	}

	r, err := measure(ctx, o, progress)
	if err != nil {
		return err
	}

	if _, err := io.WriteString(out, r.markdown()); err != nil {
		return err
	}

	if o.svg != "" {
		return os.WriteFile(o.svg, []byte(r.svg()), 0o644)
	}

	return nil
}

// writeAll measures speed, text, growth and servers, and writes the documents and charts of the
// project.
func writeAll(ctx context.Context, o options, progress io.Writer) error {
	if o.growth || o.text || o.peers || o.svg+o.workloads+o.candidates != "" {
		return errors.New("-write measures everything: " +
			"it can't be used with -growth, -text, -peers, -svg, -run or -with")
	}

	folder := filepath.Join(o.dir, "bench")
	readme, err := openDocument(filepath.Join(folder, "README.md"), "summary", "speed",
		"text", "growth", "peers")
	if err != nil {
		return fmt.Errorf("in the directory cmd: %w", err)
	}

	var all []report
	for _, measure := range []measurement{measureSpeed, measureText, measureGrowth, measurePeers} {
		r, err := measure(ctx, o, progress)
		if err != nil {
			return err
		}
		all = append(all, r)
	}

	summary := ""
	for _, r := range all {
		summary += r.summary()
		err = errors.Join(err, readme.set(r.section(), r.markdown()))
		if chart := r.svg(); chart != "" {
			file := filepath.Join(folder, r.section()+".svg")
			err = errors.Join(err, os.WriteFile(file, []byte(chart), 0o644))
		}
	}

	return errors.Join(err, readme.set("summary", summary), readme.save())
}
