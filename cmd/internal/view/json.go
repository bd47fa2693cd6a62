package view

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
	"godotvariant/variant"
)

// JSONForms are the values of the flag --json.
var JSONForms = []string{"canonical", "relaxed"}

// formOf returns the form of JSON for a name in JSONForms.
func formOf(name string) jsonvar.Form {
	if name == "relaxed" {
		return jsonvar.Relaxed
	}
	return jsonvar.Canonical
}

// MarshalJSON returns the JSON of a value. The argument p is the precision of the file with the
// value: a component has the fewest digits that are read as the same number in this precision. The
// JSON has no characters that could change a terminal.
func MarshalJSON(v variant.Variant, form string, p variant.Precision) ([]byte, error) {
	b, err := formOf(form).Format(v, Digits(p))
	return PlainJSON(b), err
}

// PlainJSON escapes characters that could change a terminal, such as those of bidirectional text.
// They can only be in strings, where an escape has the same meaning.
func PlainJSON(b []byte) []byte {
	if !bytes.ContainsFunc(b, printable.IsControl) {
		return b
	}

	var out []byte
	for _, r := range string(b) {
		if !printable.IsControl(r) {
			out = utf8.AppendRune(out, r)
			continue
		}

		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}

	return out
}

// A JSON prints each value as a line of JSON.
type JSON struct {
	w        io.Writer
	form     jsonvar.Form
	codec    *codec.Codec // codec with the precision of the source
	cursors  cursors
	distinct span.Distinct

	b      []byte // JSON that has not been written yet
	more   bool   // the innermost list already has a part
	named  bool   // the key of the next value is already written
	ends   []string
	simple token.JSONWriter // writes values of simple types in canonical JSON
	reals  []float64        // memory for the numbers of a vector
}

// NewJSON returns a JSON that prints to w, in one of JSONForms.
func NewJSON(w io.Writer, form string) *JSON { return &JSON{w: w, form: formOf(form)} }

// fullJSON is the number of bytes that are collected for one call of Write.
const fullJSON = 32 << 10

// Print prints a source. If a key of a Dictionary is repeated, Print builds the value of the packet
// first, because engines keep only one of the values.
func (j *JSON) Print(s Source) error {
	s, err := s.whole(&j.distinct)
	if err != nil {
		return err
	}

	c := j.cursors.begin(s)
	j.codec = Digits(s.codec.Options().Precision)
	j.b = j.b[:0]
	j.more, j.named = false, false
	j.ends = j.ends[:0]

	for c.Next() {
		if err := j.token(c); err != nil {
			return err
		}

		if len(j.b) >= fullJSON {
			if err := j.flush(); err != nil {
				return err
			}
		}
	}

	if c.Err() != nil {
		return c.Err()
	}

	j.b = append(j.b, '\n')
	return j.flush()
}

func (j *JSON) flush() error {
	_, err := j.w.Write(j.b)
	j.b = j.b[:0]
	return err
}

// token appends the JSON of a token.
func (j *JSON) token(c cursor) error {
	relaxed := j.form == jsonvar.Relaxed

	switch kind := c.Kind(); {
	case kind == codec.TokenClose:
		last := len(j.ends) - 1
		j.b = append(j.b, j.ends[last]...)
		j.ends = j.ends[:last]
		j.more = true
		return nil

	case relaxed && (kind == codec.TokenName || c.IsKey()):
		j.comma()
		j.named = true
		return j.key(c)
	}

	j.comma()
	switch c.Kind() {
	case codec.TokenName:
		j.text("", c.Text())
		return nil
	case codec.TokenOpen:
		return j.open(c)
	default:
		return j.value(c)
	}
}

// comma appends the comma before a part. It appends none before the first part, and none between a
// key and its value.
func (j *JSON) comma() {
	if j.more && !j.named {
		j.b = append(j.b, ',')
	}
	j.more = true
	j.named = false
}

// key appends the name of a JSON member, in relaxed JSON. The token is a key of a Dictionary, or
// the name of a property.
func (j *JSON) key(c cursor) error {
	var key variant.Variant = variant.String(c.Text())

	if c.Kind() != codec.TokenName && c.Type() != variant.TypeString {
		var err error
		key, err = c.Value()
		if err != nil {
			return err
		}
	}

	// The name of a key does not depend on the other keys. So the name is cut out of the JSON of a
	// Dictionary that has only this key.
	const before, after = "{", "null}"
	start := len(j.b)
	err := j.append(variant.NewDictionary(variant.Pair{Key: key, Value: variant.Nil{}}))
	if err != nil {
		return err
	}

	j.b = slices.Delete(j.b, start, start+len(before))
	j.b = j.b[:len(j.b)-len(after)]
	return nil
}

