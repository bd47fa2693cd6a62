package variant

import (
	"encoding/binary"
	"fmt"
	"log/slog"
	"math"
	"slices"

	"godotvariant/internal"
	"godotvariant/internal/float"
	"godotvariant/internal/token"
)

// Internal returns functions for the other packages of this module. Other modules
// can't call it, because they can't name its argument.
func Internal(internal.Key) kernel { return kernel{} }

// kernel has the functions of [Internal] as its methods. This file has those that the
// library's own types call in Encode and Decode. Those for Go values are in partread.go
// and partwrite.go; those for formats are with the format, decode.go and writer.go.
type kernel struct{}

// Failed reports whether reading has failed. It is cheaper than Err.
func (kernel) Failed(r *Reader) bool { return r.err != nil }

// WriteFailed reports whether writing has failed. It is cheaper than Err.
func (kernel) WriteFailed(w *Writer) bool { return w.err != nil }

// FullObjects reports whether full objects are accepted.
func (kernel) FullObjects(r *Reader) bool { return r.format.fullObjects }

// WriteFullObjects reports whether full objects are written.
func (kernel) WriteFullObjects(w *Writer) bool { return w.format.fullObjects }

// Checking reports whether the data is only validated. Text and slices are then empty. It is
// false in the Decode method of a registered type, which makes its value in a validation, too.
func (kernel) Checking(r *Reader) bool { return r.check }

// FailHeader fails with an error of the packet as a whole.
func (kernel) FailHeader(r *Reader, err error) error { return r.FailAt(r.head, err) }

// Word is Uint32 for a word that is not part of a key's hash. Mix adds its meaning.
func (kernel) Word(r *Reader) uint32 { return r.word() }

// Mix adds x to the hash if a key is being read. Equal keys must add the same numbers.
func (kernel) Mix(r *Reader, x uint64) {
	if r.hashing {
		r.mix(x)
	}
}

// MixText is Mix for text.
func (kernel) MixText(r *Reader, s string) {
	if r.hashing {
		r.mixBytes([]byte(s))
	}
}

// Hashing reports whether a key is being read.
func (kernel) Hashing(r *Reader) bool { return r.hashing }

// Name reads text and reports whether it is not empty, also in a validation.
func (kernel) Name(r *Reader) (name string, named bool) {
	b := r.text()
	if r.check {
		return "", len(b) > 0
	}
	return string(b), len(b) > 0
}

// Names returns a reader of the names of n properties. Close it after the last one.
func (kernel) Names(r *Reader, n int) names { return r.names(n) }

// TextAfter reads text of n bytes, the length in the field at offset at. It reports
// false if the text is not there or not valid. The result aliases the input.
func (kernel) TextAfter(r *Reader, at int, n uint32) ([]byte, bool) { return r.textAfter(at, n) }

// PackedStrings reads the texts of a PackedStringArray. They share one piece of memory.
func (kernel) PackedStrings(r *Reader) []string { return r.packedStrings() }

// WriteStrings writes the texts of a PackedStringArray, after a count, up to the first
// that fails, and returns how many it wrote. Most dialects count a final NUL in the length
// of each.
func (kernel) WriteStrings(w *Writer, texts []string) int {
	end := 0
	if w.format.dialect.StringArrayNUL {
		end = 1
	}
	for i, s := range texts {
		if w.shortPart(s, len(s)+end) {
			continue
		}
		if w.text(s, len(s)+end); w.err != nil {
			return i
		}
	}
	return len(texts)
}

// Bytes is Reader.Data without the copy.
func (kernel) Bytes(r *Reader) []byte { return r.bytes() }

// Count64 is Reader.Count for a count of 8 bytes.
func (kernel) Count64(r *Reader, size int) int {
	at := r.pos
	return r.claim(at, r.quad(), size, 0)
}

// ClaimParts is Reader.CountParts for a count n that was read from the field at offset
// at before.
func (kernel) ClaimParts(r *Reader, at int, n uint32, size int) int {
	hash := r.hash // the count is in it already
	parts := r.claim(at, uint64(n), size, r.owed)
	r.hash = hash
	return parts
}

// Width returns the size of the numbers that Reader.Real reads.
func (kernel) Width(r *Reader) int { return r.width }

// WriteWidth returns the size of the numbers that Writer.Real writes.
func (kernel) WriteWidth(w *Writer) int { return w.width() }

// Skip skips n bytes that are only validated, and any content of which is valid. It
// returns false, and has done nothing, if their content matters.
func (kernel) Skip(r *Reader, n int) bool {
	if !r.check || r.hashing {
		return false
	}
	r.take(n)
	return true
}

// Elements takes n elements of size bytes, after a count, to be copied. It returns nil
// where they must be read one by one: after an error and in a key.
func (kernel) Elements(r *Reader, n, size int) []byte {
	if r.hashing {
		return nil
	}
	return r.take(n * size)
}

