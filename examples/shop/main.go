// Command shop writes the prices of a shop in three ways: in single precision, as an int of cents,
// and as text. It reads them back, prints the exact results, and then all numbers that are rounded
// in single precision.
//
// It shows how to keep decimals exact in a format without decimals, and how to find the numbers
// that change in a packet.
//
//	go run ./examples/shop
//	go run ./examples/shop -out shop.save   # for a game made with Godot 3
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/shopspring/decimal"

	"godotvariant/codec"
	"godotvariant/codec/exact"
	"godotvariant/math"
	"godotvariant/variant"
)

// Price is one price. Sold has the price of the item and the price that the shop pays for it, in
// single precision, because the numbers of a Vector2 have single precision.
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
	prices, err := priceList()
	if err != nil {
		return err
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
	return store(out, c, prices)
}

func priceList() ([]Price, error) {
	var list []Price
	for _, g := range goods {
		price, err := decimal.NewFromString(g.price)
		if err != nil {
			return nil, err
		}

		half := price.Div(decimal.NewFromInt(2)).Round(2)
		list = append(list, Price{
			Item:  g.item,
			Sold:  math.Vector2{X: price.InexactFloat64(), Y: half.InexactFloat64()},
			Cents: price,
			Text:  price,
		})
	}
	return list, nil
}

// store writes a file with one record of store_var.
func store(file string, c *codec.Codec, prices []Price) error {
	var record bytes.Buffer
	if err := c.NewEncoder(&record, codec.FrameU32).Marshal(prices); err != nil {
		return err
	}
	return os.WriteFile(file, record.Bytes(), 0o644)
}

// refused prints the error for a price that a float does not hold exactly.
func refused(w io.Writer, price decimal.Decimal) error {
	_, err := codec.Marshal(map[string]decimal.Decimal{"price": price})
	if err == nil {
		return fmt.Errorf("%v is a float", price)
	}
	_, err = fmt.Fprintf(w, "As a float:\n  %v\n", err)
	return err
}

// report prints the decoded prices, with a column for each of the three ways.
func report(w io.Writer, prices []Price) error {
	fmt.Fprintf(w, "\n%-8s %10s %10s  %s\n", "item", "cents", "text", "single")
	for _, p := range prices {
		single, err := exact.Decimal(variant.Float(p.Sold.X))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-8s %10s %10s  %s\n", p.Item, exact.Text(p.Cents),
			exact.Text(p.Text), exact.Text(single))
	}
	return nil
}

// audit prints all numbers that are rounded in single precision.
func audit(w io.Writer, c *codec.Codec, prices []Price) error {
	save, err := c.ToVariant(prices)
	if err != nil {
		return err
	}

	fmt.Fprintln(w, "\nThe audit, and the same for the price that was meant:")
	for path, number := range exact.Audit(save, c) {
		fmt.Fprintf(w, "  %v: %v\n", path, number)
	}
	for _, p := range prices {
		fmt.Fprintf(w, "  %s: %v\n", p.Item, exact.Explain(p.Text, codec.Single))
	}
	return nil
}
