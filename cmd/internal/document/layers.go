package document

import (
	"errors"
	"fmt"
	"slices"

	"godotvariant/cmd/internal/lookahead"
	"godotvariant/cmd/internal/probe"
)

// An Opened is an opened Layer of a file. It has the bytes of the layer, and the bytes inside the
// layer.
type Opened struct {
	Layer
	Outer []byte
	inner []byte
}

const maxLayers = 3 // largest number of layers of one file

// openLayers opens the layers of a file whose content may be anything. After the call, the Reader
// reads the bytes inside the innermost layer.
func (o Options) openLayers(in *lookahead.Reader) (opened []Opened, err error) {
	for len(opened) < maxLayers {
		layer, err := o.outermost(in)
		if err != nil || layer == nil {
			return opened, err
		}

		*in = *lookahead.Bytes(layer.inner)
		opened = append(opened, *layer)
	}

	return opened, nil
}

// outermost opens the outermost layer of a file. It returns nil if the file has none.
func (o Options) outermost(in *lookahead.Reader) (*Opened, error) {
	for _, form := range probe.Forms(in.Peek(probe.Look)) {
		if form.Class == probe.Records {
			break // the layers after this form are recognized only by their content
		}
		if form.Class != probe.Layer {
			continue
		}

		layer, err := o.openLayer(in, form.Name)
		if err == nil || !errors.As(err, &notThis{}) {
			return layer, err
		}
	}

	return nil, nil
}

// openLayer opens a layer of a file. If the file does not have the layer, the error is a notThis,
// and the next reads of the Reader return the same bytes again.
func (o Options) openLayer(in *lookahead.Reader, name string) (*Opened, error) {
	i := slices.IndexFunc(o.Layers, func(l Layer) bool { return l.Name == name })
	if i < 0 {
		return nil, notThis{ErrNoLayer}
	}

	outer, err := o.rest(in)
	if err != nil {
		return nil, err
	}

	l := o.Layers[i]
	inner, err := l.Open(outer, o.mostPlain(int64(len(outer))))
	if errors.Is(err, ErrNoLayer) { // only the first bytes look like this layer
		in.PutBack(outer)
		return nil, notThis{err}
	}

	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.Name, err)
	}

	in.PutBack(outer)
	return &Opened{l, outer, inner}, nil
}

func names(layers []Opened) (names []string) {
	for _, l := range layers {
		names = append(names, l.Name)
	}

	return names
}

// closed puts plain bytes into the given layers, and returns the bytes of the outermost layer.
func closed(plain []byte, layers []Opened) (_ []byte, err error) {
	for _, l := range slices.Backward(layers) {
		plain, err = l.Close(plain, l.Outer)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
	}

	return plain, nil
}

// rest returns the unread bytes of the Reader. It returns ErrLong if there are more bytes than a
// record may have.
func (o Options) rest(in *lookahead.Reader) ([]byte, error) {
	b := in.Append(nil, o.Longest()+1)

	if err := in.Err(); err != nil {
		return nil, err
	}
	if int64(len(b)) > o.Longest() {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrLong, o.Longest())
	}

	return b, nil
}