// Space appends n elements of size bytes, after a count, and returns their bytes to be
// filled in. It returns nil where they must be written one by one: after an error,
// with Exact or Finite, and in a comparison.
func (kernel) Space(w *Writer, n, size int) []byte {
	if w.err != nil || w.format.picky() || n > math.MaxInt32/size || !w.room(n*size) {
		return nil
	}
	w.buf = slices.Grow(w.buf, n*size)
	return w.next(n * size)
}

// AppendElements writes the bytes of elements after a count. It returns false, and has
// done nothing, where Space returns nil.
func (kernel) AppendElements(w *Writer, b []byte) bool {
	if w.err != nil || w.format.picky() || !w.room(len(b)) {
		return false
	}
	w.buf = append(w.buf, b...) // unlike slices.Grow it does not clear new memory
	return true
}

// picky reports whether the Writer must see each number.
func (f *Format) picky() bool { return f.exact || f.finite || f.comparing }

// FiniteOnly returns the format with the option Finite.
func (kernel) FiniteOnly(f *Format) *Format { return f.finiteOnly() }

// Finite makes r refuse numbers that are not finite, until [kernel.Resume] gets the result.
func (kernel) Finite(r *Reader) *Format {
	f := r.format
	r.format = f.finiteOnly()
	return f
}

// Resume makes f the format of r again.
func (kernel) Resume(r *Reader, f *Format) { r.format = f }

// WriteFinite makes w refuse numbers that are not finite, until [kernel.WriteResume] gets the
// result.
func (kernel) WriteFinite(w *Writer) *Format {
	f := w.format
	w.format = f.finiteOnly()
	return f
}

// WriteResume makes f the format of w again.
func (kernel) WriteResume(w *Writer, f *Format) { w.format = f }

// IsFinite and WriteIsFinite report whether numbers that are not finite are refused.

func (kernel) IsFinite(r *Reader) bool      { return r.format.finite }
func (kernel) WriteIsFinite(w *Writer) bool { return w.format.finite }

// Comparing reports whether the bytes are only compared. Equal values must then have
// equal bytes.
func (kernel) Comparing(w *Writer) bool { return w.format.comparing }

// FailKey fails if the bytes are those of a dictionary key, because the value equals no
// other key. It reports whether it failed.
func (kernel) FailKey(w *Writer) bool {
	if w.format.keyed {
		w.Fail(errNoEqual)
	}
	return w.format.keyed
}

// Null replaces the packet by that of a Nil.
func (kernel) Null(w *Writer) { w.null() }

// Packet replaces the value being written by the packet b of format of.
func (kernel) Packet(w *Writer, b []byte, of *Format) error { return w.packet(b, of) }

// Count64 of a Writer is Writer.Count in 8 bytes.
func (kernel) WriteCount64(w *Writer, n int) { w.quad(uint64(n)) }

// For printing values, and for reading text and JSON: each is the function of its name.

func (kernel) NameOf(v Variant) string                             { return nameOf(v) }
func (kernel) TypeByName(name string) (Type, bool)                 { return typeByName(name) }
func (kernel) ErrorOf(op string, v Variant, err error) *Error      { return errorOf(op, v, err) }
func (kernel) AppendWhole(b []byte, v Variant) ([]byte, error)     { return appendWhole(b, v) }
func (kernel) Pointed(v Variant) Variant                           { return pointed(v) }
func (kernel) GoText(v Variant) string                             { return goText(v) }
func (kernel) Guard(v Variant, f func()) bool                      { return guard(v, f) }
func (kernel) FormatVerb(s fmt.State, verb rune, v Variant)        { formatVerb(s, verb, v) }
func (kernel) LogValue(c Container, extra ...slog.Attr) slog.Value { return logValue(c, extra...) }
func (kernel) ArrayType(elem *ElementType) string                  { return arrayType(elem) }
func (kernel) DictionaryType(d Dictionary) string                  { return dictionaryType(d) }
func (kernel) Accepts(want, t Type) bool                           { return accepts(want, t, false) }
func (kernel) Backwards(p Path) string                             { return p.backwards() }
func (kernel) Distinct(pairs []Pair) []Pair                        { return distinct(pairs) }
func (kernel) FormatJSON(v Variant) ([]byte, error)                { return formatJSON(v) }

func (kernel) ParseText(text []byte, prototype Constructible) (Variant, error) {
	return parseText(text, prototype)
}

func (kernel) ParseJSON(data []byte, prototype Constructible) (Variant, error) {
	return parseJSON(data, prototype)
}

func (kernel) ScalarText(r *token.Reader) (Variant, bool) { return scalarText(r) }

// ReadJSON reads a value of canonical JSON. prototype returns the type of a name, or nil, and
// object the object with properties, whose keys are Strings.
func (kernel) ReadJSON(
	r *token.Reader, maxDepth int, prototype func(string) Constructible, object func(string, []Pair) (Variant, error),
) Variant {
	return newJSONReader(r, maxDepth, prototype, object).value()
}

