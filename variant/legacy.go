package variant

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/float"
)

// LEGACY: removed when codec's conversions are rewritten.

type Settings = settings
type Mark struct {
	head int
	typ  Type
}

func NewFormat(s Settings) (*Format, error)                             { return newFormat(s) }
func (f *Format) Dialect() *Dialect                                     { return &f.dialect }
func (f *Format) Limits() Limits                                        { return f.limits }
func (f *Format) Mode() Mode                                            { return f.mode }
func (f *Format) Precision() Precision                                  { return f.precision }
func (f *Format) FullObjects() bool                                     { return f.fullObjects }
func (f *Format) Append(dst []byte, v Variant) ([]byte, error)          { return f.appendValue(dst, v) }
func (f *Format) Decode(b []byte) (Variant, error)                      { v, _, err := f.decode(b, true); return v, err }
func (f *Format) DecodeFirst(b []byte) (Variant, int, error)            { return f.decode(b, false) }
func (f *Format) Valid(b []byte) error                                  { _, err := f.valid(b, true); return err }
func (f *Format) ValidFirst(b []byte) (int, error)                      { return f.valid(b, false) }
func (f *Format) Read(b []byte, read func(*Reader)) error               { return kernel{}.Read(f, b, read) }
func (f *Format) Write(dst []byte, write func(*Writer)) ([]byte, error) { return f.encode(dst, write) }
func (f *Format) Trace(b []byte, on func(TraceEvent)) (int, error)      { return kernel{}.Trace(f, b, on) }
func (f *Format) TypeOf(header uint32) Type                             { return kernel{}.TypeOf(f, header) }
func (r *Reader) FailHeader(err error) error                            { return r.FailAt(r.head, err) }
func (r *Reader) Count64(size int) int                                  { return kernel{}.Count64(r, size) }
func (r *Reader) Width() int                                            { return r.width }
func (r *Reader) PackedStrings() []string                               { return r.packedStrings() }
func (r *Reader) TextBytes() []byte                                     { return r.text() }
func (r *Reader) IntPayload() int64                                     { return r.int() }
func (r *Reader) FloatPayload() float64                                 { return r.float() }

type PacketReader struct {
	r    Reader
	f    *Format
	fill source
}

func (f *Format) PacketReader(fill func(buf []byte, n int) ([]byte, error)) *PacketReader {
	return &PacketReader{f: f, fill: fill}
}
func (p *PacketReader) Next(buf []byte) ([]byte, error) {
	return kernel{}.NextPacket(&p.r, p.f, buf, p.fill)
}

func (r *Reader) MatchStrings(texts []string) bool {
	start := r.pos
	same := r.CountParts(4) == len(texts)
	ended := r.format.dialect.StringArrayNUL
	for i := 0; same && i < len(texts); i++ {
		at := r.pos
		b := r.textOf(at, r.word(), ended)
		if ended {
			b = withoutNUL(b)
		}
		same = string(b) == texts[i]
	}
	if !same && r.err == nil {
		r.pos = start
	}
	return same && r.err == nil
}

// Enter reads the header of the next packet, and refuses it as [Reader.Value]
// would; with want another type than TypeNil, it must be one that a container of
// that element type takes. It returns the type, and whether that is decoded by a
// method that is not the library's own, so that only [Reader.Payload] knows what
// the payload means. After an error the type is TypeNil.
//
// The payload is next, then [Reader.Leave]. What the Reader knows of the packet
// around, its flags and width, is lost: read what needs them before.
func (r *Reader) Enter(want Type) (t Type, foreign bool) {
	start := r.pos
	if r.err != nil || r.tooDeep() {
		return TypeNil, false
	}
	f, _ := r.peek(want)
	if f != nil {
		r.pos += minPacket
	} else {
		f = r.header(want)
	}
	if f == nil {
		return TypeNil, false
	}
	r.enter(f, start)
	r.depth++
	return f.typ, f.kind == kindForeign
}

