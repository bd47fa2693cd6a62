package variant

import (
	"encoding/binary"
	"fmt"
	"math"

	"godotvariant/internal"
)

// Value writes one whole packet, header and payload. A nil v is written as Nil.
func (w *Writer) Value(v Variant) {
	m := w.mark()
	w.nest()
	w.value(v)
	if len(w.buf) > w.limit {
		w.room(0)
	}
	w.restore(m)
}

// mark returns the packet that is being written, and restore makes it the current one again.

func (w *Writer) mark() internal.Mark { return internal.Mark{Head: w.head, Type: uint8(w.current)} }

func (w *Writer) restore(m internal.Mark) { w.head, w.current = m.Head, Type(m.Type) }

// Every packet is written in two steps: begin writes the header, or admit where begin
// can't; then comes the payload. Packets of one word and short texts take one step, short
// and shortText, where that needs no check. No step checks what holds for all parts of
// a container. A container calls nest before its parts, expect before a part whose
// type may have to be checked, and compares the length with limit after each part.

// appendValue appends the packet of v to dst, see encode.
func (f *Format) appendValue(dst []byte, v Variant) ([]byte, error) {
	return f.encode(dst, func(w *Writer) { w.value(v) })
}

// value writes one packet. The packet around must be restored by the caller. The
// types that most packets of a scene have are written without a call of Encode.
func (w *Writer) value(v Variant) {
	switch v := v.(type) {
	case String:
		if !w.shortText(TypeString, string(v)) {
			w.putText(TypeString, string(v))
		}
	case Int:
		if v != Int(int32(v)) || !w.short(TypeInt, uint32(v)) {
			w.putInt(int64(v))
		}
	case Float:
		if s := float32(v); Float(s) != v || !w.short(TypeFloat, math.Float32bits(s)) {
			w.putFloat(float64(v))
		}
	case Bool:
		if !w.short(TypeBool, bit(v)) {
			w.putWord(TypeBool, bit(v))
		}
	case Dictionary:
		if w.begin(TypeDictionary) || w.admit(TypeDictionary) {
			w.depth++
			w.dictionary(&v)
			w.depth--
		}
	case Array:
		if w.begin(TypeArray) || w.admit(TypeArray) {
			w.depth++
			w.array(&v)
			w.depth--
		}
	case StringName:
		if !w.shortText(TypeStringName, string(v)) {
			w.putText(TypeStringName, string(v))
		}
	case nil:
		_ = w.begin(TypeNil) || w.admit(TypeNil)
	default:
		if w.guarding {
			if !w.guarded {
				w.guard(v)
				return
			}
			w.guarded = false
		}
		t := v.Type()
		if !w.begin(t) && !w.admit(t) {
			return
		}
		w.depth++
		if err := v.Encode(w); err != nil || (len(w.buf)-w.start)&3 != 0 {
			w.failed(v, err)
		}
		w.depth--
	}
}

// failed fails with the error of v's Encode, or because of the length of its payload.
func (w *Writer) failed(v Variant, err error) {
	if err == nil {
		err = Because(ErrLength, fmt.Sprintf("the Encode method of %T wrote a payload that is not a multiple of 4 bytes", v))
	}
	w.Fail(err)
}

// guard is value for a value that may be a nil pointer or have methods that panic.
func (w *Writer) guard(v Variant) {
	depth := w.depth
	defer func() {
		if p := recover(); p != nil {
			w.Fail(Because(ErrUnsupported, fmt.Sprintf("encoding a %T panicked: %v", v, p)))
		}
		w.depth = depth
	}()
	w.head, w.current = len(w.buf), TypeNil // for a panic of Type
	w.guarded = true
	w.value(v)
}

// begin writes the header of a packet of type t. It returns false, and has done
// nothing, if a check or more memory is needed; then call admit. It makes no calls and
// is inlined.
func (w *Writer) begin(t Type) bool {
	out, buf := &w.format.write[t], w.buf
	at := len(buf)
	end := at + minPacket
	if !out.known || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}
	w.buf = w.buf[:end]
	binary.LittleEndian.PutUint32(buf[at:end:end], out.head)
	w.head, w.current = at, t
	return true
}

// admit writes the header of a packet of type t with all checks. It returns false
// after an error.
func (w *Writer) admit(t Type) bool {
	if w.err != nil {
		return false
	}
	w.head, w.current = len(w.buf), t
	out, want := &w.format.write[t], w.want
	switch {
	case w.depth > w.format.limits.MaxDepth:
		w.Fail(ErrDepth)
	case !out.known:
		w.Fail(w.format.dialect.lacks(t))
	case want != TypeNil && !accepts(want, t, w.format.mode == Lenient):
		w.Fail(Because(ErrElementType, t.String()+" in a container of "+want.String()))
	case w.room(minPacket):
		w.word(out.head)
		w.limit, w.want = w.start+w.format.limits.MaxSize, TypeNil
	}
	return w.err == nil
}

