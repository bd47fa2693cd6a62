package span

import (
	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Container is an Array or a Dictionary in the bytes of a file, or the list of its records.
type Container struct {
	// Path leads to the container.
	Path variant.Path
	// Empty is the container without its parts.
	Empty variant.Variant
	// Span is the range of the container's bytes. It is empty for the list of records.
	Span Span
	// Parts are the items or pairs of the container.
	Parts []Part

	countAt int32 // offset of the field with the number of parts, or 0
}

// A Part is an item or a pair.
type Part struct {
	Key   Span // empty for an item
	Value Span
}

// Span returns the bytes of the key and the value.
func (p Part) Span() Span {
	if p.Key.Len() > 0 {
		return Span{p.Key.Start, p.Value.End}
	}
	return p.Value
}

// inside returns the path of the part at a step.
func (c *Container) inside(step variant.Step) variant.Path {
	return append(c.Path[:len(c.Path):len(c.Path)], step)
}

// IsDictionary reports whether the parts are pairs.
func (c *Container) IsDictionary() bool { return c.Empty.Type() == variant.TypeDictionary }

// IsRecords reports whether the parts are the records of the file.
func (c *Container) IsRecords() bool { return c.countAt == 0 }

// Root returns the outermost container: the list of records if there are several.
func (f *File) Root() (Container, error) {
	if f.single {
		return f.open(nil, f.records[0])
	}

	c := Container{Empty: variant.Array{}, Parts: make([]Part, len(f.records))}
	for i, s := range f.records {
		c.Parts[i].Value = s
	}

	return c, nil
}

// Open returns the container that is part number i of another container.
func (f *File) Open(c Container, i int) (Container, error) {
	step, err := f.Step(c, i)
	if err != nil {
		return Container{}, err
	}
	return f.open(c.inside(step), c.Parts[i].Value)
}

// open returns the container at a span, which is an Array or a Dictionary with parts. For any other
// value it returns ErrWhole.
func (f *File) open(path variant.Path, span Span) (Container, error) {
	s := &f.scan
	s.Reset(f.Bytes(span), f.codec)
	s.Next()

	if s.Len() == 0 || !isList(s.Type()) {
		return Container{}, ErrWhole
	}

	empty, err := s.Empty()
	if err != nil {
		return Container{}, err
	}

	c := Container{Path: path, Empty: empty, Span: span, Parts: make([]Part, 0, s.Len())}
	c.countAt = span.Start + int32(s.End()) - countSize

	var part Part
	for s.Next() && s.Depth() > 0 {
		key := s.IsKey()
		s.Skip()

		at := Span{span.Start + int32(s.Offset()), span.Start + int32(s.End())}
		if key {
			part.Key = at
			continue
		}

		part.Value = at
		c.Parts = append(c.Parts, part)
	}

	return c, s.Err()
}

func isList(t variant.Type) bool { return t == variant.TypeArray || t == variant.TypeDictionary }

// countSize is the length of a count in bytes. The count is the last field before the first part.
const countSize = 4

// Key returns the key of part number i. It returns nil if the part is an item.
func (f *File) Key(c Container, i int) (variant.Variant, error) {
	if !c.IsDictionary() {
		return nil, nil
	}
	return f.build(c.Parts[i].Key)
}

// Step returns the step to part number i.
func (f *File) Step(c Container, i int) (variant.Step, error) {
	if !c.IsDictionary() {
		return variant.Step{Kind: variant.StepIndex, Index: i}, nil
	}

	key, err := f.Key(c, i)
	return variant.Step{Kind: variant.StepKey, Key: key}, err
}

// Build builds a container that has only the parts i with from ≤ i < to.
func (f *File) Build(c Container, from, to int) (variant.Variant, error) {
	var pairs []variant.Pair
	for i := from; i < to; i++ {
		key, err := f.Key(c, i)
		if err != nil {
			return nil, err
		}

		value, err := f.build(c.Parts[i].Value)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, variant.Pair{Key: key, Value: value})
	}

	switch empty := c.Empty.(type) {
	case variant.Dictionary:
		empty.Pairs = pairs
		return empty, nil

	case variant.Array:
		for _, p := range pairs {
			empty.Items = append(empty.Items, p.Value)
		}
		return empty, nil

	default:
		return nil, ErrWhole
	}
}

// index returns the number of the part to which a step leads, or -1. In a Dictionary the search
// begins at part number start. After the last part it goes on with part 0.
func (f *File) index(c Container, step variant.Step, start int) (int, error) {
	if !c.IsDictionary() {
		if step.Kind != variant.StepIndex {
			return -1, ErrWhole
		}
		if step.Index < 0 {
			step.Index += len(c.Parts)
		}
		if step.Index < 0 || step.Index >= len(c.Parts) {
			return -1, nil
		}
		return step.Index, nil
	}

	for k := range c.Parts {
		i := (start + k) % len(c.Parts)
		leads, err := f.leads(step, c.Parts[i].Key)
		if err != nil {
			return -1, err
		}
		if leads {
			return i, nil
		}
	}

	return -1, nil
}

// leads reports whether a step leads to the value of the key in a span. It compares text keys
// without building the key.
func (f *File) leads(step variant.Step, key Span) (bool, error) {
	f.scan.Reset(f.Bytes(key), f.codec)
	f.scan.Next()

	if t := f.scan.Type(); t == variant.TypeString || t == variant.TypeStringName {
		text := f.scan.Text()
		switch k := step.Key.(type) {
		case variant.String:
			return string(text) == string(k), nil
		case variant.StringName:
			return string(text) == string(k), nil
		}
		if step.Kind == variant.StepProperty {
			return string(text) == step.Name, nil
		}
	}

	v, err := f.build(key)
	return err == nil && values.Leads(step, v), err
}

// depth returns the greatest depth of the values in a packet.
func depth(packet []byte, c *codec.Codec) (most int) {
	s := codec.NewScanner(packet, c)
	for s.Next() {
		most = max(most, s.Depth())
	}
	return most
}
