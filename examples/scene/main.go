// Command scene builds a level of Go values and writes it for three engines: Godot 3, Godot 4, and
// Godot 4 in double precision. It reads each packet back and prints the result.
//
// It shows how to build values of many types, how to encode them for an engine, how to read a value
// with a type switch, and which numbers are rounded in single precision.
//
//	go run ./examples/scene
//	go run ./examples/scene -out levels   # keep the files
//
// Each file is one record of store_var(value, true). In Godot: var level = file.get_var(true)
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/exact"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// targets are the engines that the level is written for.
var targets = []struct {
	name, file string
	options    codec.Options
}{
	{
		name:    "Godot 3",
		file:    "level-godot3.var",
		options: codec.Options{Dialect: codec.Godot3, FullObjects: true},
	},
	{
		name:    "Godot 4",
		file:    "level-godot4.var",
		options: codec.Options{Dialect: codec.Godot4, FullObjects: true},
	},
	{
		name: "Godot 4 double",
		file: "level-godot4-double.var",
		options: codec.Options{
			Dialect:     codec.Godot4,
			Precision:   variant.Double,
			FullObjects: true,
		},
	},
}

func main() {
	out := flag.String("out", "", "folder to keep the files in")
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
			if err := store(filepath.Join(dir, target.file), c, scene); err != nil {
				return err
			}
		}
	}
	return nil
}

// printTree prints a value line by line. It shows how a program reads the parts of decoded values
// with a type switch.
func printTree(w io.Writer, label string, v variant.Variant, depth int) {
	indent := strings.Repeat("  ", depth)
	line := func(format string, args ...any) {
		fmt.Fprintf(w, "%s%s: %s\n", indent, label, fmt.Sprintf(format, args...))
	}

	switch v := v.(type) {
	case variant.Dictionary:
		line("%d entries", v.Len())
		for key, value := range v.All() {
			printTree(w, variant.Text(key), value, depth+1)
		}
	case variant.Array:
		line("%d items", v.Len())
		for i, item := range v.All() {
			printTree(w, fmt.Sprintf("[%d]", i), item, depth+1)
		}
	case objects.Object:
		line("a %s", v.Class)
		for _, p := range v.Properties {
			printTree(w, "."+p.Name, p.Value, depth+1)
		}
	case variant.String:
		line("%q", string(v))
	case variant.Int:
		line("%d", v)
	case variant.Float:
		line("%g", v)
	case gm.Transform3D:
		euler := v.Basis.Euler(gm.EulerOrderYXZ)
		line("at %v, turned by %.0f°", v.Origin, gm.RadToDeg(euler.Y))
	case gm.AABB:
		line("from %v to %v, volume %g", v.Position, v.End(), v.Volume())
	case gm.Color:
		line("#%s", v.HTML(true))
	case gm.Vector3:
		line("%v, %.2f from the origin", v, v.Length())
	case objects.NodePath:
		line("node %s, property %s", strings.Join(v.Names, " / "), strings.Join(v.SubNames, "."))
	case packed.PackedByteArray:
		line("%d bytes", len(v))
	case packed.PackedVector3Array:
		line("%d points, the last %v", len(v), v[len(v)-1])
	default: // any other value is printed as Godot 4 prints it
		line("%v", v)
	}
}

// compare prints the numbers in the argument original that are rounded to single precision. The
// argument decoded is the value that came back. If it differs in anything else, compare returns an
// error.
func compare(w io.Writer, c *codec.Codec, original, decoded variant.Variant) error {
	rounded := 0
	for path, number := range exact.Audit(original, c) {
		if rounded == 0 {
			fmt.Fprintln(w, "  rounded to single precision:")
		}
		rounded++
		fmt.Fprintf(w, "    %v: %v\n", path, number)
	}
	if rounded == 0 {
		fmt.Fprintln(w, "  nothing is rounded")
	}

	first, err := c.Encode(original)
	if err != nil {
		return err
	}
	second, err := c.Encode(decoded)
	if err != nil {
		return err
	}
	if !bytes.Equal(first, second) {
		return errors.New("the value that came back has other bytes")
	}
	if rounded == 0 && !variant.Equal(original, decoded) {
		return errors.New("the value that came back is another one")
	}
	return nil
}

// store writes a file with one record: a packet after its length.
func store(path string, c *codec.Codec, v variant.Variant) error {
	var record bytes.Buffer
	if err := c.NewEncoder(&record, codec.FrameU32).Encode(v); err != nil {
		return err
	}
	return os.WriteFile(path, record.Bytes(), 0o644)
}
