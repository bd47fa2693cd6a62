package document

import (
	"bytes"
	"fmt"
	"strings"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/variant"
)

// records is the Body of a save.
type records struct {
	format *Format
	plain  []byte            // the bytes of the file
	read   []Record          // the records in plain
	others []codec.Options   // options of the other engines that fit the file equally well
	single bool              // the root is the value of the only record
	values []variant.Variant // the values of the new file

	written func(done int64) // see Options.Written
}

// Root implements Body.
func (r *records) Root() variant.Variant {
	if r.single {
		return values.OrNil(r.values[0])
	}

	items := make([]variant.Variant, len(r.values))
	for i, v := range r.values {
		items[i] = values.OrNil(v)
	}

	return variant.NewArray(items...)
}

// SetRoot implements Body.
func (r *records) SetRoot(v variant.Variant) error {
	if r.single {
		r.values = []variant.Variant{v}
		return nil
	}

	a, ok := v.(variant.Array)
	if !ok || len(a.Items) == 0 {
		return fmt.Errorf("the value of a file of several records is an Array of them, and not %v",
			variant.Text(v))
	}

	r.values = a.Items
	return nil
}

// Changed implements Body.
func (r *records) Changed() bool {
	for i, v := range r.values {
		if r.unchanged(i, v) == nil {
			return true
		}
	}

	return len(r.values) != len(r.read)
}

// unchanged returns the record that had the value v in the old file, or nil. The argument i is the
// index of v in the new file. Only two records are possible: the one with this index, and the one
// with the same index counted from the end of the file.
func (r *records) unchanged(i int, v variant.Variant) *Record {
	for _, k := range []int{i, i + len(r.read) - len(r.values)} {
		if k >= 0 && k < len(r.read) && values.Same(r.read[k].Value, v) {
			return &r.read[k]
		}
	}
	return nil
}

// Bytes implements Body. Records that have not changed keep their bytes.
func (r *records) Bytes() ([]byte, error) {
	f := r.format

	others, err := r.otherCodecs()
	if err != nil {
		return nil, err
	}

	plain := sliced.Room(len(r.plain)) // most edits are small
	plain = append(plain, r.plain[:f.At]...)

	for i, v := range r.values {
		if old := r.unchanged(i, v); old != nil {
			plain = append(plain, r.plain[old.Offset:old.Start]...)
			plain = append(plain, old.Packet...)
			continue
		}

		before := len(plain)
		plain, err = f.Framing.AppendFunc(plain, func(b []byte) ([]byte, error) {
			return sliced.Append(b, f.codec, v, r.after(len(b)))
		})
		if err != nil {
			return nil, &Error{Record: i, Offset: int64(before), Single: r.single, Err: err}
		}

		packet := plain[before+f.Framing.Prefix():]
		for _, c := range others {
			other, err := sliced.Append(sliced.Room(len(packet)), c, v, r.after(before))
			if err != nil || !bytes.Equal(packet, other) {
				return nil, r.tie()
			}
		}
	}

	return plain, nil
}

// after returns the Watch for writing a packet, or nil if Options.Written is nil. The argument
// bytes is the length of the file before the packet. The Watch adds it to the number of written
// bytes that it reports.
func (r *records) after(bytes int) sliced.Watch {
	if r.written == nil {
		return nil
	}
	return func(done int) { r.written(int64(bytes + done)) }
}

// otherCodecs returns the codecs of the other engines that fit the file equally well.
func (r *records) otherCodecs() (codecs []*codec.Codec, err error) {
	for _, t := range r.format.Ties()[1:] {
		if frame.Of(t) != r.format.Framing {
			return nil, r.tie()
		}
	}

	for _, o := range r.others {
		c, err := codec.New(o)
		if err != nil {
			return nil, err
		}

		codecs = append(codecs, c)
	}

	return codecs, nil
}

// tie returns an ErrTie that names the engines.
func (r *records) tie() error {
	var names []string
	for _, t := range r.format.Ties() {
		names = append(names, fmt.Sprintf("%s (frame %v)", probe.EngineName(t.Dialect),
			frame.Of(t)))
	}
	return fmt.Errorf("%w: these would write the change in different ways: %s; "+
		"--engine and --frame name the right one",
		ErrTie, strings.Join(names, ", "))
}