// append appends the JSON of a value in memory.
func (j *JSON) append(v variant.Variant) (err error) {
	start := len(j.b)
	j.b, err = j.form.Append(j.b, v, j.codec)
	j.plainFrom(start)
	return err
}

// plainFrom applies PlainJSON to j.b[start:].
func (j *JSON) plainFrom(start int) {
	if slices.ContainsFunc(j.b[start:], func(c byte) bool { return c >= 0x7F }) {
		j.b = append(j.b[:start], PlainJSON(j.b[start:])...)
	}
}

// text appends a text in canonical JSON. The argument tag is a prefix of the text, such as s: for a
// String.
func (j *JSON) text(tag string, text []byte) {
	start := len(j.b)
	j.simple.Reset(j.b)
	j.simple.TaggedBytes(tag, text)
	j.b = j.simple.Bytes()
	j.plainFrom(start)
}

// open appends the beginning of a container, and stores its end for later.
func (j *JSON) open(c cursor) error {
	before, after, err := j.frame(c)
	j.b = append(j.b, before...)
	j.ends = append(j.ends, after)
	j.more = false
	return err
}

// frame returns the JSON before and after the parts of a container.
func (j *JSON) frame(c cursor) (before, after string, err error) {
	canonical := j.form == jsonvar.Canonical
	if c.plain() {
		switch dictionary := c.Type() == variant.TypeDictionary; {
		case dictionary && canonical:
			return `{"args":[`, `],"type":"Dictionary"}`, nil
		case dictionary:
			return "{", "}", nil
		default:
			return "[", "]", nil
		}
	}

	v, err := c.Empty()
	if err != nil {
		return "", "", err
	}

	b, err := j.form.Format(v, j.codec)
	if err != nil {
		return "", "", err
	}

	// The parts belong into an empty list, as in {"args":[],"type":…}. In canonical JSON, this list
	// is the first [] between a colon and a comma. In relaxed JSON, and if canonical JSON has no
	// such list, it is the last [] or {} in the text.
	empty := string(PlainJSON(b))
	at := strings.Index(empty, ":[],") + 2
	if !canonical || at < 2 {
		at = max(strings.LastIndex(empty, "[]"), strings.LastIndex(empty, "{}")) + 1
	}

	return empty[:at], empty[at:], nil
}

// value appends the JSON of a value without parts.
func (j *JSON) value(c cursor) error {
	if s, ok := c.(*scanner); ok && j.form == jsonvar.Canonical && j.scalar(s) {
		return nil
	}

	v, err := c.Value()
	if err != nil {
		return err
	}
	return j.append(v)
}

// scalar appends the canonical JSON of a value of a frequent type. It returns false for other
// types.
func (j *JSON) scalar(s *scanner) bool {
	switch s.Type() {
	case variant.TypeString:
		j.text("s:", s.Text())
		return true
	case variant.TypeStringName:
		j.text("sn:", s.Text())
		return true
	}

	j.simple.Reset(j.b)
	switch s.Type() {
	case variant.TypeNil:
		j.simple.Raw("null")
	case variant.TypeBool:
		x, _ := s.Bool()
		j.simple.Raw(strconv.FormatBool(x))
	case variant.TypeInt:
		x, _ := s.Int()
		j.simple.TaggedInt(x)
	case variant.TypeFloat:
		x, _ := s.Float()
		j.simple.Float(x)

	case variant.TypeVector2, variant.TypeVector3, variant.TypeVector4, variant.TypeRect2,
		variant.TypePlane, variant.TypeQuaternion, variant.TypeAABB:
		j.vector(s)
	default:
		return false
	}

	j.b = j.simple.Bytes()
	return true
}

// vector writes a value with components.
func (j *JSON) vector(s *scanner) {
	j.simple.Rules.Single = j.codec.Options().Precision == codec.Single
	j.simple.Begin(`{"args":[`)
	j.reals = s.AppendFloats(j.reals[:0])
	for _, f := range j.reals {
		j.simple.Real(f)
	}

	j.simple.End(`],"type":"`)
	j.simple.Raw(s.Type().String())
	j.simple.Raw(`"}`)
}
