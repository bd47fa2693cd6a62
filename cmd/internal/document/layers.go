package document

import (
	"errors"
	"fmt"
	"slices"

	"godotvariant/cmd/internal/probe"
)

// An Opened is a Layer that was opened, with the file's bytes before that.
type Opened struct {
	Layer
	Outer []byte
}

const maxLayers = 3 // largest number of layers of one file

// openLayers opens the layers of a file. After it, in reads the bytes inside the innermost layer.
func (o Options) openLayers(in *input) (opened []Opened, err error) {
	for range maxLayers {
		layer, err := o.openLayer(in)
		if err != nil || layer == nil {
			return opened, err
		}
		opened = append(opened, *layer)
	}

	return opened, nil
}

// openLayer opens the outermost layer of a file. It returns nil if the file has none; then in reads
// what it read before.
func (o Options) openLayer(in *input) (*Opened, error) {
	for _, form := range probe.Forms(in.peek(probe.Look)) {
		i := slices.IndexFunc(o.Layers, func(l Layer) bool { return l.Name == form.Name })
		if i < 0 {
			continue
		}

		outer, err := in.all(o.maxRecord())
		if err != nil {
			return nil, err
		}

		l := o.Layers[i]
		inner, err := l.Open(outer, o.mostPlain(int64(len(outer))))
		if errors.Is(err, ErrNoLayer) { // the first bytes only look like it
			*in = *inMemory(outer)
			continue
		}

		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}

		*in = *inMemory(inner)
		return &Opened{l, outer}, nil
	}

	return nil, nil
}

func names(layers []Opened) (names []string) {
	for _, l := range layers {
		names = append(names, l.Name)
	}

	return names
}

// closed returns plain bytes inside the layers that were opened.
func closed(plain []byte, layers []Opened) (_ []byte, err error) {
	for _, l := range slices.Backward(layers) {
		plain, err = l.Close(plain, l.Outer)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
	}

	return plain, nil
}
