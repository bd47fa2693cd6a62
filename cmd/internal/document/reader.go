package document

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/lookahead"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// A Reader reads a file record by record. It detects the format from the first bytes. It holds only
// one record in memory, so it reads files of any size.
type Reader struct {
	Format

	in     *lookahead.Reader
	most   int64  // greatest length of a record in bytes
	next   Record // the next record, of which only the Index and the Offset are known
	single bool
	packet []byte // reused memory for one packet
	values int    // limit for the number of values in a record, or 0
	scan   codec.Scanner
	builds bool             // the Reader also builds the values of the records
	watch  func(done int64) // see Options.Read
}

// unlimited is a number of plain bytes that no file has. The plain bytes of a file are its
// decrypted and decompressed bytes. A Reader needs no smaller limit, because it usually holds only
// one record at a time.
const unlimited = 1 << 50

// Open starts to read a file. The error is one of package savefile, or ErrUnknown if no engine
// writes such bytes.
func Open(r io.Reader, o Options) (*Reader, error) {
	if o.Save.Limits.MaxSize == 0 {
		o.Save.Limits.MaxSize = unlimited
	}

	in, info, err := o.openContainer(bufio.NewReaderSize(r, readAhead))
	if err != nil {
		return nil, err
	}

	c, err := o.content(in)
	if err != nil {
		return nil, err
	}

	reader := &Reader{in: c.in, most: o.Longest()}
	reader.values = o.MaxValues
	reader.Format = c.format
	reader.Container = info
	reader.start()

	return reader, nil
}

// openContainer returns the plain bytes of a file. An encrypted file is read to its end first,
// because its header has the checksum of all plain bytes.
func (o Options) openContainer(
	r *bufio.Reader,
) (*lookahead.Reader, savefile.Info, error) {
	head, _ := r.Peek(headerSize)
	info, err := savefile.Inspect(bytes.NewReader(head))

	if err == nil && info.Container.Encrypted() {
		file := lookahead.New(r, o.Length)
		data := file.Append(nil, o.Save.Limits.MaxSize)
		if err := file.Err(); err != nil {
			return nil, info, err
		}

		plain, info, err := savefile.Decode(data, o.Save)
		return lookahead.Bytes(plain), info, err
	}

	container, err := savefile.NewReader(r, o.Save)
	if err != nil {
		return nil, info, err
	}

	info = container.Info()
	buffered := bufio.NewReaderSize(container, readAhead)
	return lookahead.New(buffered, o.plainLength(info)), info, nil
}

// readAhead is the size in bytes of the buffers for reading a file.
const readAhead = 64 << 10

// headerSize is the largest number of bytes that savefile.Inspect reads.
const headerSize = 44

// start skips the bytes before the first record.
func (r *Reader) start() {
	r.in.Append(nil, r.At)
	r.next.Offset = r.At
}

// Single reports whether the file has only one record. The result is valid after the first record
// was read.
func (r *Reader) Single() bool { return r.single }

// Done returns the number of records that were read, and the offset after them in the plain bytes.
// The result is valid after the last record was read.
func (r *Reader) Done() (records int, offset int64) { return r.next.Index, r.next.Offset }

// All yields the records. The packet of a record is valid only until the next record. If a packet
// can't be read, All yields its record with an *Error, and then the next record, if the start of
// that record is known.
func (r *Reader) All() iter.Seq2[Record, error] {
	if r.body != nil {
		return r.allOfBody
	}

	return func(yield func(Record, error) bool) {
		for {
			if r.in.AtEnd() {
				return
			}

			record, last, err := r.record()
			r.single = record.Index == 0 && (last || len(r.in.Peek(1)) == 0)
			record.single = r.single
			if r.watch != nil {
				r.watch(record.Start + int64(len(record.Packet)))
			}

			if !yield(record, record.failed(err)) || last {
				return
			}

			r.next.Index++
		}
	}
}

