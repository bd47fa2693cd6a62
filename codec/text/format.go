package text

import (
	"strconv"

	"godotvariant/internal/care"
	"godotvariant/objects"
	"godotvariant/variant"
)

// Version is the engine whose text is written.
type Version uint8

const (
	Version4 Version = iota // as Godot 4.6
	Version3                // as Godot 3.2
)

// Options say which text [Format] writes. The zero value is Godot 4's var_to_str.
type Options struct {
	// Version is the engine.
	Version Version
	// Str writes what str() and print() show. Such text can't be parsed.
	Str bool
	// Precision is the precision of the engine, which decides the digits of Vector2
	// and the like in str(). Godot 3 has only single.
	Precision variant.Precision
	// Lossless writes var_to_str's form with all that the engine drops: every number as a
	// double, in the fewest digits, -0.0, the bits of a NaN, the IDs of RID and Signal,
	// the order of a dictionary, control characters. [Parse] reads the same value back.
	// Format checks that, and otherwise returns an error that wraps
	// variant.ErrUnsupported.
	//
	// Engines can't read nan(0x…), Signal(1, "a") and NodePath(0, 1, "a/b"); Godot 3
	// can't read RID(1), nor inf and nan as components.
	Lossless bool
	// MaxSize limits the text, in bytes. 0: 256 MiB.
	MaxSize int
}

const (
	maxDepth       = 1024
	defaultMaxSize = 256 << 20
)

// Format returns the text of v: with Options{} exactly what var_to_str(v) returns
// in Godot 4, with other options what var2str(v) or str(v) return. A type of your own
// is written by its name and arguments if it is a variant.Constructible. Godot:
// var_to_str; Godot 3: var2str.
//
// The error is an [*variant.Error] of kind variant.ErrUnsupported for a type that the
// version does not have, variant.ErrDepth, or variant.ErrLimit. For Godot 3 a StringName
// is written as a String.
func Format(v variant.Variant, o Options) (string, error) {
	b, err := Append(nil, v, o)
	return string(b), err
}

// Append is like [Format] but appends the text to dst. After an error it returns dst
// unchanged.
func Append(dst []byte, v variant.Variant, o Options) ([]byte, error) {
	if o.MaxSize == 0 {
		o.MaxSize = defaultMaxSize
	}

	p := printer{o: o, b: dst, start: len(dst)}
	switch {
	case o.Str && o.Version == Version3:
		p.str3(v)
	case o.Str:
		p.str4(v, true)
	default:
		p.value(v)
	}

	if p.err == nil && o.Lossless && !o.Str {
		p.verify(v)
	}
	if p.err != nil {
		return dst, p.err
	}

	return p.b, nil
}

// verify fails unless the text reads as v.
func (p *printer) verify(v variant.Variant) {
	back, err := Parse(string(p.b[p.start:]), ParseOptions{Objects: true, MaxSize: p.o.MaxSize,
		Types: p.own})
	if err != nil || !variant.Equal(v, back) {
		p.fail(v, variant.Because(variant.ErrUnsupported, "text does not hold all of it"))
	}
}

// printer writes text; its errors stick.
type printer struct {
	o     Options
	b     []byte
	start int
	depth int
	args  bool                    // an argument has been written
	empty bool                    // an empty container has been written; see another
	own   []variant.Constructible // values of own types that have been written
	err   error
}

func (p *printer) raw(s string) { p.b = append(p.b, s...) }

func (p *printer) fail(v variant.Variant, err error) {
	if p.err == nil {
		p.err = variant.NewError("format", nil, v, err)
	}
}

// enter goes one value deeper, and reports whether depth and size allow it.
func (p *printer) enter(v variant.Variant) bool {
	if p.depth > maxDepth {
		p.fail(v, variant.ErrDepth)
	}
	if len(p.b)-p.start > p.o.MaxSize {
		p.fail(v, variant.Because(variant.ErrLimit, "the text is longer than MaxSize"))
	}

	p.depth++
	return p.err == nil
}

func (p *printer) leave() { p.depth-- }

// value writes v as var_to_str and var2str do.
func (p *printer) value(v variant.Variant) {
	if v == nil {
		v = variant.Nil{}
	}
	if !p.enter(v) {
		return
	}
	defer p.leave()
	three := p.o.Version == Version3
	if three && !in3(v.Type()) {
		p.fail(v, variant.Because(variant.ErrUnsupported, "Godot 3 has no "+care.Name(v)))
		return
	}

	switch v := v.(type) {
	case variant.Nil:
		p.raw("null")
	case variant.Bool:
		p.raw(v.String())
	case variant.Int:
		p.b = strconv.AppendInt(p.b, int64(v), 10)
	case variant.Float:
		p.float(float64(v))
	case variant.String:
		p.quote(string(v), false)

	case variant.StringName:
		if !three {
			p.raw("&")
		}
		p.quote(string(v), !three)

	case variant.Array:
		p.array(v.Elem, v.Items)
	case variant.TypedArray:
		p.array(&v.Elem, v.Items)
	case variant.PackedTypedArray:
		p.array(&v.Elem, v.Items)
	case variant.Dictionary:
		p.dictionary(v)
	case objects.Object:
		p.object(v)

	case objects.NodePath:
		if p.o.Lossless {
			p.construct("NodePath", v)
			break
		}

		p.raw("NodePath(") // as engines write it, even if it is then read as another path
		p.args = false
		p.Text(v.String())
		p.raw(")")

	case objects.RID:
		if !three || p.o.Lossless { // var2str writes nothing at all
			p.construct("RID", v)
		}

	case objects.Signal:
		if !p.o.Lossless {
			v = objects.Signal{}
		}
		p.construct("Signal", v)

	case variant.Constructible:
		name := care.Name(v)
		if three {
			name = names3[v.Type()]
		}
		if v.Type() >= variant.TypeCustom {
			p.own = append(p.own, v)
		}

		p.construct(name, v)

	default:
		p.fail(v, variant.Because(variant.ErrUnsupported, "it has no constructor text"))
	}
}

// construct writes a name and, in parentheses, arguments.
func (p *printer) construct(name string, v variant.Constructible) {
	p.raw(name)
	p.raw("(")

	if p.o.Version == Version3 && v.Type() != variant.TypeNodePath {
		p.raw(" ")
	}

	p.args = false
	v.ToArgs(p)

	if p.o.Version == Version3 && v.Type() != variant.TypeNodePath {
		p.raw(" ")
	}

	p.raw(")")
}

// The methods of [notation.ArgsWriter] follow.

// RowMajor returns true: text has the rows of a Basis.
func (p *printer) RowMajor() bool { return true }

func (p *printer) comma() {
	if p.args {
		p.raw(", ")
	}
	p.args = true
}

// Real writes numbers.
func (p *printer) Real(f float64) {
	p.comma()
	p.real(f)
}

// Int writes integers.
func (p *printer) Int(i int64) {
	p.comma()
	p.b = strconv.AppendInt(p.b, i, 10)
}

// Uint writes integers with a sign, as engines do: Godot 4 reads 1<<63 without one as 1<<63 - 1.
func (p *printer) Uint(u uint64) { p.Int(int64(u)) }

// Text writes strings.
func (p *printer) Text(s string) {
	p.comma()
	p.quote(s, true)
}
