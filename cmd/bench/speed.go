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

// measureSpeed measures the candidates and workloads that the options select.
func measureSpeed(ctx context.Context, o options, progress io.Writer) (report, error) {
	s, err := measure(ctx, o, progress, workloads(), convert(locals(), localCandidate.candidate),
		(*godot).candidate)
	if err != nil {
		return nil, err
	}

	s.about.formats = formatVersions("github.com/tinylib/msgp", "github.com/fxamacker/cbor/v2",
		"github.com/vmihailenco/msgpack/v5", "google.golang.org/protobuf")
	return s, nil
}

// measure measures the workloads, candidates and engines that the options select.
func measure(ctx context.Context, o options, progress io.Writer, works []workload,
	candidates []candidate, ofEngine func(*godot) candidate) (speed, error) {
	wanted, err := regexp.Compile(o.workloads)
	rivals, rivalsErr := regexp.Compile(o.candidates)
	if err := errors.Join(err, rivalsErr); err != nil {
		return speed{}, err
	}

	godots, stop, err := startGodots(progress)
	defer stop()

	if err != nil {
		return speed{}, err
	}

	var chosen []candidate
	for _, c := range append(candidates, convert(godots, ofEngine)...) {
		if c.name == o.base || rivals.MatchString(c.name) {
			chosen = append(chosen, c)
		}
	}

	s := speed{newAbout(o.settings, godots), table{base: o.base}}
	live := make([]byte, liveHeap)

	for _, w := range works {
		if err := ctx.Err(); err != nil {
			return speed{}, err
		}
		if !wanted.MatchString(w.name) {
			continue
		}

		fmt.Fprintln(progress, "measuring", w.name)
		lanes, err := measureWorkload(w, chosen, o.settings)
		if err != nil {
			return speed{}, err
		}

		s.lanes = append(s.lanes, lanes...)
		s.about.measured(lanes)
	}

	runtime.KeepAlive(live)

	if len(s.lanes) == 0 {
		return speed{}, fmt.Errorf("no workload matches %q", o.workloads)
	}

	return s, nil
}

func (speed) section() string { return "speed" }

func (s speed) markdown() string { return s.table.markdown() + s.about.String() + "\n" }

// summary returns a list of the times to encode and to decode one entity.
func (s speed) summary() string {
	var b strings.Builder
	b.WriteString("An entity is a Dictionary with ten keys. To encode and to decode it takes\n\n")

	line := func(kind string, candidates ...string) {
		fmt.Fprintf(&b, "- %s:", kind)
		separator := " "
		for i := 0; i < len(candidates); i += 2 {
			name, candidate := candidates[i], candidates[i+1]
			if s.find(candidate, "entity", encode) == nil {
				continue
			}

			fmt.Fprintf(&b, "%s%s %s and %s", separator, name, s.time(candidate, "entity", encode),
				s.time(candidate, "entity", decode))
			separator = ",\n  "
		}

		b.WriteString("\n")
	}

	line("from and to structs", "godotvariant", "godotvariant, structs",
		"generated MessagePack", "msgp, generated", "cbor", "cbor, structs",
		"encoding/json", "json, structs")

	line("from and to values of any type", "godotvariant", s.base, "cbor", "cbor, any",
		"encoding/json", "json, any", "Godot 3 in a loop of GDScript", "Godot 3")
	return b.String() + "\n"
}