// ParseContainer reads the whole JSON as a value of the type of dst, see ReadJSON.
func (kernel) ParseContainer(
	data []byte, dst Variant, prototype func(string) Constructible, object func(string, []Pair) (Variant, error),
) (Variant, error) {
	return parseContainer(data, dst, prototype, object)
}

// Conform converts *v, a part of the container at offset at, to the element type, or fails.
func (kernel) Conform(r *token.Reader, at int, v *Variant, elem *ElementType, part Step) {
	conform(r, at, v, elem, part)
}

// Inside adds a step to the path of the error, if the part that has just been read failed.
func (kernel) Inside(r *token.Reader, part Step) { inside(r, part) }

// Constructibles returns the prototypes of own types in the format that are made of
// arguments.
func (kernel) Constructibles(f *Format) []Constructible {
	var own []Constructible
	for i := range f.forms[:256] {
		if c, ok := f.forms[i].prototype.(Constructible); ok && f.forms[i].typ >= TypeCustom {
			own = append(own, c)
		}
	}
	return own
}

// singleBits returns the bits of f, which is not NaN, in single precision.
func singleBits(f float64) uint32 { return math.Float32bits(float32(f)) }

// Reals2, Reals3 and Reals4 write that many real_t numbers, and ReadReals2, ReadReals3
// and ReadReals4 read them. Most values of a scene consist of them, so there is one
// check for all numbers, and no slice. The sum of the numbers tells whether one may be NaN.

func (kernel) Reals2(w *Writer, x, y float64) error {
	at := len(w.buf)
	end := at + 8
	buf := w.buf
	if sum := x + y; sum != sum || !w.format.write[w.current].rounds || uint(end) > uint(cap(buf)) {
		w.Reals(x, y)
		return w.Err()
	}
	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], singleBits(x))
	binary.LittleEndian.PutUint32(b[4:], singleBits(y))
	return w.Err()
}

func (kernel) ReadReals2(r *Reader) (x, y float64) {
	at := r.pos
	end := at + 8
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [2]float64
		r.Reals(c[:])
		return c[0], c[1]
	}
	b := r.data[at:end:end]
	r.pos = end
	return float.Widen(binary.LittleEndian.Uint32(b[0:])), float.Widen(binary.LittleEndian.Uint32(b[4:]))
}

func (kernel) Reals3(w *Writer, x, y, z float64) error {
	at := len(w.buf)
	end := at + 12
	buf := w.buf
	if sum := x + y + z; sum != sum || !w.format.write[w.current].rounds || uint(end) > uint(cap(buf)) {
		w.Reals(x, y, z)
		return w.Err()
	}
	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], singleBits(x))
	binary.LittleEndian.PutUint32(b[4:], singleBits(y))
	binary.LittleEndian.PutUint32(b[8:], singleBits(z))
	return w.Err()
}

func (kernel) ReadReals3(r *Reader) (x, y, z float64) {
	at := r.pos
	end := at + 12
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [3]float64
		r.Reals(c[:])
		return c[0], c[1], c[2]
	}
	b := r.data[at:end:end]
	r.pos = end
	x, y = float.Widen(binary.LittleEndian.Uint32(b[0:])), float.Widen(binary.LittleEndian.Uint32(b[4:]))
	return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:]))
}

func (kernel) Reals4(w *Writer, x, y, z, v float64) error {
	at := len(w.buf)
	end := at + 16
	buf := w.buf
	if sum := x + y + z + v; sum != sum || !w.format.write[w.current].rounds || uint(end) > uint(cap(buf)) {
		w.Reals(x, y, z, v)
		return w.Err()
	}
	w.buf = w.buf[:end]
	b := buf[at:end:end]
	binary.LittleEndian.PutUint32(b[0:], singleBits(x))
	binary.LittleEndian.PutUint32(b[4:], singleBits(y))
	binary.LittleEndian.PutUint32(b[8:], singleBits(z))
	binary.LittleEndian.PutUint32(b[12:], singleBits(v))
	return w.Err()
}

func (kernel) ReadReals4(r *Reader) (x, y, z, v float64) {
	at := r.pos
	end := at + 16
	if r.width != 4 || end > len(r.data) || r.hashing || r.err != nil {
		var c [4]float64
		r.Reals(c[:])
		return c[0], c[1], c[2], c[3]
	}
	b := r.data[at:end:end]
	r.pos = end
	x, y = float.Widen(binary.LittleEndian.Uint32(b[0:])), float.Widen(binary.LittleEndian.Uint32(b[4:]))
	return x, y, float.Widen(binary.LittleEndian.Uint32(b[8:])), float.Widen(binary.LittleEndian.Uint32(b[12:]))
}
