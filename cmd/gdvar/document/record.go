package document

import (
	"fmt"

	"godotvariant/cmd/gdvar/large"
	"godotvariant/variant"
)

// A Record is one value of a file with its bytes.
type Record struct {
	Index  int
	Offset int64           // in the plain bytes, of the record's first byte
	Start  int64           // in the plain bytes, of the packet: after the length, if there is one
	Length int64           // of the packet, as the frame says
	Packet []byte          // shorter than Length if the file ends inside of it
	Value  variant.Variant // nil if the packet can't be read, or is read in place
	Large  *large.Packet   // of Options.InPlace

	values int // the most that Build builds, or 0
}

// Read reports whether the packet can be read.
func (r *Record) Read() bool { return r.Value != nil || r.Large != nil }

// Build builds the value, if it was not.
func (r *Record) Build() (variant.Variant, error) {
	if r.Large == nil {
		return r.Value, nil
	}

	if err := counted(r.Large.Codec(), r.Packet, r.values); err != nil {
		return nil, err
	}

	return r.Large.Whole(0)
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