// allOfBody yields the root of a file that is not a save, as a Record without a packet.
func (r *Reader) allOfBody(yield func(Record, error) bool) {
	r.single = true
	yield(Record{Value: r.body.Root()}, nil)
}

// record reads the next record. The result isLast is true if no record follows.
func (r *Reader) record() (record Record, isLast bool, err error) {
	record = r.next
	record.codec = r.codec
	record.values = r.values

	if r.Framing == frame.None {
		return r.bare(record)
	}

	prefix := r.in.Peek(frame.Prefix)
	if len(prefix) < frame.Prefix {
		record.Start = record.Offset
		record.Length = int64(len(prefix))
		record.Packet = prefix
		return record, true, r.in.Failed(variant.ErrTruncated)
	}

	n := r.Framing.Length(prefix)
	record.Start = record.Offset + frame.Prefix
	record.Length = n
	r.in.Skip(frame.Prefix)
	r.packet = r.in.Append(r.packet[:0], min(n, r.most))
	record.Packet = r.packet
	r.next.Offset = record.Start + int64(len(r.packet))

	if missing := n - int64(len(r.packet)); missing > 0 {
		if int64(len(r.packet)) == r.most {
			return record, true, fmt.Errorf("%w: it has %d bytes", ErrLong, n)
		}

		_, err = r.codec.Decode(r.packet)
		if err == nil { // the value is complete, but its frame is longer than the file
			err = variant.ErrTruncated
		}

		return record, true, fmt.Errorf("%d of %d bytes are missing: %w", missing, n,
			r.in.Failed(err))
	}

	return record, false, r.check(&record)
}

// bare reads a packet that has no length field before it.
func (r *Reader) bare(record Record) (_ Record, isLast bool, err error) {
	rest := r.in.Peek(int(r.most) + 1)
	record.Start = record.Offset
	record.Length = int64(len(rest))
	record.Packet = rest

	if int64(len(rest)) > r.most {
		return record, true, fmt.Errorf("%w: it has more than %d bytes", ErrLong, r.most)
	}
	if err := r.in.Err(); err != nil {
		return record, true, err
	}

	if r.options.Mode == codec.Lenient { // bytes after the value are not another record
		return record, true, r.check(&record)
	}

	n, err := r.first(&record)
	if err != nil {
		return record, true, err
	}

	record.valid = true
	record.Length = int64(n)
	record.Packet = rest[:n]
	r.in.Skip(n)
	r.next.Offset += int64(n)

	return record, false, nil
}

// check checks the packet of a record. It builds the value, too, if the Reader is for a Document.
func (r *Reader) check(record *Record) error {
	n, ok := r.build(record)
	if ok && (n == len(record.Packet) || r.options.Mode == codec.Lenient) {
		return nil
	}

	record.Value = nil
	return record.check()
}

// build builds the value of a record, if the Reader is for a Document. It returns the length of the
// packet.
func (r *Reader) build(record *Record) (n int, ok bool) {
	if !r.builds || probe.Counted(r.codec, record.Packet, r.values) != nil {
		return 0, false
	}

	var watch sliced.Watch
	if r.watch != nil {
		watch = func(done int) { r.watch(record.Start + int64(done)) }
	}

	v, n, err := sliced.Decode(r.codec, record.Packet, watch)
	record.Value = v
	return n, err == nil
}

// first returns the length of the packet at the start of a record. Other bytes may follow the
// packet.
func (r *Reader) first(record *Record) (int, error) {
	if n, ok := r.build(record); ok {
		return n, nil
	}

	b := record.Packet
	r.scan.Reset(b, r.codec)
	r.scan.Next()
	if r.scan.Skip() {
		return r.scan.End(), nil
	}

	if err := probe.Counted(r.codec, b, r.values); err != nil {
		return 0, err
	}
	_, _, err := r.codec.DecodeFirst(b) // it fails, and its error names another dialect that fits
	return 0, err
}
