package view

import (
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"godotvariant/cmd/internal/gdscript"
	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Flat prints values as lines with a path and a value. The line of the empty container comes
// before the lines of its parts. So the value can be created again by setting the values in the
// order of the lines.
type Flat struct {
	w        io.Writer
	cursors  cursors
	distinct span.Distinct
	leaf     leafPrinter

	path  []byte
	ends  []int // lengths of the paths to the containers around the token
	keyed bool  // path ends with the key of the next value
	line  []byte
}

// NewFlat returns a Flat that prints to w.
func NewFlat(w io.Writer) *Flat { return &Flat{w: w} }

// Print prints a source. All printed paths begin with the given prefix. If a key of a Dictionary
// is repeated, Print builds the value of the packet first, because engines keep only one of the
// values.
func (f *Flat) Print(s Source, prefix variant.Path) error {
	s, err := s.whole(&f.distinct)
	if err != nil {
		return err
	}

	c := f.cursors.begin(s)
	precision := s.codec.Options().Precision
	f.path = append(f.path[:0], prefix.String()...)
	f.ends = f.ends[:0]

	for c.Next() {
		switch {
		case c.Kind() == codec.TokenClose, c.Kind() == codec.TokenName:
			continue
		case c.IsKey():
			f.key(c)
			continue
		}

		f.step(c)
		f.line = append(append(f.line[:0], f.path...), " = "...)

		if err := f.value(c, precision); err != nil {
			return err
		}
		if _, err := f.w.Write(append(f.line, '\n')); err != nil {
			return err
		}
	}

	return c.Err()
}

// key appends the step of a key to the path, unless its text needs escapes.
func (f *Flat) key(c cursor) {
	text := c.Text()
	f.keyed = c.Type() == variant.TypeString && isPlain(text)

	if f.keyed {
		f.path = append(append(f.path[:f.ends[c.Depth()-1]], `["`...), text...)
		f.path = append(f.path, `"]`...)
	}

	c.Skip()
}

// isPlain reports whether a text in quotes needs no escapes.
func isPlain(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool {
		return isControl(c) || c >= utf8.RuneSelf || c == '"' || c == '\\'
	})
}

// step sets the path to the path of the token. The token is not a key.
func (f *Flat) step(c cursor) {
	depth := c.Depth()
	if depth > 0 && !f.keyed {
		f.path = f.path[:f.ends[depth-1]]

		if step := c.Step(); step.Kind == variant.StepIndex {
			f.path = append(strconv.AppendInt(append(f.path, '['), int64(step.Index), 10), ']')
		} else {
			f.path = append(f.path, step.String()...)
		}
	}

	f.keyed = false
	f.ends = append(f.ends[:depth], len(f.path))
}

// value appends the text of the value of the token to the line.
func (f *Flat) value(c cursor, p variant.Precision) error {
	if c.Kind() == codec.TokenValue {
		f.line = f.leaf.exact(f.line, c, p)
		return nil
	}

	empty := "[]"
	if c.Type() == variant.TypeDictionary {
		empty = "{}"
	}

	if !c.plain() {
		v, err := c.Empty()
		if err != nil {
			return err
		}
		empty = gdscript.Text(v, p)
	}

	f.line = append(f.line, empty...)
	return nil
}
