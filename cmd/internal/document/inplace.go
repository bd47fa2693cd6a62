package document

import (
	"bytes"
	"io"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/lookahead"
	"godotvariant/cmd/internal/span"
	"godotvariant/cmd/internal/values"
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

// ReadInPlace reads a save for editing in place. It returns span.ErrWhole if the save has fewer
// plain bytes than Options.InPlace, or if only Read can read the file.
func ReadInPlace(data []byte, o Options) (*InPlace, error) {
	return ReadInPlaceWindow(data, o, span.Window)
}

// ReadInPlaceWindow is like ReadInPlace. The argument window is the limit, in bytes, for a value
// that an edit builds in memory.
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

// Do makes an edit. For each short part of the file it calls the function tell with the changes of
// values in this part. The changes are valid until the next call of tell. The error is often
// span.ErrWhole. After any error the caller has to read the whole file with Read, and can then try
// the same edit in the values of the Document.
func (f *InPlace) Do(op edit.Operation, tell func([]edit.Done)) error {
	pattern, within := patternOf(op)
	if pattern == nil {
		return span.ErrWhole
	}
	if err := f.File.Settle(); err != nil {
		return err
	}

	made := false
	m := maker{InPlace: f, reader: edit.NewReader(f.codec), pattern: pattern, within: within}
	if set, ok := op.(*edit.Set); ok {
		m.set = set.Each(m.reader)
	}

	for place, err := range f.File.Places(pattern) {
		if err != nil {
			return err
		}

		done, err := m.edit(place)
		if err != nil {
			return err
		}

		tell(done)
		made = true
	}

	if !made {
		return span.ErrWhole
	}
	return nil
}

// A maker carries out an operation at each place that matches a pattern.
type maker struct {
	*InPlace
	reader  edit.Reader
	pattern edit.Pattern
	within  func(edit.Pattern) edit.Operation
	set     func(edit.Place) (variant.Variant, error) // new value for an edit.Set, otherwise nil
	done    [1]edit.Done                              // memory for the result of setValue
}

// edit carries out the operation at one place, and returns the changes of values.
func (m *maker) edit(place span.Place) ([]edit.Done, error) {
	if m.set != nil && values.ElementType(place.Empty) == "" {
		v, ok, err := m.File.Value(place)
		if ok && err == nil {
			return m.setValue(place, v)
		}
	}

	around, err := m.File.Around(place)
	if err != nil {
		return nil, err
	}

	plan, err := m.within(place.Rest).Plan(m.reader, around)
	if err != nil {
		return nil, err
	}

	after, err := plan.Patch.Apply(around)
	if err != nil {
		return nil, err
	}
	if err := m.File.Replace(place, after, m.Encode); err != nil {
		return nil, err
	}

	for i := range plan.Done {
		done := &plan.Done[i]
		done.Path = m.written(place, done.Place.Path)
	}

	return plan.Done, nil
}

// setValue sets the value at a place.
func (m *maker) setValue(place span.Place, old variant.Variant) ([]edit.Done, error) {
	at := edit.Place{Path: place.Outer(place.Rest[0]), Around: place.Empty, Value: old}
	v, err := m.set(at)
	if err != nil {
		return nil, err
	}

	packet, err := m.Encode(v)
	if err != nil {
		return nil, err
	}
	if err := m.File.Put(place, packet); err != nil {
		return nil, err
	}

	told := at.Path
	if len(m.pattern) == 1 {
		told = m.pattern[0]
	}

	m.done[0] = edit.Done{Path: told, Place: at, New: v}
	return m.done[:], nil
}

// written returns the path of a part as a report shows it. The argument path leads from the
// container at the place to the part.
func (m *maker) written(place span.Place, path variant.Path) variant.Path {
	if len(m.pattern) > 1 {
		return place.Outer(path)
	}
	return m.pattern[0][:len(place.Path)+len(path)]
}

// Patch makes the changes of a patch, and returns the differences that the function diff finds
// between the old values and the new ones. After any error the caller has to read the whole file
// with Read. The same patch may succeed for the values of the Document.
func (f *InPlace) Patch(
	patch tree.Patch, diff func(a, b variant.Variant) (tree.Patch, error),
) (tree.Patch, error) {
	return f.File.Patch(patch, f.Encode, diff)
}

// patternOf returns the pattern of an operation, and a function that returns the same operation for
// another pattern. The results are nil if the operation has several patterns, or if InPlace can't
// carry out operations of its type.
func patternOf(op edit.Operation) (p edit.Pattern, within func(edit.Pattern) edit.Operation) {
	switch op := op.(type) {
	case *edit.Set:
		return op.Paths, func(rest edit.Pattern) edit.Operation {
			inner := *op
			inner.Paths = rest
			inner.Parents = op.Parents && len(op.Paths) == 1
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

// Writer returns an io.WriterTo that writes the plain bytes with all edits.
func (f *InPlace) Writer() (io.WriterTo, error) { return f.File, nil }

// Changed reports whether the bytes differ from the bytes that were read.
func (f *InPlace) Changed() bool { return f.File.Changed() }

// SaveOptions returns options for package savefile. With these options the new file has the same
// container as the old file: the same compression and encryption.
func (f *InPlace) SaveOptions() savefile.Options { return f.options.Save.Like(f.Container) }