// EnterPart is Enter for a key, value or item of a container that
// [Reader.ArrayHead] or [Reader.DictionaryHead] has claimed.
func (r *Reader) EnterPart(want Type) (t Type, foreign bool) {
	r.owed -= minPacket
	return r.Enter(want)
}

// Leave ends a packet whose payload has been read.
func (r *Reader) Leave() { r.depth-- }

// Payload reads the payload of the packet just entered, whatever its type. It
// returns nil after an error.
func (r *Reader) Payload() Variant {
	if r.err != nil {
		return nil
	}
	head, flags, width := r.head, r.flags, r.width
	r.depth--
	v := r.decode(&r.format.forms[uint32(r.data[r.head])|r.flags>>8&256], r.head)
	r.depth++
	r.head, r.flags, r.width = head, flags, width
	return v
}

// Drop is Payload without the value: the payload is checked and forgotten.
func (r *Reader) Drop() {
	check := r.check
	r.check = true
	r.Payload()
	r.check = check
}

// plain returns the form of the next packet if there is nothing odd about the
// header, and the packet is of type t, which a container of element type want takes. If
// not, it returns nil, and the packet must be entered.
func (r *Reader) plain(t, want Type) *form {
	f, _ := r.peek(want)
	if f == nil || f.typ != t || f.kind == kindForeign || r.err != nil || r.depth > r.format.limits.MaxDepth {
		return nil
	}
	return f
}

// A Literal is how parts of one type begin, see [Reader.Literal]. The zero
// Literal is no part's beginning.
type Literal struct {
	head  uint32
	known bool
}

// Literal returns what [Reader.Match] wants for the parts of type t of the
// container just opened.
func (r *Reader) Literal(t, want Type) Literal {
	out := &r.format.write[t]
	f := &r.format.forms[byte(out.id)]
	ok := out.known && f.kind != kindForeign && f.head == uint32(out.id) && (want == TypeNil || want == f.typ)
	return Literal{uint32(out.id), ok && r.err == nil && r.depth <= r.format.limits.MaxDepth}
}

// Match passes over the next part of the container if it begins as l says, and
// its payload is just that, byte by byte. It reports whether it was.
func (r *Reader) Match(l Literal, payload []byte) bool {
	b := r.data[r.pos:]
	n := 4 + len(payload)
	if !l.known || len(b) < n || binary.LittleEndian.Uint32(b) != l.head || string(b[4:n]) != string(payload) {
		return false
	}
	r.pos += n
	r.owed -= minPacket
	return true
}

// MatchHead is EnterPart if the next part is of type t, which has no parts
// itself, and its header the plainest. It reports whether it was, else nothing
// is read. The payload is next, and no Leave behind it.
func (r *Reader) MatchHead(t, want Type) bool {
	f := r.plain(t, want)
	if f == nil {
		return false
	}
	r.head, r.flags, r.width = r.pos, f.head&f.flags, int(f.width)
	r.pos += minPacket
	r.owed -= minPacket
	return true
}

// MatchReals is MatchHead and Reals, if all of the payload is there.
func (r *Reader) MatchReals(t, want Type, fs []float64) bool {
	f := r.plain(t, want)
	if f == nil || int(f.size) != minPacket+int(f.width)*len(fs) {
		return false
	}
	b := r.data[r.pos+minPacket : r.pos+int(f.size)]
	if f.width == 8 {
		for i := range fs {
			fs[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i : 8*i+8 : 8*i+8]))
		}
	} else {
		for i := range fs {
			fs[i] = float.Widen(binary.LittleEndian.Uint32(b[4*i : 4*i+4 : 4*i+4]))
		}
	}
	r.pos += int(f.size)
	r.owed -= minPacket
	return true
}