// nest prepares for packets inside the packet being written. If they are too deep,
// admit rejects the first.
func (w *Writer) nest() {
	if w.depth > w.format.limits.MaxDepth {
		w.limit, w.want = -1, TypeNil
	}
}

// expect makes admit check whether the next packet, that of v, has type want, unless
// v has it for certain or any type will do.
func (w *Writer) expect(v Variant, want Type) {
	if want != TypeNil && (v == nil || w.guarding || v.Type() != want) {
		w.limit, w.want = -1, want
	}
}

// short writes a packet of type t that is one word, if its outbound says that it may. Like
// begin it returns false, and has done nothing, if a check or more memory is needed. The
// packet around stays the current one. It makes no calls and is inlined.
func (w *Writer) short(t Type, x uint32) bool {
	out, buf := &w.format.write[t], w.buf
	at := len(buf)
	end := at + minPacket + 4
	if !out.short || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}
	w.buf = w.buf[:end]
	binary.LittleEndian.PutUint64(buf[at:end:end], uint64(out.head)|uint64(x)<<32)
	return true
}

// shortText is short for ASCII text.
func (w *Writer) shortText(t Type, s string) bool {
	out := &w.format.write[t]
	return out.known && w.ascii(0, out.head, s, len(s))
}

// The put functions write packets in two steps.

func (w *Writer) putWord(t Type, x uint32) {
	if w.begin(t) || w.admit(t) {
		w.word(x)
	}
}

func (w *Writer) putText(t Type, s string) {
	if w.begin(t) || w.admit(t) {
		w.text(s, len(s))
	}
}

func (w *Writer) putInt(i int64) {
	if w.begin(TypeInt) || w.admit(TypeInt) {
		w.int(i)
	}
}

func (w *Writer) putFloat(f float64) {
	if w.begin(TypeFloat) || w.admit(TypeFloat) {
		w.float(f)
	}
}

// int writes the payload of an Int.
func (w *Writer) int(i int64) {
	switch rule := w.format.dialect.Int; {
	case rule == IntByValue && i == int64(int32(i)):
		w.word(uint32(i))
	case rule == IntPlain64:
		w.quad(uint64(i))
	default:
		w.Flags(Flag64)
		w.quad(uint64(i))
	}
}

// float writes the payload of a Float.
func (w *Writer) float(f float64) {
	switch s := float32(f); {
	case w.format.dialect.Float == FloatPlain32:
		w.single(f)
	case float64(s) == f:
		w.Float32(s)
	default:
		w.Flags(Flag64)
		w.Float64(f)
	}
}

// null replaces the packet by that of a Nil, which is only a header. Engines since
// 3.4 write a null object this way.
func (w *Writer) null() {
	if w.err == nil {
		binary.LittleEndian.PutUint32(w.buf[w.head:], uint32(w.format.write[TypeNil].id))
		w.buf = w.buf[:w.head+4]
	}
}

// packet replaces the value being written by the packet b of format of, for types
// that keep values as bytes. It fails with [ErrUnsupported] if the two formats give
// b different meanings. Inside another value, and between formats with different
// options, b is validated again.
func (w *Writer) packet(b []byte, of *Format) error {
	switch {
	case w.err != nil:
		return w.Err()
	case w.format.comparing:
		return w.decoded(b, of)
	case !w.format.sameMeaning(of):
		return w.Fail(Because(ErrUnsupported, "a packet of "+of.describe()+" for "+w.format.describe()+"; its decoded value can be encoded"))
	}
	if of != w.format || w.depth > 1 {
		r := w.format.reader(b)
		r.check, r.depth = true, w.depth-1
		r.Value()
		r.end()
		err := r.err
		r.release()
		if err != nil {
			return w.Fail(err)
		}
	}
	w.buf = w.buf[:w.head]
	if w.room(len(b)) {
		w.buf = append(w.buf, b...)
		w.accept(len(b))
	}
	return w.Err()
}

// decoded is packet for comparisons, which write the value of b.
func (w *Writer) decoded(b []byte, of *Format) error {
	v, _, err := of.decode(b, true)
	if err != nil {
		return w.Fail(err)
	}
	w.buf = w.buf[:w.head]
	w.depth--
	w.value(v)
	w.depth++
	return w.Err()
}
