package document

import (
	"errors"
	"fmt"
	"slices"
)

// An Opened is a Layer of a file, with the bytes of the file that has it.
type Opened struct {
	Layer
	Outer []byte
}

const (
	kindLook  = 4096 // so many bytes show the kind of a file
	maxLayers = 3    // of one file
)

// openLayers opens the layers of a file. The next bytes of in are then those in the last one.
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

// closed returns bytes in layers.
func closed(plain []byte, layers []Opened) (_ []byte, err error) {
	for _, l := range slices.Backward(layers) {
		plain, err = l.Close(plain, l.Outer)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
	}

	return plain, nil
}
