package edits

import (
	"bytes"
	"fmt"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/large"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An EditInPlace is an Edit that can also work on the bytes of a save.
type EditInPlace interface {
	// ApplyInPlace makes the edit. The error is often large.ErrWhole. After any error the file has
	// to be read again and changed with Apply, which may succeed.
	ApplyInPlace(f *document.InPlace, report *strings.Builder) error
}

// ApplyInPlace implements EditInPlace.
func (e *Assignment) ApplyInPlace(f *document.InPlace, report *strings.Builder) error {
	if len(e.Paths) != 1 {
		return large.ErrWhole
	}

	place, err := f.Packet.Find(e.Paths[0])
	if err != nil {
		return err
	}

	v, err := e.parse(&f.Format)
	if err != nil {
		return err
	}

	before := place.Around()
	after, err := e.set(before, place.Rest, v)
	if err != nil {
		return err
	}

	fmt.Fprintf(report, "%v: %s\n", e.Paths[0],
		e.difference(&f.Format, place.Rest, before, after))

	return replace(f, place, after)
}

// ApplyInPlace implements EditInPlace.
func (e *Deletion) ApplyInPlace(f *document.InPlace, report *strings.Builder) error {
	if len(e.paths) != 1 || len(e.paths[0]) != 1 {
		return large.ErrWhole
	}

	path := e.paths[0][0]
	place, err := f.Packet.Find(path)
	if err != nil {
		return err
	}

	before := place.Around()
	v, err := tree.Lookup(before, place.Rest)
	if err != nil {
		return err
	}

	fmt.Fprintf(report, "%v: %s deleted\n", path, TextAt(&f.Format, before, place.Rest, v))

	if len(place.Rest) == 1 {
		return f.Splice(place.Part.Start, place.Part.End, nil, place.Container, place.Count-1)
	}

	after, err := tree.Delete(before, place.Rest)
	if err != nil {
		return err
	}

	return replace(f, place, after)
}

// replace replaces the part at a place with the only part of the container after. The container
// after is the result of an edit of place.Around().
func replace(f *document.InPlace, place large.Place, after variant.Variant) error {
	key, value, err := onePart(after)
	if err != nil {
		return err
	}

	b, err := f.Encode(value)
	if err != nil {
		return err
	}

	if place.Found && bytes.Equal(b, f.Packet.Bytes(place.Part.At, place.Part.End)) {
		return nil
	}

	if place.Found {
		return f.Splice(place.Part.At, place.Part.End, b, place.Container, place.Count)
	}

	if key != nil {
		first, err := f.Encode(key)
		if err != nil {
			return err
		}
		b = append(first, b...)
	}

	return f.Splice(place.Part.Start, place.Part.Start, b, place.Container, place.Count+1)
}

// onePart returns the only part of a container.
func onePart(v variant.Variant) (key, value variant.Variant, err error) {
	switch v := v.(type) {
	case variant.Array:
		if len(v.Items) == 1 {
			return nil, v.Items[0], nil
		}
	case variant.Dictionary:
		if len(v.Pairs) == 1 {
			return v.Pairs[0].Key, v.Pairs[0].Value, nil
		}
	}

	return nil, nil, large.ErrWhole
}
