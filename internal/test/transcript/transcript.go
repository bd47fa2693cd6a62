// Package transcript writes a transcript of the codec's results for generated input. Each result is
// one line, with the bytes or the value, or with an error's Op, kind, offset, path and type. If two
// versions of the library behave in the same way, they write the same lines.
//
// The input depends only on a seed. It has values of all types, Go values of many types, and
// packets that are complete, cut off or damaged. The transcript has a section for each operation
// and dialect. The transcript leaves out results that may change: the text of errors, and the
// content of a Go value after an error.
//
// The package uses only exported functions of the library, so it also compiles with an older
// version: the script compare copies only this folder into the older version. Therefore the package
// has its own generator. With the generator of internal/test/random, two versions would make
// different values as soon as that generator changes. This generator also makes values that random
// never makes, to test the errors: values that a dialect does not have, values with equal keys,
// text that is not UTF-8, and Go values of many types.
//
// The test TestTranscript of package codec compares the first lines of each section with
// codec/testdata/transcript.txt. Before you merge a change of the code that reads or writes,
// compare all lines of the working tree with the lines of a commit that is known to be right:
//
//	internal/test/transcript/compare COMMIT
//
// This builds the package in both versions, runs both, and prints the first differing lines of each
// section. More cases and other seeds find more differences:
//
//	internal/test/transcript/compare -n 20 -seed 2 COMMIT
//
// If a change of behaviour is intended, record the first lines again, and review the difference:
//
//	go test ./codec -run TestTranscript -record
package transcript

import (
	"bufio"
	"errors"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"

	"godotvariant/codec"
	"godotvariant/variant"
)

// Seed and Cases are the defaults of the command's flags.
const (
	Seed  = 1
	Cases = 600
)

// A Section is the part of the transcript about one operation in one dialect.
type Section struct {
	Name    string
	dialect *variant.Dialect
	basic   []reflect.Type // Go types of the section, or the types from which goType makes them
	step    func(*script)
}

// Sections returns all sections. The results for the Go types int and uint depend on the platform.
// So Sections leaves out the sections of these types unless an int has 64 bits.
func Sections() []Section {
	operations := []struct {
		name string
		step func(*script)
	}{
		{"decode", (*script).decode},
		{"cut", (*script).cut},
		{"scan", (*script).scan},
		{"decoder", (*script).decoder},
		{"unmarshal", (*script).unmarshal},
		{"fromvariant", (*script).fromVariant},
		{"encode", (*script).encode},
		{"encoder", (*script).encoder},
		{"marshal", (*script).marshal},
		{"tovariant", (*script).toVariant},
	}

	var all []Section
	for _, o := range operations {
		for _, d := range []*variant.Dialect{
			codec.Godot4, codec.Godot43, codec.Godot40, codec.Godot3, codec.Godot30,
			codec.Pandemonium5,
			codec.DocsGodot32, codec.DocsGodot3, codec.DocsGodot4, codec.DocsPandemonium,
		} {
			all = append(all, Section{o.name + "/" + d.Name(), d, basicTypes, o.step})
		}
	}

	if strconv.IntSize == 64 {
		all = append(all,
			Section{"unmarshal/int", codec.Godot4, sizedTypes, (*script).unmarshal},
			Section{"fromvariant/int", codec.Godot4, sizedTypes, (*script).fromVariant},
			Section{"marshal/int", codec.Godot4, sizedTypes, (*script).marshal})
	}

	return all
}

// Write writes the lines of the given number of cases, and returns the number of lines.
func (s Section) Write(w io.Writer, seed uint64, cases int) (lines int, err error) {
	h := fnv.New64a()
	h.Write([]byte(s.Name))

	t := &script{generator: generator{rand.NewPCG(seed, h.Sum64()), s.dialect.Spec().Types},
		out: bufio.NewWriter(w), dialect: s.dialect}
	for i := range cases {
		if i%500 == 0 { // not for each case, because making types takes long
			t.goTypes = nil
			for range 80 {
				t.goTypes = append(t.goTypes, t.goType(s.basic))
			}
		}

		t.number = i
		s.step(t)
	}

	return t.lines, t.out.Flush()
}

