package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// run measures everything, and prints the results.
func run(ctx context.Context, p plan) error {
	program, remove, err := build(ctx)
	if err != nil {
		return err
	}
	defer remove()

	for _, part := range []func(context.Context, string) error{
		p.loads, p.changes, p.takeovers, p.crowds,
	} {
		if err := part(ctx, program); err != nil {
			return err
		}
	}
	return nil
}

// write writes all figures to a file, and the charts to a folder beside it.
func (p plan) write(ctx context.Context, file string) error {
	p.charts = filepath.Join(filepath.Dir(file), "figures")
	if err := os.MkdirAll(p.charts, 0o777); err != nil {
		return err
	}

	var text strings.Builder
	fmt.Fprintf(&text, "# Figures\n\n"+
		"The command `go run ./cmd/load %s` has measured all this on %s: %d processors%s, %s, "+
		"NATS %s, everything on this one machine, %d NATS server(s) that all store each record. "+
		"%s\n",
		strings.Join(os.Args[1:], " "), time.Now().UTC().Format(time.DateOnly),
		runtime.NumCPU(), model(), runtime.Version(), server.VERSION, p.servers, busy())
	p.out = &text

	err := run(ctx, p)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text.String()), 0o666)
}

// model returns the name of the processor as Linux reports it, or "".
func model() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // other systems do not have this file
	name := regexp.MustCompile(`(?m)^model name\s*: (.*)$`).FindSubmatch(info)
	if name == nil {
		return ""
	}
	return fmt.Sprintf(" (%s)", name[1])
}

// busy returns a text about how busy the machine is before the measurement, as Linux reports it, or
// "".
func busy() string {
	load, _ := os.ReadFile("/proc/loadavg") // other systems do not have this file
	fields := strings.Fields(string(load))
	if len(fields) < 2 {
		return ""
	}
	return fmt.Sprintf("When it began, the load of the machine by other programs was %s (mean of "+
		"the last five minutes).", fields[1])
}
