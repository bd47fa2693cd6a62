package print

import (
	"sync"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A Form is a form of text. text.Form documents the forms.
type Form uint8

const (
	VarToStr Form = iota
	Str
	Lossless
)

// A printer writes text. It keeps its first error.
type printer struct {
	format   *forms.Format
	godot3   bool // the text is for Godot 3
	lossless bool
	maxDepth int
	maxSize  int // limit for the text

	b     []byte
	start int // offset of the text in b
	depth int
	args  bool // the constructor already has an argument
	err   error

	rules token.Rules // rules for the numbers that are being written
	fault error       // error of a number that is being written

	hadEmpty    bool                             // see [printer.repeatedEmpty]
	customTypes map[string]variant.Constructible // values of the caller's types, by name

	spare []byte // an empty buffer for Text
	order []int  // positions of the pairs of the dictionaries that are being written
}

// begins prepares the printer to append a text to dst.
func (p *printer) begins(dst []byte, f *forms.Format, form Form) {
	p.b = dst
	p.format = f
	p.godot3 = Godot3(f)
	p.lossless = form == Lossless
	p.maxDepth = f.Limits.MaxDepth
	p.maxSize = f.Limits.MaxSize
	p.start = len(p.b)
	p.rules = token.Rules{Exact: f.Exact, Finite: f.Finite}
}

// Godot3 reports whether the engine of the dialect writes text as Godot 3 does.
func Godot3(f *forms.Format) bool { return f.Spec.Family != dialect.FamilyGodot4 }

// printers has printers that are not in use, for later calls.
var printers = sync.Pool{New: func() any { return new(printer) }}

// release empties the printer and puts it back into the pool. It keeps only memory that contains no
// pointers.
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
		p.err = variant.NewError(variant.OpFormat, nil, v, err)
	}
}

// begin begins a value, and [printer.end] ends it. Values between these two calls are nested in it.
// The method begin fails if the value is too deep, if the text is too long, or if the engine does
// not have the type. It returns false after an error.
func (p *printer) begin(v variant.Variant) bool {
	if p.depth > p.maxDepth || len(p.b)-p.start > p.maxSize || p.godot3 {
		p.check(v)
	}
	p.depth++
	return p.err == nil
}

func (p *printer) check(v variant.Variant) {
	switch {
	case p.depth > p.maxDepth:
		p.fail(v, variant.ErrDepth)
	case len(p.b)-p.start > p.maxSize:
		p.fail(v, errTooLong)
	case p.godot3 && !in3(v.Type()):
		p.fail(v, variant.Because(variant.ErrUnsupported, "Godot 3 has no "+nilsafe.Name(v)))
	}
}

func (p *printer) end() { p.depth-- }

var errTooLong = variant.Because(variant.ErrLimit, "the text is longer than Limits.MaxSize")

// godot3Numbers reports whether numbers have the digits of Godot 3.
func (p *printer) godot3Numbers() bool { return p.godot3 && !p.lossless }

// pad writes the space that Godot 3 writes after an opening bracket and before a closing bracket.
func (p *printer) pad() {
	if p.godot3 {
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

// class writes the name of a class. Engines write it without quotes. So it must be an identifier,
// because any other text could add a constructor, or an object with a script.
func (p *printer) class(v variant.Variant, name string) {
	if !token.IsIdentifier(name) {
		p.fail(v, variant.Because(variant.ErrUnsupported,
			"the class "+token.Quote(printable.Clip(name, 64))+" is not an identifier"))
	}
	p.raw(name)
}
