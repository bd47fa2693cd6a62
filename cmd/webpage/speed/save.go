package main

import (
	"fmt"
	"os"
	"strings"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// items is the number of items in the save. Each has eight values.
const items = 125_000

// writeSave writes a save of 45 MB. If the argument changed is true, every ten thousandth item has
// other values.
func writeSave(name string, changed bool) error {
	list := make([]variant.Variant, items)
	for i := range list {
		list[i] = item(i, changed && i%10_000 == 0)
	}

	c := codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 1 << 30}})
	b, err := c.Encode(variant.NewDictionary(variant.KV("items", variant.NewArray(list...)),
		variant.KV("hp", variant.Int(10))))
	if err != nil {
		return err
	}

	return os.WriteFile(name, codec.FrameU32.Append(nil, b), 0o600)
}

// item returns a value of about 360 bytes.
func item(i int, changed bool) variant.Dictionary {
	n := i % 99
	if changed {
		n++
	}

	return variant.NewDictionary(
		variant.KV("id", variant.Int(i)), variant.KV("n", variant.Int(n)),
		variant.KV("name", variant.String(fmt.Sprintf("an item of the kind %d", i%7))),
		variant.KV("at", math.Vector2{X: float64(i), Y: 0.1}),
		variant.KV("notes", variant.String(strings.Repeat("something to read ", 9))),
		variant.KV("tags", variant.NewArray(variant.Int(1))))
}
