package document

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// Options say how to read a file. The zero value detects all that a file does not need a key for.
type Options struct {
	// Save has what opens the container: key or password, limits, compressions.
	Save savefile.Options
	// Dialect is the engine; nil: detected. Pages of the documentation are never detected.
	Dialect *variant.Dialect
	// Framing separates the records; nil: detected.
	Framing *codec.Framing
	// Precision is the width of components that are written; nil: detected.
	Precision *variant.Precision
	// Mode says what reading rejects.
	Mode codec.Mode
	// MaxRecord is the longest record that is read, in bytes. 0: 256 MiB. A file without frames is
	// one record.
	MaxRecord int64
	// MaxValues is how many values a record may have, because a short record can be of many values.
	// 0: any number.
	MaxValues int
	// At is where the first record begins in the plain bytes; nil: detected.
	At *int64
	// Kinds are the kinds of files that are read besides saves, in the order in which
	// they are tried.
	Kinds []Kind
	// Layers are opened before anything is detected.
	Layers []Layer
	// RefuseObjects makes full objects an error. Otherwise they are read, as data.
	RefuseObjects bool
}

// A Record is one value of a file with its bytes.
type Record struct {
	Index  int
	Offset int64           // in the plain bytes, of the record's first byte
	Start  int64           // in the plain bytes, of the packet: after the length, if there is one
	Length int64           // of the packet, as the frame says
	Packet []byte          // shorter than Length if the file ends inside of it
	Value  variant.Variant // nil if the packet can't be read
}

// An Error is an error in a record.
type Error struct {
	Record int
	Offset int64 // of the record, in the plain bytes
	Single bool  // the file has only this record
	Err    error // that of package codec has the offset in the packet, and the path
}

// Error returns the text.
func (e *Error) Error() string {
	if e.Single {
		return e.Err.Error()
	}
	return fmt.Sprintf("record %d, which begins at %d: %v", e.Record, e.Offset, e.Err)
}

// Unwrap returns the error without its record.
func (e *Error) Unwrap() error { return e.Err }

// A Reader reads a file record by record. It detects the format from the first bytes, so files of
// any size are read in the memory of their longest record.
type Reader struct {
	Format

	in     *input
	most   int64  // bytes of a record
	next   Record // Index and Offset of the next record
	single bool
	packet []byte // memory for one packet
	values int    // the most values of a record, or 0
}

// ErrLong says that a record is longer than Options.MaxRecord.
var ErrLong = errors.New("the record is too long")

// unlimited is the limit of plain bytes of a Reader: it holds only one record at a time.
const unlimited = 1 << 50

// maxRecord returns the longest record that is read.
func (o Options) maxRecord() int64 {
	if o.MaxRecord <= 0 {
		return savefile.DefaultSize
	}
	return min(o.MaxRecord, math.MaxInt-1)
}

// Open starts to read a file. The error is that of package savefile, or says that no engine wrote
// such bytes.
func Open(r io.Reader, o Options) (*Reader, error) {
	if o.Save.Limits.Size == 0 {
		o.Save.Limits.Size = unlimited
	}

	container, err := savefile.NewReader(r, o.Save)
	if err != nil {
		return nil, err
	}

	reader := &Reader{in: &input{r: bufio.NewReader(container)}, most: o.maxRecord()}
	reader.values = o.MaxValues

	c, err := o.content(reader.in)
	if err != nil {
		return nil, err
	}

	reader.Format = c.format
	reader.Container = container.Info()
	reader.start()

	return reader, nil
}

// start skips what is before the first record.
func (r *Reader) start() {
	r.in.read(nil, r.At)
	r.next.Offset = r.At
}

// Single reports whether the file has only one record. It is known once the first record has been
// read.
func (r *Reader) Single() bool { return r.single }

// All yields the records. The packet of a record is valid until the next one. A packet that can't
// be read is yielded with its *Error, and the next record follows, if its place is known.
func (r *Reader) All() iter.Seq2[Record, error] {
	if r.body != nil {
		return r.allOfBody
	}

	return func(yield func(Record, error) bool) {
		for {
			more := r.in.peek(1)
			if len(more) == 0 && r.in.err == io.EOF {
				return
			}

			record, last, err := r.record()
			r.single = record.Index == 0 && (last || len(r.in.peek(1)) == 0)

			if err != nil {
				err = &Error{Record: record.Index, Offset: record.Offset, Single: r.single,
					Err: err}
			}

			if !yield(record, err) || last {
				return
			}

			r.next.Index++
		}
	}
}

