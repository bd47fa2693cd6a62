// Command shop keeps the prices of a shop in a save, each three times: in single
// precision, as an int of cents, and as text. It prints what became of them,
// exactly, and then the save's precision audit.
//
//	go run ./examples/shop
//	go run ./examples/shop -out shop.save   # for a game made with Godot 3
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/shopspring/decimal"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

// Price is one price in the save. Sold is in single precision because a Vector2 is:
// what the item costs, and what the shop pays for it.
type Price struct {
	Item  string          `godot:"item"`
	Sold  math.Vector2    `godot:"sold"`
	Cents decimal.Decimal `godot:"cents,scale=2"`
	Text  decimal.Decimal `godot:"text,string"`
}

var goods = []struct{ item, price string }{
	{"apple", "0.50"},
	{"lamp", "19.99"},
	{"boat", "1249.90"},
	{"island", "167772.17"},
}

func main() {
	out := flag.String("out", "", "file to write the save to")
	flag.Parse()
	if err := run(os.Stdout, *out); err != nil {
		fmt.Fprintln(os.Stderr, "shop:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, out string) error {
	prices := make([]Price, len(goods))
	for i, g := range goods {
		d, err := decimal.NewFromString(g.price)
		if err != nil {
			return err
		}
		half := d.Div(decimal.NewFromInt(2)).Round(2)
		prices[i] = Price{Item: g.item, Sold: math.Vector2{X: d.InexactFloat64(), Y: half.InexactFloat64()}, Cents: d, Text: d}
	}
	if err := refused(w, prices[1].Text); err != nil {
		return err
	}
	c, err := codec.New(codec.Options{Dialect: codec.Godot3})
	if err != nil {
		return err
	}
	packet, err := c.Marshal(prices)
	if err != nil {
		return err
	}
	var back []Price
	if err := c.Unmarshal(packet, &back); err != nil {
		return err
	}
	if err := report(w, back); err != nil {
		return err
	}
	if err := audit(w, c, prices); err != nil {
		return err
	}
	if out == "" {
		return nil
	}
	record := binary.LittleEndian.AppendUint32(nil, uint32(len(packet)))
	return os.WriteFile(out, append(record, packet...), 0o644)
}

// refused shows that a price is not written as a float that it is not.
func refused(w io.Writer, price decimal.Decimal) error {
	_, err := codec.Marshal(map[string]decimal.Decimal{"price": price})
	if err == nil {
		return fmt.Errorf("%v is a float", price)
	}
	_, err = fmt.Fprintf(w, "As a float:\n  %v\n", err)
	return err
}

// report prints the three columns as they came back.
func report(w io.Writer, prices []Price) error {
	fmt.Fprintf(w, "\n%-8s %10s %10s  %s\n", "item", "cents", "text", "single")
	for _, p := range prices {
		single, err := codec.ToDecimal(variant.Float(p.Sold.X))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-8s %10s %10s  %s\n", p.Item, codec.DecimalString(p.Cents), codec.DecimalString(p.Text), codec.DecimalString(single))
	}
	return nil
}

// audit prints all that single precision changes in the save.
func audit(w io.Writer, c *codec.Codec, prices []Price) error {
	save, err := c.ToVariant(prices)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\nThe audit, and the same for the price that was meant:")
	for path, number := range c.Audit(save) {
		fmt.Fprintf(w, "  %v: %v\n", path, number)
	}
	for _, p := range prices {
		fmt.Fprintf(w, "  %s: %v\n", p.Item, codec.Explain(p.Text, codec.Single))
	}
	return nil
}