// decode reads a packet with each function that returns or checks a value.
func (s *script) decode() {
	o := s.options()

	if s.oneIn(5) {
		o.Limits.MaxDepth = 1 + s.n(5)
	}

	c, b := s.open(o), s.packet()
	s.line("packet", b)
	v, err := c.Decode(b)
	s.line("Decode", v, err)

	if err == nil {
		again, err := c.Encode(v)
		s.line("Encode", again, err)
	}

	v, n, err := c.DecodeFirst(b)
	s.line("DecodeFirst", v, n, err)
	s.line("Valid", c.Valid(b))
	raw, err := c.Raw(b)
	s.line("Raw", raw, err)
}

// cut reads every beginning of a short packet.
func (s *script) cut() {
	c, b := s.open(s.options()), s.packet()
	b = b[:min(len(b), 80)]
	s.line("packet", b)
	t := pick(s.generator, s.goTypes...)
	s.line(t.String())

	for i := range b {
		_, err := c.Decode(b[:i:i])
		s.line("Decode", i, err)
		s.line("Valid", c.Valid(b[:i:i]))
		s.line("Unmarshal", c.Unmarshal(b[:i:i], reflect.New(t).Interface()))
	}
}

// scan writes the tokens of a packet and their fields.
func (s *script) scan() {
	c, b := s.open(s.options()), s.packet()
	s.line("packet", b)

	x := codec.NewScanner(b, c)
	for x.Next() {
		s.line("token", int(x.Kind()), x.Offset(), x.End(), int(x.Type()), x.Flags(), x.Depth())
		s.fields(x)
	}

	s.fields(x)
	s.line("Scanner", x.Offset(), x.End(), x.Depth(), x.Err())
}

func (s *script) fields(x *codec.Scanner) {
	for f := range x.Fields() {
		s.line("field", int(f.Kind), f.Offset, f.End)
	}
}

// decoder reads packets from a stream that returns a few bytes per call.
func (s *script) decoder() {
	o := s.options()

	if s.oneIn(4) {
		o.Limits.MaxFrame = 4 + s.n(80)
	}

	c, framing := s.open(o), pick(s.generator, codec.FrameU32, codec.FrameU32BE)

	var stream []byte
	for range 1 + s.n(4) {
		stream = appendFrame(stream, framing, s.packet())
	}

	if s.oneIn(3) {
		stream = stream[:s.n(len(stream)+1)]
	}

	s.line("stream", int(framing), stream)
	r := &pieceReader{b: stream, size: 1 + s.n(40), pause: s.oneIn(3)}

	d := c.NewDecoder(r, framing)
	for range 8 {
		if s.oneIn(4) {
			raw, err := d.DecodeRaw()
			s.line("DecodeRaw", raw, err)
		} else {
			v, err := d.Decode()
			s.line("Decode", v, err)
		}

		s.line("position", d.InputOffset(), len(r.b), d.Packet(), d.Err())
	}
}

// filled returns a pointer to a new t with random content.
func (s *script) filled(t reflect.Type) reflect.Value {
	v := reflect.New(t)
	s.fill(v.Elem(), 0)
	return v
}

// unmarshal reads a packet into new Go values, and into Go values that have content already.
func (s *script) unmarshal() {
	o := s.options()
	var t reflect.Type

	var b []byte
	for range 4 {
		t = pick(s.generator, s.goTypes...)
		b, _ = codec.MustNew(o).Marshal(s.filled(t).Interface())
		if b != nil {
			break
		}
	}

	if b == nil || s.oneIn(8) {
		b = s.packet()
	}
	if s.oneIn(3) {
		b = s.damage(b)
	}
	if s.oneIn(5) {
		t = pick(s.generator, s.goTypes...)
	}
	if s.oneIn(8) {
		o.Limits.MaxDepth = 1 + s.n(5)
	}

	c := s.open(o)
	s.line("packet", b)
	s.into(t, func(v any) error { return c.Unmarshal(b, v) })
}

