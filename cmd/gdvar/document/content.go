package document

import (
	"errors"
	"fmt"
	"io"

	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Body is what is in a file: the records of a save, the settings of a ConfigFile.
type Body interface {
	// Root returns all values as one.
	Root() variant.Variant
	// SetRoot changes the values to those of another root.
	SetRoot(v variant.Variant) error
	// Changed reports whether the values are others than those that were read.
	Changed() bool
	// Bytes returns the file with its values of now, without container and layers.
	Bytes() ([]byte, error)
}

// A Lookuper is a Body that finds more at a path than tree.Path.Lookup in its root.
type Lookuper interface {
	Lookup(path tree.Path) (variant.Variant, error)
}

// A Kind is a kind of files that are not saves, such as ConfigFile.
type Kind struct {
	// Name is what users call it.
	Name string
	// Is reports whether a file that begins with these bytes is of the kind. whole says that they
	// are all bytes of the file.
	Is func(head []byte, whole bool) bool
	// Read reads a file. The dialect is that of the options or, if they have none, that
	// of the file.
	Read func(data []byte, o Options) (Body, *variant.Dialect, error)
}

// A Layer is something around the bytes of a file that is no container of Godot's, such as gzip.
type Layer struct {
	// Name is what users call it.
	Name string
	// Is reports whether a file that begins with these bytes may have the layer.
	Is func(head []byte) bool
	// Open returns what is in the layer. The error of a file without the layer wraps ErrNoLayer.
	Open func(data []byte, most int64) ([]byte, error)
	// Close puts bytes into a layer that is like that of the old file.
	Close func(data, old []byte) ([]byte, error)
}

// ErrNoLayer says that a file is not in a Layer.
var ErrNoLayer = errors.New("not in this form")

const (
	kindLook  = 4096      // so many bytes show the kind of a file
	maxLayers = 3         // of one file
	minLayer  = 256 << 20 // what is in the layers of a short file may have so many bytes
)

// A content is what the options found in the plain bytes of a file.
type content struct {
	format Format
	body   Body // nil for records
	layers []Opened
	plain  []byte // without the layers, if there are any
}

// content opens the layers of a file and finds its kind. Records are still to be read from in.
func (o Options) content(in *input) (c content, err error) {
	if err := o.openLayers(in, &c); err != nil {
		return c, err
	}

	head := in.peek(kindLook)
	whole := in.err == io.EOF && len(in.head) == len(head)

	for _, k := range o.Kinds {
		if k.Is == nil || k.Is(head, whole) {
			return c, o.readKind(in, k, &c)
		}
	}

	c.format, err = o.detect(in)
	c.format.Layers = names(c.layers)

	return c, err
}

// openLayers opens the layers of a file. The next bytes of in are then those in the last one.
func (o Options) openLayers(in *input, c *content) error {
	for range maxLayers {
		found := false

		for _, l := range o.Layers {
			if !l.Is(in.peek(kindLook)) {
				continue
			}

			outer, err := in.all(o.maxRecord())
			if err != nil {
				return err
			}

			inner, err := l.Open(outer, o.mostPlain(int64(len(outer))))
			if errors.Is(err, ErrNoLayer) {
				continue
			}

			if err != nil {
				return fmt.Errorf("%s: %w", l.Name, err)
			}

			c.layers = append(c.layers, Opened{l, outer})
			c.plain = inner
			*in = *inMemory(inner)
			found = true

			break
		}

		if !found {
			break
		}
	}

	return nil
}

func names(layers []Opened) (names []string) {
	for _, l := range layers {
		names = append(names, l.Name)
	}

	return names
}

// readKind reads a file of a kind.
func (o Options) readKind(in *input, k Kind, c *content) error {
	data, err := in.all(o.maxRecord())
	if err != nil {
		return err
	}

	body, dialect, err := k.Read(data, o)
	if err != nil {
		return err
	}

	d := codec.Detection{Dialect: dialect}

	if o.Precision != nil {
		d.Precision = *o.Precision
	}

	c.body = body
	c.format, err = o.format([]codec.Detection{d}, false)
	c.format.Kind = k.Name
	c.format.Layers = names(c.layers)
	c.format.body = body

	return err
}
