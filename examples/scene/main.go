// Command scene builds a level out of Go values, writes it for Godot 3, Godot 4
// and Godot 4 in double precision, reads each back, and prints what came of it.
//
//	go run ./examples/scene
//	go run ./examples/scene -out levels   # keep the files
//
// Each file is one record as Godot's store_var(value, true) writes it, so that
// in Godot: var level = file.get_var(true).
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"godotvariant/codec"
	"godotvariant/variant"
)

// targets are the engines that the level is written for.
var targets = []struct {
	name, file string
	options    codec.Options
}{
	{"Godot 3", "level-godot3.var", codec.Options{Dialect: codec.Godot3, FullObjects: true}},
	{"Godot 4", "level-godot4.var", codec.Options{Dialect: codec.Godot4, FullObjects: true}},
	{"Godot 4 double", "level-godot4-double.var", codec.Options{Dialect: codec.Godot4, Precision: variant.Double, FullObjects: true}},
}

func main() {
	out := flag.String("out", "", "directory to keep the files in")
	flag.Parse()
	if err := run(os.Stdout, *out); err != nil {
		fmt.Fprintln(os.Stderr, "scene:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, dir string) error {
	scene := level()
	for i, target := range targets {
		c, err := codec.New(target.options)
		if err != nil {
			return err
		}
		packet, err := c.Encode(scene)
		if err != nil {
			return err
		}
		back, err := c.Decode(packet)
		if err != nil {
			return err
		}
		if i == 0 {
			printTree(w, "level", back, 0)
		}
		fmt.Fprintf(w, "\n%s: %d bytes\n", target.name, len(packet))
		if err := compare(w, scene, back); err != nil {
			return err
		}
		if dir != "" {
			if err := store(filepath.Join(dir, target.file), packet); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare prints the numbers that came back as others than they went.
func compare(w io.Writer, sent, got variant.Variant) error {
	if variant.Equal(sent, got) {
		fmt.Fprintln(w, "  came back bit by bit as it was")
		return nil
	}
	fmt.Fprintln(w, "  rounded to single precision:")
	parts := map[string]variant.Variant{}
	for path, v := range variant.Walk(got) {
		parts[path.String()] = v
	}
	for path, want := range variant.Walk(sent) {
		if _, container := want.(variant.Container); container {
			continue
		}
		v, ok := parts[path.String()]
		switch {
		case !ok:
			return fmt.Errorf("%v is missing", path)
		case variant.Equal(want, v):
		case want.Type() != v.Type():
			return fmt.Errorf("%v came back as %v", path, v.Type())
		default:
			fmt.Fprintf(w, "    %v: %v\n", slices.Clone(path), changed(want, v))
		}
	}
	return nil
}

// changed shows a value that was rounded. Its text may be the same, because a
// number that single precision has given prints as short as single precision allows.
func changed(sent, got variant.Variant) string {
	return fmt.Sprintf("%#v → %#v", sent, got)
}

// store writes one record: the packet's length in 4 bytes, and the packet.
func store(path string, packet []byte) error {
	record := binary.LittleEndian.AppendUint32(nil, uint32(len(packet)))
	return os.WriteFile(path, append(record, packet...), 0o644)
}
