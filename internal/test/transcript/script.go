package transcript

import (
	"bufio"
	"reflect"
	"strconv"

	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A script generates the cases of one section and writes their lines.
type script struct {
	generator
	out     *bufio.Writer
	dialect *variant.Dialect
	goTypes []reflect.Type
	number  int // number of the case
	lines   int
}

// line writes one line with the number of the case, a name and the results. It writes bytes in hex,
// errors with errorText, and other values with dump.
func (s *script) line(name string, results ...any) {
	b := strconv.AppendInt(s.out.AvailableBuffer(), int64(s.number), 10)
	b = append(append(b, ' '), name...)
	for _, r := range results {
		b = append(b, ' ')
		switch r := r.(type) {
		case nil:
			b = append(b, "nil"...)
		case error:
			b = append(b, errorText(r)...)
		case reflect.Value:
			b = dump(b, r)
		default:
			b = dump(b, reflect.ValueOf(r))
		}
	}

	s.out.Write(append(b, '\n'))
	s.lines++
}

// options returns random options with the default limits. The method limited sets other limits.
func (s *script) options() codec.Options {
	o := codec.Options{Dialect: s.dialect,
		Mode: pick(s.generator, codec.Default, codec.Default, codec.Strict, codec.Lenient)}
	if s.dialect.Spec().Real != dialect.RealSingle && s.oneIn(3) {
		o.Precision = codec.Double
	}

	o.FullObjects = s.oneIn(2)
	o.Exact = s.oneIn(6)
	o.Naming = codec.FieldName // the packets have keys such as HP

	if s.oneIn(4) {
		o.Registry = ownTypes
	}

	return o
}

// limited returns a copy of o with random limits of depth and size.
func (s *script) limited(o codec.Options) codec.Options {
	if s.oneIn(2) {
		o.Limits.MaxDepth = 1 + s.n(5)
	}
	if o.Limits.MaxDepth == 0 || s.oneIn(2) {
		o.Limits.MaxSize = 4 + s.n(197)
	}
	return o
}

// open writes the options as a line, and returns a codec with these options.
func (s *script) open(o codec.Options) *codec.Codec {
	s.line("options", int(o.Mode), int(o.Precision), o.FullObjects, o.Exact, o.Registry != nil,
		o.Limits)
	return codec.MustNew(o)
}
