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
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

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
		if err := compare(w, c, scene, back); err != nil {
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

// compare prints what single precision made of the numbers, and makes sure that
// nothing else has changed.
func compare(w io.Writer, c *codec.Codec, sent, got variant.Variant) error {
	rounded := 0
	for path, number := range c.Audit(sent) {
		if rounded++; rounded == 1 {
			fmt.Fprintln(w, "  rounded to single precision:")
		}
		fmt.Fprintf(w, "    %v: %v\n", path, number)
	}
	if rounded == 0 {
		fmt.Fprintln(w, "  came back bit by bit as it was")
	}
	again, err := c.Encode(got)
	if err != nil {
		return err
	}
	first, err := c.Encode(sent)
	if err != nil {
		return err
	}
	if same := bytes.Equal(first, again); !same || rounded == 0 && !variant.Equal(sent, got) {
		return errors.New("something else came back than was sent")
	}
	return nil
}

// store writes one record: the packet's length in 4 bytes, and the packet.
func store(path string, packet []byte) error {
	record := binary.LittleEndian.AppendUint32(nil, uint32(len(packet)))
	return os.WriteFile(path, append(record, packet...), 0o644)
}