// fromVariant stores a value in new Go values, and in Go values that have content already.
func (s *script) fromVariant() {
	c := s.open(s.options())
	t := pick(s.generator, s.goTypes...)

	v, err := c.ToVariant(s.filled(t).Interface())
	if err != nil || s.oneIn(4) {
		v = s.value(0)
	}

	if s.oneIn(5) {
		t = pick(s.generator, s.goTypes...)
	}

	s.line("value", v)
	s.into(t, func(dst any) error { return c.FromVariant(v, dst) })
}

// into calls the function read with a pointer to a new value of type t, then with the same pointer
// again, unless the first call fails. At last it calls read with a pointer to a random value of
// type t.
func (s *script) into(t reflect.Type, read func(any) error) {
	dst := reflect.New(t)
	for _, name := range []string{"new", "again"} {
		if err := read(dst.Interface()); err != nil {
			s.line(name, t.String(), err)
			break
		}
		s.line(name, t.String(), dst.Elem())
	}

	dst = s.filled(t)
	if err := read(dst.Interface()); err != nil {
		s.line("used", err)
	} else {
		s.line("used", dst.Elem())
	}
}

// appendTo calls a function that appends. It passes slices with no spare capacity, with too little,
// and with enough.
func (s *script) appendTo(write func([]byte) ([]byte, error)) {
	for _, dst := range [][]byte{nil, append(make([]byte, 0, 3+s.n(60)), "abc"...),
		append(make([]byte, 0, 1<<12), "abcdefg"...)} {
		before := string(dst)
		b, err := write(dst)
		s.line("append", b, err)
		if string(dst) != before || len(b) < len(before) || string(b[:len(before)]) != before {
			s.line("the slice has changed", dst)
		}
	}
}

// encode encodes a value, with and without limits.
func (s *script) encode() {
	v := s.value(0)
	s.line("value", v)

	o := s.options()
	for _, o := range []codec.Options{o, s.limited(o), s.limited(o)} {
		c := s.open(o)
		b, err := c.Encode(v)
		s.line("Encode", b, err)
		s.appendTo(func(dst []byte) ([]byte, error) { return c.Append(dst, v) })
	}
}

// encoder writes values to a stream that can fail.
func (s *script) encoder() {
	o := s.limited(s.options())

	if s.oneIn(2) {
		o.Limits = codec.Limits{MaxFrame: 4 + s.n(200)}
	}

	c, framing := s.open(o), pick(s.generator, codec.FrameU32, codec.FrameU32, codec.FrameU32BE)
	w := &sink{room: -1}

	if s.oneIn(3) {
		w.room = s.n(200)
	}

	e := c.NewEncoder(w, framing)
	for range 4 {
		v := s.value(1)
		s.line("value", int(framing), w.room, v)
		s.line("Encode", e.Encode(v), w.b)
	}
}

// marshal marshals a Go value and a pointer to it, with and without limits.
func (s *script) marshal() {
	v := s.filled(pick(s.generator, s.goTypes...))
	s.line("value", v.Type().String(), v)

	o := s.options()
	for _, o := range []codec.Options{o, s.limited(o)} {
		c := s.open(o)
		b, err := c.Marshal(v.Elem().Interface())
		s.line("Marshal", b, vague(o, v.Type(), err))

		s.appendTo(func(dst []byte) ([]byte, error) {
			b, err := c.AppendMarshal(dst, v.Interface())
			return b, vague(o, v.Type(), err)
		})
	}
}

// vague replaces an error of Marshal by errVague, if Marshal could find another error first in
// another run or with another version of the library. This is possible with a limit of size,
// because the order of the work may change. It is also possible with an inline map, because its
// entries come in random order.
func vague(o codec.Options, t reflect.Type, err error) error {
	if err != nil && (o.Limits.MaxSize > 0 || strings.Contains(t.String(), ",inline")) {
		return errVague
	}
	return err
}

var errVague = errors.New("vague")

// toVariant converts a Go value to a Variant, and encodes the Variant.
func (s *script) toVariant() {
	in := s.filled(pick(s.generator, s.goTypes...))
	s.line("value", in.Type().String(), in)
	c := s.open(s.options())
	v, err := c.ToVariant(in.Interface())
	s.line("ToVariant", v, vague(codec.Options{}, in.Type(), err))

	if err == nil {
		b, err := c.Encode(v)
		s.line("Encode", b, err)
	}
}