// MatchContainer is EnterPart and ArrayHead or DictionaryHead, for a container
// that says nothing of the types of its parts, of which there are n. Leave
// ends it.
func (r *Reader) MatchContainer(t, want Type) (n int, ok bool) {
	f := r.plain(t, want)
	if f == nil || f.head&f.flags != 0 {
		return 0, false
	}
	size := minPacket
	if t == TypeDictionary {
		size += minPacket
	}
	count := binary.LittleEndian.Uint32(r.data[r.pos+4:]) & math.MaxInt32
	owed := int64(r.owed-minPacket) + int64(count)*int64(size)
	if owed > int64(len(r.data)-r.pos-8) {
		return 0, false
	}
	r.head, r.flags, r.width = r.pos, 0, int(f.width)
	r.pos += 8
	r.owed = int(owed)
	r.depth++
	return int(count), true
}

// AppendData appends to dst what [Reader.Data] would return.
func (r *Reader) AppendData(dst []byte) []byte {
	at := r.pos
	n := r.Count(1)
	if r.err == nil && n == len(r.data)-r.pos && r.format.mode == Lenient && r.source == nil {
		return append(dst, r.take(n)...)
	}
	return append(dst, r.padded(at, n)...)
}

// ArrayHead reads what stands before the items of an [Array] just entered: how
// many there are, and the type to enter each with, by [Reader.EnterPart].
func (r *Reader) ArrayHead() (n int, item Type) {
	item = r.partType(r.flags >> flagElem)
	n, _ = r.countShared(minPacket)
	r.Owe(n * minPacket)
	return n, item
}

// DictionaryHead reads what stands before the pairs of a [Dictionary] just
// entered: how many there are, and the types to enter keys and values with, by
// [Reader.EnterPart].
func (r *Reader) DictionaryHead() (n int, key, value Type) {
	flags := r.flags
	key = r.partType(flags >> flagKey)
	value = r.partType(flags >> flagValue)
	n, _ = r.countShared(2 * minPacket)
	r.Owe(n * 2 * minPacket)
	return n, key, value
}

// Open writes the header of a packet of type t and a count of parts, for code that
// writes packets without a value to each. The parts are next, then [Writer.Close].
func (w *Writer) Open(t Type, n int) Mark {
	m := Mark{w.head, w.current}
	_ = w.begin(t) || w.admit(t)
	w.depth++
	w.Count(n)
	w.nest()
	return m
}

// Close ends a packet whose payload has been written.
func (w *Writer) Close(m Mark) {
	w.depth--
	w.head, w.current = m.head, m.typ
}

// PutLiteral writes a packet of type t with this payload, the counterpart of
// [Reader.Match]. It reports whether all is well.
func (w *Writer) PutLiteral(t Type, payload []byte) bool {
	m := Mark{w.head, w.current}
	if (w.begin(t) || w.admit(t)) && w.room(len(payload)) {
		w.buf = append(w.buf, payload...)
	}
	w.head, w.current = m.head, m.typ
	return w.err == nil
}

// PutBool writes the packet of a [Bool].
func (w *Writer) PutBool(b bool) {
	m := Mark{w.head, w.current}
	if w.begin(TypeBool) || w.admit(TypeBool) {
		w.word(bit(b))
	}
	w.head, w.current = m.head, m.typ
}

// PutInt writes the packet of an [Int].
func (w *Writer) PutInt(i int64) {
	m := Mark{w.head, w.current}
	if w.begin(TypeInt) || w.admit(TypeInt) {
		w.int(i)
	}
	w.head, w.current = m.head, m.typ
}

// PutFloat writes the packet of a [Float].
func (w *Writer) PutFloat(f float64) {
	m := Mark{w.head, w.current}
	if w.begin(TypeFloat) || w.admit(TypeFloat) {
		w.float(f)
	}
	w.head, w.current = m.head, m.typ
}

// PutText writes the packet of a [String].
func (w *Writer) PutText(s string) {
	m := Mark{w.head, w.current}
	if w.begin(TypeString) || w.admit(TypeString) {
		w.text(s, len(s))
	}
	w.head, w.current = m.head, m.typ
}
