package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// A save is a file that is measured.
type save struct {
	name string
	path string // path of an item near the end
	all  string // pattern for all items
	// write writes the records. If changed is true, the item at the path has another value.
	write func(e *codec.Encoder, changed bool) error
}

// saves are the two files that are measured: one with a single long record, and one with many
// records.
var saves = []save{
	{name: "one.save", path: "items[300000]", all: "items[*]", write: writeOne},
	{name: "many.save", path: "[90000]", all: "[*]", write: writeMany},
}

// writeOne writes a record of 94 MB: an Array with the same thousand items again and again.
func writeOne(e *codec.Encoder, changed bool) error {
	items := make([]variant.Variant, 1000)
	for i := range items {
		items[i] = item(i, 4)
	}

	all := slices.Repeat(items, 392)
	if changed {
		all[300_000] = item(1, 5)
	}

	return e.Encode(variant.NewDictionary(variant.KV("items", variant.NewArray(all...)),
		variant.KV("hp", variant.Int(10))))
}

// writeMany writes 100,000 records of 0.9 KB. A record is an item with a list of smaller items.
func writeMany(e *codec.Encoder, changed bool) error {
	bag := make([]variant.Variant, 3)

	for i := range 100_000 {
		for k := range bag {
			bag[k] = item(i+k, k)
		}

		v := item(i, 5)
		if changed && i == 90_000 {
			v = item(1, 6)
		}

		v.Pairs = append(v.Pairs, variant.KV("bag", variant.NewArray(bag...)))
		if err := e.Encode(v); err != nil {
			return err
		}
	}

	return nil
}

// item returns a value of about 260 bytes. The value of the key "notes" repeats a text of 18
// characters. The argument notes is the number of repetitions.
func item(i, notes int) variant.Dictionary {
	return variant.NewDictionary(
		variant.KV("id", variant.Int(i)), variant.KV("n", variant.Int(i%99)),
		variant.KV("name", variant.String(fmt.Sprintf("an item of the kind %d", i%7))),
		variant.KV("at", math.Vector2{X: float64(i), Y: 1}),
		variant.KV("notes", variant.String(strings.Repeat("something to read ", notes))),
		variant.KV("tags", variant.NewArray(variant.Int(1))))
}

// writeFiles writes each save, the same save with a changed item, and a difference to apply.
func writeFiles(dir string) error {
	for _, s := range saves {
		name := filepath.Join(dir, s.name)
		if err := s.create(name, false); err != nil {
			return err
		}
		if err := s.create(name+".other", true); err != nil {
			return err
		}

		change := fmt.Sprintf("@ %s.tags[0]\n- 1\n+ 2\n", s.path)
		if err := os.WriteFile(name+".diff", []byte(change), 0o600); err != nil {
			return err
		}
	}

	return nil
}

// create writes a save to a file.
func (s save) create(name string, changed bool) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()

	w := bufio.NewWriter(f)
	if err := s.write(newEncoder(w), changed); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}

	return f.Close()
}

func newEncoder(w io.Writer) *codec.Encoder {
	const most = 1 << 30
	return codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: most, MaxFrame: most}}).
		NewEncoder(w, codec.FrameU32)
}