// allOfBody yields the root of a file that is not a save. It has no packet.
func (r *Reader) allOfBody(yield func(Record, error) bool) {
	r.single = true
	yield(Record{Value: r.body.Root()}, nil)
}

// record reads the next record, and reports whether nothing can be read after it.
func (r *Reader) record() (record Record, last bool, err error) {
	record = r.next

	if r.Framing == codec.FrameNone {
		return r.bare(record)
	}

	prefix := r.in.peek(framePrefix)
	if len(prefix) < framePrefix {
		record.Start = record.Offset
		record.Length = int64(len(prefix))
		record.Packet = prefix
		return record, true, r.in.failed(variant.ErrTruncated)
	}

	n := int64(order(r.Framing).Uint32(prefix))
	record.Start = record.Offset + framePrefix
	record.Length = n
	r.in.skip(framePrefix)
	r.packet = r.in.read(r.packet[:0], min(n, r.most))
	record.Packet = r.packet
	r.next.Offset = record.Start + int64(len(r.packet))

	if missing := n - int64(len(r.packet)); missing > 0 {
		if int64(len(r.packet)) == r.most {
			return record, true, fmt.Errorf("%w: it has %d bytes", ErrLong, n)
		}

		_, err = r.codec.Decode(r.packet)
		if err == nil { // it says where the bytes end
			err = variant.ErrTruncated
		}

		return record, true, fmt.Errorf("%d of %d bytes are missing: %w", missing, n,
			r.in.failed(err))
	}

	err = counted(r.codec, record.Packet, r.values)
	if err == nil {
		record.Value, err = r.codec.Decode(record.Packet)
	}

	return record, false, err
}

// bare reads the next packet that has no length before it.
func (r *Reader) bare(record Record) (_ Record, last bool, err error) {
	rest := r.in.peek(int(r.most) + 1)
	record.Start = record.Offset
	record.Length = int64(len(rest))
	record.Packet = rest

	if int64(len(rest)) > r.most {
		return record, true, fmt.Errorf("%w: it has more than %d bytes", ErrLong, r.most)
	}
	if r.in.err != io.EOF {
		return record, true, r.in.err
	}

	if r.options.Mode == codec.Lenient { // what comes after the value is no record
		record.Value, err = r.codec.Decode(rest)
		return record, true, err
	}

	if err := counted(r.codec, rest, r.values); err != nil {
		return record, true, err
	}

	v, n, err := r.codec.DecodeFirst(rest)
	if err != nil {
		return record, true, err
	}

	record.Value = v
	record.Length = int64(n)
	record.Packet = rest[:n]
	r.in.skip(n)
	r.next.Offset += int64(n)

	return record, false, nil
}

// An input is a reader whose next bytes can be looked at.
type input struct {
	r    io.Reader
	head []byte // has been read, and comes first
	err  error  // of r, after head
}

// inMemory returns an input of bytes, which are not copied.
func inMemory(b []byte) *input { return &input{head: b, err: io.EOF} }

// peek returns the next n bytes, or fewer at the end.
func (in *input) peek(n int) []byte {
	if missing := n - len(in.head); missing > 0 && in.err == nil {
		var b bytes.Buffer
		b.Write(in.head)
		_, in.err = io.CopyN(&b, in.r, int64(missing))
		in.head = b.Bytes()
	}
	return in.head[:min(n, len(in.head))]
}

// all returns the rest of the bytes, of which there may be so many.
func (in *input) all(most int64) ([]byte, error) {
	b := in.read(nil, most+1)

	if in.err != nil && in.err != io.EOF {
		return nil, in.err
	}
	if int64(len(b)) > most {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrLong, most)
	}

	return b, nil
}

func (in *input) skip(n int) { in.head = in.head[n:] }

// read appends the next n bytes to b, or fewer at the end. Memory grows as bytes arrive.
func (in *input) read(b []byte, n int64) []byte {
	k := min(n, int64(len(in.head)))
	if len(b) == 0 && (k == n || in.err != nil) { // all of it is in memory
		b = in.head[:k:k]
		in.skip(int(k))

		return b
	}

	b = append(b, in.head[:k]...)
	in.skip(int(k))

	n -= k
	if n == 0 || in.err != nil {
		return b
	}

	w := bytes.NewBuffer(b)
	_, in.err = io.CopyN(w, in.r, n)
	return w.Bytes()
}

// failed returns the error of the reader, or if it has just ended the error that is given.
func (in *input) failed(end error) error {
	if in.err == nil || errors.Is(in.err, io.EOF) {
		return end
	}
	return in.err
}
