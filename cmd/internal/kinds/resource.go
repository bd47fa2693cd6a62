package kinds

import (
	"errors"
	"math"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// Resource is the name of the kind for .tres, .tscn, .res and .scn.
const Resource = "resource"

// Settings are the options that kinds need besides document.Options.
type Settings struct {
	Compressors map[savefile.Compression]savefile.Compressor
}

func res(s Settings) document.Kind {
	read := func(data []byte, o document.Options) (document.Body, *variant.Dialect, error) {
		return readResource(data, s, o)
	}

	return document.Kind{Name: Resource, Read: read}
}

// A resourceBody is the Body of a resource file. It can't be written.
type resourceBody struct {
	file *resource.File
	root variant.Variant
}

func readResource(
	data []byte, s Settings, o document.Options,
) (document.Body, *variant.Dialect, error) {
	values := codec.Options{Limits: codec.Limits{MaxSize: int(min(o.MaxRecord, math.MaxInt32))}}
	if o.Precision != nil {
		values.Precision = *o.Precision
	}

	c, err := codec.New(values)
	if err != nil {
		return nil, nil, err
	}

	f, err := resource.Decode(data, resource.Options{Codec: c, Compressors: s.Compressors})
	if err != nil {
		return nil, nil, err
	}

	d := codec.Godot4
	if f.Major == 3 {
		d = codec.Godot3
	}

	return &resourceBody{f, f.Value()}, d, nil
}

// Scan implements Scanner.
func (r *resourceBody) Scan() []resource.Finding { return r.file.Scan() }

// ErrReadOnly is returned for a change of a resource.
var ErrReadOnly = errors.New("gdvar reads resources and does not write them")

// Root implements document.Body.
func (r *resourceBody) Root() variant.Variant { return r.root }

// SetRoot implements document.Body.
func (r *resourceBody) SetRoot(v variant.Variant) error {
	if values.Same(r.root, v) {
		return nil
	}

	return ErrReadOnly
}

// Changed implements document.Body.
func (r *resourceBody) Changed() bool { return false }

// Bytes implements document.Body.
func (r *resourceBody) Bytes() ([]byte, error) { return nil, ErrReadOnly }

// Lookup implements document.Lookuper: references to sub-resources are followed.
func (r *resourceBody) Lookup(path variant.Path) (variant.Variant, error) {
	return r.file.Lookup(path.String())
}
