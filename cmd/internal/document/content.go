package document

import (
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec/inspect"
)

// A content is what readers find in the plain bytes of a file.
type content struct {
	format Format
	body   Body // nil for a save, whose records are still to be read
	layers []Opened
	plain  []byte // the bytes inside the layers, nil if there are no layers
}

// content opens the layers of a file and finds its kind. If the file is a save, its records are
// still to be read from in.
func (o Options) content(in *input) (c content, err error) {
	c.layers, err = o.openLayers(in)
	if err != nil {
		return c, err
	}

	if len(c.layers) > 0 {
		c.plain = in.head
	}

	if k, ok := o.kind(in.peek(probe.Look)); ok {
		return c, o.readKind(in, k, &c)
	}

	c.format, err = o.detect(in)
	c.format.Layers = names(c.layers)

	return c, err
}

// kind returns the kind of a file that begins with head. ok is false for a save.
func (o Options) kind(head []byte) (k Kind, ok bool) {
	for _, k := range o.Kinds {
		if k.Certain {
			return k, true
		}
	}

	for _, f := range probe.Forms(head) {
		for _, k := range o.Kinds {
			if k.Name == f.Name {
				return k, true
			}
		}
	}

	return Kind{}, false
}

// readKind reads a file of the kind k.
func (o Options) readKind(in *input, k Kind, c *content) error {
	data, err := in.all(o.maxRecord())
	if err != nil {
		return err
	}

	body, dialect, err := k.Read(data, o)
	if err != nil && !k.Certain {
		return &KindError{k.Name, err}
	}
	if err != nil {
		return err
	}

	d := inspect.Detection{Dialect: dialect}

	if o.Precision != nil {
		d.Precision = *o.Precision
	}

	c.body = body
	c.format, err = o.format([]inspect.Detection{d}, wholeFile)
	c.format.Kind = k.Name
	c.format.Layers = names(c.layers)
	c.format.body = body

	return err
}
