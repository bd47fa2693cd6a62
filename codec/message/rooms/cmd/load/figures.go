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

	"godotvariant/internal/test/prose"
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
	fmt.Fprintf(&text, "# Figures\n\nMeasured on %s by this command:\n\n"+
		"```sh\ngo run ./cmd/load %s\n```\n\n",
		time.Now().UTC().Format(time.DateOnly), strings.Join(os.Args[1:], " "))
	fmt.Fprintf(&text, "The machine has %d processors%s. It ran everything, with %s and NATS %s. "+
		"Each record was stored by %d NATS server(s). %s\n",
		runtime.NumCPU(), model(), runtime.Version(), server.VERSION, p.servers, busy())
	p.out = &text

	err := run(ctx, p)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(prose.Wrap(text.String())), 0o666)
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

// busy returns a text about the load of the machine before the measurement, as Linux reports it, or
// "".
func busy() string {
	load, _ := os.ReadFile("/proc/loadavg") // other systems do not have this file
	fields := strings.Fields(string(load))
	if len(fields) < 2 {
		return ""
	}
	return fmt.Sprintf("In the five minutes before, the load average of the machine was %s.",
		fields[1])
}
