package text

import (
	"sync"

	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
	"godotvariant/variant"
)

// A printer writes text. It keeps its first error.
type printer struct {
	o     Options
	b     []byte
	start int // offset of the text in b
	depth int
	args  bool // an argument of the constructor has been written
	err   error

	hadEmpty    bool                    // see [printer.repeatedEmpty]
	customTypes []variant.Constructible // values of the caller's types

	spare []byte // an empty buffer for Format
	order []int  // positions of the pairs of the dictionaries that are being written
}

// printers has printers for the next calls.
var printers = sync.Pool{New: func() any { return new(printer) }}

// release empties the printer, except for its memory without pointers, and keeps it.
func (p *printer) release() {
	const mostOrder, mostSpare = 1 << 10, 1 << 20

	order, spare := p.order[:0], p.spare
	if cap(order) > mostOrder {
		order = nil
	}
	if cap(spare) > mostSpare {
		spare = nil
	}

	*p = printer{order: order, spare: spare}
	printers.Put(p)
}

func (p *printer) raw(s string) { p.b = append(p.b, s...) }

func (p *printer) fail(v variant.Variant, err error) {
	if p.err == nil {
		p.err = variant.NewError("format", nil, v, err)
	}
}

// begin begins a value, and [printer.end] ends it; a value between the two is nested in it. begin
// fails if the value is too deep, the text too long, or the type unknown to the version. It returns
// false after an error.
func (p *printer) begin(v variant.Variant) bool {
	if p.depth > maxDepth || len(p.b)-p.start > p.o.MaxSize || p.godot3() {
		p.check(v)
	}
	p.depth++
	return p.err == nil
}

func (p *printer) check(v variant.Variant) {
	switch {
	case p.depth > maxDepth:
		p.fail(v, variant.ErrDepth)
	case len(p.b)-p.start > p.o.MaxSize:
		p.fail(v, variant.Because(variant.ErrLimit, "the text is longer than MaxSize"))
	case p.godot3() && !in3(v.Type()):
		p.fail(v, variant.Because(variant.ErrUnsupported, "Godot 3 has no "+nilsafe.Name(v)))
	}
}

func (p *printer) end() { p.depth-- }

func (p *printer) godot3() bool { return p.o.Version == Version3 }

// godot3Numbers reports whether numbers have the digits of Godot 3.
func (p *printer) godot3Numbers() bool { return p.godot3() && !p.o.Lossless }

// pad writes the space that Godot 3 has behind an opening bracket and in front of a closing one.
func (p *printer) pad() {
	if p.godot3() {
		p.raw(" ")
	}
}

// list writes the items with a separator between them.
func list[T any](p *printer, separator string, items []T, item func(T)) {
	for i, v := range items {
		if i > 0 {
			p.raw(separator)
		}
		item(v)
	}
}

// brackets writes [1, 2].
func brackets[T any](p *printer, items []T, item func(T)) {
	p.raw("[")
	list(p, ", ", items, item)
	p.raw("]")
}

// class writes the name of a class. Engines write it without quotes, so it must be an identifier:
// any other text could add a constructor, or an object with a script.
func (p *printer) class(v variant.Variant, name string) {
	if !token.IsIdentifier(name) {
		p.fail(v, variant.Because(variant.ErrUnsupported,
			"the class "+token.Quote(printable.Clip(name, 64))+" is not an identifier"))
	}
	p.raw(name)
}
