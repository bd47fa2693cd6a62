// Package span finds the values of a save in its bytes, and replaces them there. It builds only
// short values. So it needs little memory besides the bytes, whether the save has one record of 500
// MB or many short ones.
//
//	f, err := span.Open(plain, at, frame, codec, span.Window)
//	place, err := f.Find(path)
//	after := edited(f.Around(place))
//	err = f.Replace(place, after, codec.Encode)
//	_, err = f.WriteTo(w)
//
// The format has counts of parts, but no lengths in bytes. So an edit replaces the bytes of a
// value, the count of the container around it, and the length in the frame of the record.
package span

import (
	"errors"
	"iter"
	"math"

	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
	"godotvariant/variant"
)

// ErrWhole is returned for a file or an edit that needs all values in memory.
var ErrWhole = errors.New("the values have to be in memory")

// Window is the usual limit for the number of bytes of a value that a File builds.
const Window = 64 << 10

// A Span is a range of the bytes of a file.
type Span struct{ Start, End int32 }

// Len returns the number of bytes.
func (s Span) Len() int { return int(s.End - s.Start) }

// A File has the plain bytes of a save with at least one record.
type File struct {
	plain  []byte
	frame  frame.Frame
	codec  *codec.Codec
	window int

	records []Span // spans of the packets
	single  bool   // the root is the value of the only record, not the list of records

	scan    codec.Scanner
	edits   edits
	settled bool // Settle has made edits in the bytes
}

// Open returns the File for plain bytes whose first record begins at an offset. The argument window
// is a number of bytes. In a longer record, the File builds only values of up to this length. Open
// returns ErrWhole if a record is damaged or repeats a key.
func Open(plain []byte, at int, f frame.Frame, c *codec.Codec, window int) (*File, error) {
	if len(plain) > math.MaxInt32 {
		return nil, ErrWhole
	}

	file := &File{plain: plain, frame: f, codec: c, window: window}
	if err := file.cut(at); err != nil {
		return nil, err
	}

	var d Distinct
	for _, s := range file.records {
		if !d.In(file.Bytes(s), c) {
			return nil, ErrWhole
		}
	}

	return file, nil
}

// cut finds the records from an offset on.
func (f *File) cut(at int) error {
	for at < len(f.plain) {
		start := at + f.frame.Prefix()
		if start > len(f.plain) {
			return ErrWhole
		}

		end, err := f.end(at, start)
		if err != nil {
			return err
		}

		f.records = append(f.records, Span{int32(start), int32(end)})
		at = end
	}

	if len(f.records) == 0 {
		return ErrWhole
	}

	f.single = len(f.records) == 1
	return nil
}

// end returns the offset after a record. The arguments are the offsets of the record and of its
// packet.
func (f *File) end(at, start int) (int, error) {
	if f.frame == frame.None {
		f.scan.Reset(f.plain[start:], f.codec)
		f.scan.Next()
		f.scan.Skip()
		if f.scan.Err() != nil {
			return 0, ErrWhole
		}
		return start + f.scan.End(), nil
	}

	n := f.frame.Length(f.plain[at:])
	if n > int64(len(f.plain)-start) {
		return 0, ErrWhole
	}
	return start + int(n), nil
}

// Len returns the number of bytes.
func (f *File) Len() int { return len(f.plain) }

// Codec returns the codec of the packets.
func (f *File) Codec() *codec.Codec { return f.codec }

// Window returns the limit for the number of bytes of a value that the File builds.
func (f *File) Window() int { return f.window }

// Records returns the number of records.
func (f *File) Records() int { return len(f.records) }

// Packets yields the packet of each record, without a copy.
func (f *File) Packets() iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for i, s := range f.records {
			if !yield(i, f.Bytes(s)) {
				return
			}
		}
	}
}

// Bytes returns the bytes in a span, without a copy.
func (f *File) Bytes(s Span) []byte { return f.plain[s.Start:s.End:s.End] }

// build builds the value of a packet.
func (f *File) build(s Span) (variant.Variant, error) { return f.codec.Decode(f.Bytes(s)) }
