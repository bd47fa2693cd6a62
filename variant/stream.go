package variant

import (
	"errors"
	"io"
)

// A PacketReader finds out where a packet ends while its bytes are still coming in, for
// streams in which packets follow each other and nothing says how long they
// are. It is for one goroutine at a time.
type PacketReader struct {
	reader  Reader
	format  *Format
	fill    func(buf []byte, n int) ([]byte, error)
	more    func(n int) error // fills the reader's data; kept, so that it is made once
	failure error             // what fill has said
}

// PacketReader returns a PacketReader that gets its bytes from fill: it is to make
// buf n bytes long, by appending to it or in a longer copy, and on an error
// returns what there is. Only bytes of the packet are ever asked for.
func (f *Format) PacketReader(fill func(buf []byte, n int) ([]byte, error)) *PacketReader {
	p := &PacketReader{format: f, fill: fill}
	p.more = p.grow
	return p
}

func (p *PacketReader) grow(n int) error {
	p.reader.data, p.failure = p.fill(p.reader.data, n)
	if p.failure == nil && len(p.reader.data) < n {
		p.failure = io.ErrNoProgress
	}
	return p.failure
}

// Next returns the bytes of one packet, which [Format.Valid] accepts. buf is
// empty, or holds the beginning of the packet from a call that has failed. It
// allocates nothing itself while the data is in order.
//
// After an error it returns the bytes so far. If fill reported io.EOF, the
// error is the one that [Format.DecodeFirst] returns for these bytes, or io.EOF
// itself where there are none. Any other error of fill is wrapped in an
// [*Error] whose offset is their number. No packet is longer than
// Limits.MaxFrame.
func (p *PacketReader) Next(buf []byte) ([]byte, error) {
	r := &p.reader
	r.reset(p.format, buf)
	r.check, r.fill = true, p.more
	p.failure = nil
	r.Value()
	packet, n, failure, err := r.data, r.pos, p.failure, r.Err()
	r.reset(nil, nil)
	p.failure = nil

	switch {
	case err == nil:
		return packet[:n], nil
	case failure == nil:
		return packet, p.format.named(packet, err)
	case failure != io.EOF:
		err.(*Error).Offset = len(packet)
		return packet, err
	case len(packet) == 0:
		return packet, io.EOF
	}
	_, _, err = p.format.DecodeFirst(packet)
	return packet, err // nil if lenient mode does not miss the padding at the end
}

// named returns err, found by a check of b, with the keys in its path, if the
// decoder comes upon the same fault in b.
func (f *Format) named(b []byte, err error) error {
	var found, same *Error
	_, _, again := f.DecodeFirst(b)
	if errors.As(err, &found) && errors.As(again, &same) && found.Offset == same.Offset && found.Err.Error() == same.Err.Error() {
		return again
	}
	return err
}

// Packet makes b, a whole packet that format of accepts, the value that is being
// written, in place of header and payload: for types whose values are kept as the
// bytes they came in. It fails with [ErrUnsupported] where of reads another
// dialect than the Writer's format writes. Inside of other values, and between
// formats that differ in their options, b is checked once more, so that it
// keeps to depth, mode and options of the format it is written with.
func (w *Writer) Packet(b []byte, of *Format) error {
	switch {
	case w.err != nil:
		return w.Err()
	case w.format.comparing:
		return w.instead(b, of)
	case !w.format.reads(of):
		return w.Fail(Because(ErrUnsupported, "a packet of "+of.describe()+" for "+w.format.describe()))
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
	}
	return w.Err()
}

// instead writes the value that b is, for comparisons.
func (w *Writer) instead(b []byte, of *Format) error {
	v, err := of.Decode(b)
	if err != nil {
		return w.Fail(err)
	}
	w.buf = w.buf[:w.head]
	w.depth--
	w.value(v)
	w.depth++
	return w.Err()
}

// reads reports whether every packet means the same to f and g, as far as both
// accept it.
func (f *Format) reads(g *Format) bool {
	if f == g {
		return true
	}
	d, e := &f.dialect, &g.dialect
	if d.Name != e.Name || d.Int != e.Int || d.Real != e.Real || d.Object != e.Object ||
		d.BasisColumns != e.BasisColumns || d.RIDPayload != e.RIDPayload || f.idMask != g.idMask ||
		d.Real == RealSetting && f.precision != g.precision ||
		d.Object == ObjectBySetting && f.fullObjects != g.fullObjects {
		return false
	}
	for id := range 256 {
		if a, b := &f.forms[id], &g.forms[id]; a.known != b.known || a.typ != b.typ {
			return false
		}
	}
	return true
}

// describe names the format as far as it decides what a packet means.
func (f *Format) describe() string {
	s := f.dialect.Name
	if f.dialect.Real == RealSetting {
		s += " in " + f.precision.String() + " precision"
	}
	if f.dialect.Object == ObjectBySetting && f.fullObjects {
		s += " with FullObjects"
	}
	return s
}

// TypeOf returns the type that a packet with this header has, TypeNil also if
// the format knows none.
func (f *Format) TypeOf(header uint32) Type {
	if id := header & f.idMask; id < 256 {
		return f.forms[id].typ
	}
	return TypeNil
}
