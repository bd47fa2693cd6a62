package document

import (
	"errors"
	"fmt"
	"slices"
)

// An Opened is a Layer that was opened, with the file's bytes before that.
type Opened struct {
	Layer
	Outer []byte
}

const (
	kindLook  = 4096 // number of first bytes that show the kind of a file
	maxLayers = 3    // largest number of layers of one file
)

// openLayers opens the layers of a file. After it, in reads the bytes inside the innermost layer.
func (o Options) openLayers(in *input) (opened []Opened, err error) {
	for range maxLayers {
		found := false

		for _, l := range o.Layers {
			if !l.Is(in.peek(kindLook)) {
				continue
			}

			outer, err := in.all(o.maxRecord())
			if err != nil {
				return nil, err
			}

			inner, err := l.Open(outer, o.mostPlain(int64(len(outer))))
			if errors.Is(err, ErrNoLayer) {
				continue
			}

			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.Name, err)
			}

			opened = append(opened, Opened{l, outer})
			*in = *inMemory(inner)
			found = true

			break
		}

		if !found {
			break
		}
	}

	return opened, nil
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
