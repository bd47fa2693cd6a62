package main

import (
	"bytes"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/large"
	"godotvariant/variant"
)

// editInPlace makes an edit in the bytes of a long record, and returns what is done. The error is
// often large.ErrWhole. After any error the file has to be read whole, and the same edit may succeed.
func editInPlace(f *document.InPlace, op edit.Operation) ([]edit.Done, error) {
	path, within := pathOf(op)
	if path == nil {
		return nil, large.ErrWhole
	}

	place, err := f.Packet.Find(path)
	if err != nil {
		return nil, err
	}

	before := place.Around()
	plan, err := within(place.Rest).Plan(edit.NewReader(f.Codec()), before)
	if err != nil {
		return nil, err
	}

	for i := range plan.Done {
		plan.Done[i].Path = path
	}

	if _, deletes := op.(*edit.Delete); deletes && len(place.Rest) == 1 {
		part := place.Part
		return plan.Done, f.Splice(part.Start, part.End, nil, place.Container, place.Count-1)
	}

	after, err := plan.Patch.Apply(before)
	if err != nil {
		return nil, err
	}

	return plan.Done, replacePart(f, place, after)
}

// pathOf returns the only path of an operation, and the operation for another path. The path is nil
// if the operation has several paths, or can't be made in place.
func pathOf(op edit.Operation) (path variant.Path, within func(variant.Path) edit.Operation) {
	switch op := op.(type) {
	case *edit.Set:
		if len(op.Paths) == 1 {
			return op.Paths[0], func(rest variant.Path) edit.Operation {
				inner := *op
				inner.Paths = edit.Pattern{rest}
				return &inner
			}
		}

	case *edit.Delete:
		if len(op.Paths) == 1 && len(op.Paths[0]) == 1 {
			return op.Paths[0][0], func(rest variant.Path) edit.Operation {
				return &edit.Delete{Paths: []edit.Pattern{{rest}}}
			}
		}
	}

	return nil, nil
}

// replacePart replaces the part at a place with the only part of the container after. The container
// after is the result of an edit of place.Around().
func replacePart(f *document.InPlace, place large.Place, after variant.Variant) error {
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
