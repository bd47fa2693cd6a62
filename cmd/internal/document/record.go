package document

import (
	"fmt"

	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Record is one value of a file, with its bytes.
type Record struct {
	Index  int
	Offset int64  // offset of the record's first byte in the plain bytes
	Start  int64  // offset of the packet in the plain bytes, after the length field if there is one
	Length int64  // length of the packet, as the length field says
	Packet []byte // shorter than Length if the file ends inside the packet
	// Value is the value of a file that is not a save, or of a record of a Document. It is nil for
	// a record of a Reader, and if the packet can't be read. Build builds the value of any record.
	Value variant.Variant

	codec  *codec.Codec
	values int  // limit for the number of values in the record, or 0
	valid  bool // the packet can be read
	single bool // the file has only this record
}

// Read reports whether the packet could be read.
func (r *Record) Read() bool { return r.Value != nil || r.valid }

// Build returns the value of the record. If the field Value is nil, each call builds the value from
// the packet again. The error is an *[Error].
func (r *Record) Build() (variant.Variant, error) {
	v, err := r.build()
	return v, r.failed(err)
}

// failed adds the index and the offset of the record to an error.
func (r *Record) failed(err error) error {
	if err == nil {
		return nil
	}
	return &Error{Record: r.Index, Offset: r.Offset, Single: r.single, Err: err}
}

func (r *Record) build() (variant.Variant, error) {
	if r.Value != nil || r.codec == nil {
		return r.Value, nil
	}
	if err := r.counted(); err != nil {
		return nil, err
	}

	return r.codec.Decode(r.Packet)
}

// Counted returns an *[Error] if the record has more values than Options.MaxValues.
func (r *Record) Counted() error { return r.failed(r.counted()) }

func (r *Record) counted() error {
	if r.Value != nil {
		return nil
	}
	return probe.Counted(r.codec, r.Packet, r.values)
}

// Type returns the type of the value, or variant.TypeNil if its packet can't be read.
func (r *Record) Type() variant.Type {
	if r.Value != nil {
		return r.Value.Type()
	}

	s := codec.NewScanner(r.Packet, r.codec)
	s.Next()
	return s.Type()
}

// check returns the error of the packet, or nil if it can be read.
func (r *Record) check() error {
	if r.codec.Valid(r.Packet) == nil {
		r.valid = true
		return nil
	}

	_, err := r.build() // the error has the path, and names another dialect that fits
	return err
}

// An Error is an error in a record.
type Error struct {
	Record int
	Offset int64 // offset of the record in the plain bytes
	Single bool  // whether the file has only this record
	Err    error // an error of package codec has the offset in the packet, and the path
}

// Error returns the text of the error, with the record.
func (e *Error) Error() string {
	if e.Single {
		return e.Err.Error()
	}
	return fmt.Sprintf("record %d, which begins at %d: %v", e.Record, e.Offset, e.Err)
}

// Unwrap returns the error without its record.
func (e *Error) Unwrap() error { return e.Err }
