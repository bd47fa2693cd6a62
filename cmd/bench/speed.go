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
	for _, c := range append(convert(locals(), local.candidate),
		convert(godots, (*godot).candidate)...) {
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
	entity := func(figure func(candidate, workload string, d direction) string,
		candidate string) string {
		return figure(candidate, "entity", encode) + " and " + figure(candidate, "entity", decode)
	}

	var b strings.Builder
	fmt.Fprintf(&b, "To encode and to decode an entity, a Dictionary with ten keys, takes %s as values, and\n"+
		"%s as a struct and a buffer that are used again, without an allocation.\n",
		entity(s.time, s.base), entity(s.time, "godotvariant, structs reused"))

	fmt.Fprintf(&b, "With structs, cbor takes %s as long as values, generated MessagePack %s,\nand encoding/json %s",
		entity(s.cell, "cbor, structs"), entity(s.cell, "msgp, generated"),
		entity(s.cell, "json, structs"))

	if s.find("Godot 3", "entity", encode) != nil {
		fmt.Fprintf(&b, "; Godot 3 in a loop of GDScript takes %s", entity(s.cell, "Godot 3"))
	}

	b.WriteString(".\n")
	return b.String()
}
