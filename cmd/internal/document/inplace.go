package document

import (
	"bytes"
	"io"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/lookahead"
	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An InPlace is a save whose values are read and edited in its bytes.
type InPlace struct {
	Format
	// File has the records.
	File *span.File

	others  []*codec.Codec // codecs of the other engines that fit the file equally well
	options Options
}

// ReadInPlace reads a save for editing in place. It returns span.ErrWhole if the plain bytes are
// fewer than Options.InPlace, or if only Read can read the file.
func ReadInPlace(data []byte, o Options) (*InPlace, error) {
	return ReadInPlaceWindow(data, o, span.Window)
}

// ReadInPlaceWindow is like ReadInPlace, with a limit for the number of bytes of a value that are
// built at once.
func ReadInPlaceWindow(data []byte, o Options, window int) (*InPlace, error) {
	plain, info, err := Contents(data, o)
	if err != nil {
		return nil, err
	}

	if len(plain) < o.InPlace {
		return nil, span.ErrWhole
	}

	o.MaxRecord = max(int64(len(plain)), minLayer)
	c, err := o.content(lookahead.Bytes(plain))
	if err != nil {
		return nil, err
	}

	f := &InPlace{Format: c.format, options: o}
	f.Container = info
	if c.body != nil || len(c.layers) > 0 {
		return nil, span.ErrWhole
	}

	if err := f.openOthers(); err != nil {
		return nil, err
	}

	f.File, err = span.Open(plain, int(f.At), f.Framing, f.codec, window)
	return f, err
}

// openOthers makes the codecs of the other engines that fit the file equally well.
func (f *InPlace) openOthers() error {
	for _, t := range f.Ties()[1:] {
		if frame.Of(t) != f.Framing {
			return span.ErrWhole
		}

		c, err := codec.New(f.options.CodecFor(t))
		if err != nil {
			return err
		}
		f.others = append(f.others, c)
	}

	return nil
}

// Encode returns the packet of a value. It returns span.ErrWhole if the other engines that fit the
// file would write another packet.
func (f *InPlace) Encode(v variant.Variant) ([]byte, error) {
	packet, err := f.codec.Encode(v)
	if err != nil {
		return nil, err
	}

	for _, c := range f.others {
		other, err := c.Encode(v)
		if err != nil || !bytes.Equal(packet, other) {
			return nil, span.ErrWhole
		}
	}

	return packet, nil
}

// Do makes an edit, and calls tell with the changes of values in each short part of the file. The
// error is often span.ErrWhole. After any error the file has to be read whole, and then the same
// edit may succeed.
func (f *InPlace) Do(op edit.Operation, tell func([]edit.Done)) error {
	pattern, within := patternOf(op)
	if pattern == nil {
		return span.ErrWhole
	}
	if err := f.File.Settle(); err != nil {
		return err
	}

	made := false
	reader := edit.NewReader(f.codec)

	for place, err := range f.File.Places(pattern) {
		if err != nil {
			return err
		}

		plan, err := within(place.Rest).Plan(reader, place.Around())
		if err != nil {
			return err
		}

		after, err := plan.Patch.Apply(place.Around())
		if err != nil {
			return err
		}
		if err := f.File.Replace(place, after, f.Encode); err != nil {
			return err
		}

		for i, done := range plan.Done {
			plan.Done[i].Path = pattern[0]
			if len(pattern) > 1 {
				plan.Done[i].Path = place.Outer(done.Place.Path)
			}
		}

		tell(plan.Done)
		made = true
	}

	if !made {
		return span.ErrWhole
	}
	return nil
}

// Patch makes the changes of a patch, and returns the differences that diff finds between the old
// values and the new ones. After any error the file has to be read whole, and the same patch may
// succeed.
func (f *InPlace) Patch(
	patch tree.Patch, diff func(a, b variant.Variant) (tree.Patch, error),
) (tree.Patch, error) {
	return f.File.Patch(patch, f.Encode, diff)
}

// patternOf returns the only pattern of an operation, and a function that returns the same
// operation for another pattern. The pattern is nil if the operation has several, or none.
func patternOf(op edit.Operation) (p edit.Pattern, within func(edit.Pattern) edit.Operation) {
	switch op := op.(type) {
	case *edit.Set:
		return op.Paths, func(rest edit.Pattern) edit.Operation {
			inner := *op
			inner.Paths = rest
			return &inner
		}

	case *edit.Rename:
		return edit.Pattern{op.Path}, func(rest edit.Pattern) edit.Operation {
			return &edit.Rename{Path: rest[0], Name: op.Name}
		}

	case *edit.Delete:
		if len(op.Paths) == 1 {
			return op.Paths[0], func(rest edit.Pattern) edit.Operation {
				return &edit.Delete{Paths: []edit.Pattern{rest}}
			}
		}
	}

	return nil, nil
}

// Writer returns a writer of the plain bytes with all edits.
func (f *InPlace) Writer() (io.WriterTo, error) { return f.File, nil }

// Changed reports whether the bytes differ from those that were read.
func (f *InPlace) Changed() bool { return f.File.Changed() }

// SaveOptions returns options that write the container of the old file.
func (f *InPlace) SaveOptions() savefile.Options { return f.options.Save.Like(f.Container) }
