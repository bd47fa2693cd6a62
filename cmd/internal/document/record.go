package document

import (
	"fmt"

	"godotvariant/cmd/internal/large"
	"godotvariant/cmd/internal/probe"
	"godotvariant/variant"
)

// A Record is one value of a file, with its bytes.
type Record struct {
	Index  int
	Offset int64           // of the record's first byte in the plain bytes
	Start  int64           // of the packet in the plain bytes, after the length field, if any
	Length int64           // of the packet, from the length field
	Packet []byte          // shorter than Length if the file ends in the packet
	Value  variant.Variant // nil if the packet can't be read or is read in place
	Large  *large.Packet   // the packet if it is read in place; see Options.InPlace

	values int // limit for the values that Build builds, or 0
}

// Read reports whether the packet could be read.
func (r *Record) Read() bool { return r.Value != nil || r.Large != nil }

// Build returns the value. It builds the value of a packet that is read in place.
func (r *Record) Build() (variant.Variant, error) {
	if r.Large == nil {
		return r.Value, nil
	}

	if err := probe.Counted(r.Large.Codec(), r.Packet, r.values); err != nil {
		return nil, err
	}

	return r.Large.Whole(0)
}

// An Error is an error in a record.
type Error struct {
	Record int
	Offset int64 // of the record in the plain bytes
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
