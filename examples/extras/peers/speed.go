package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strings"
)

// speed is the report of all candidates with all workloads.
type speed struct {
	about about
	table
}

// measureSpeed measures the candidates and workloads that were asked for.
func measureSpeed(ctx context.Context, o options, progress io.Writer) (report, error) {
	wanted, err := regexp.Compile(o.workloads)
	rivals, rivalsErr := regexp.Compile(o.candidates)
	if err := errors.Join(err, rivalsErr); err != nil {
		return nil, err
	}
	godots, stop, err := startGodots(progress)
	defer stop()
	if err != nil {
		return nil, err
	}
	var chosen []candidate
	for _, c := range append(convert(locals(), local.candidate), convert(godots, (*godot).candidate)...) {
		if c.name == o.base || rivals.MatchString(c.name) {
			chosen = append(chosen, c)
		}
	}

	s := speed{newAbout(o.settings, godots), table{base: o.base}}
	s.about.formats = formatVersions()
	live := make([]byte, liveHeap)
	for _, w := range workloads() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !wanted.MatchString(w.name) {
			continue
		}
		fmt.Fprintln(progress, "measuring", w.name)
		lanes, err := measureWorkload(w, chosen, o.settings)
		if err != nil {
			return nil, err
		}
		s.lanes = append(s.lanes, lanes...)
	}
	runtime.KeepAlive(live)
	if len(s.lanes) == 0 {
		return nil, fmt.Errorf("no workload matches %q", o.workloads)
	}
	return s, nil
}

func (speed) section() string { return "speed" }

func (s speed) markdown() string { return s.table.markdown() + s.about.String() + "\n" }

// summary has the figures of one entity.
func (s speed) summary() string {
	both := func(figure func(candidate, workload string, d direction) string, candidate string) []any {
		return []any{figure(candidate, "entity", encode), figure(candidate, "entity", decode)}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "An entity, a Dictionary with ten keys, takes %s to encode and %s to decode as values", both(s.time, s.base)...)
	fmt.Fprintf(&b, "; as a struct,\nwith a buffer and a destination that are used again, %s and %s, without an allocation.\n",
		both(s.time, "godotvariant, structs reused")...)
	fmt.Fprintf(&b, "Structs take %s and %s of the time of values with cbor", both(s.cell, "cbor, structs")...)
	fmt.Fprintf(&b, ", %s and %s with generated MessagePack", both(s.cell, "msgp, generated")...)
	fmt.Fprintf(&b, ",\nand %s and %s with encoding/json", both(s.cell, "json, structs")...)
	if s.find("Godot 3", "entity", encode) != nil {
		fmt.Fprintf(&b, "; Godot 3 takes %s and %s", both(s.cell, "Godot 3")...)
	}
	b.WriteString(".\n")
	return b.String()
}
