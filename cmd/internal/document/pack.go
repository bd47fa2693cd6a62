package document

import (
	"io"

	"godotvariant/cmd/internal/lookahead"
	"godotvariant/codec/savefile"
)

// Unpack returns the bytes inside the container and the layers of a file. These bytes may have any
// format.
func Unpack(r io.Reader, o Options) ([]byte, []Opened, error) {
	plain, layers, _, err := unpack(r, o)
	return plain, layers, err
}

func unpack(r io.Reader, o Options) ([]byte, []Opened, savefile.Info, error) {
	container, err := savefile.NewReader(r, o.Save)
	if err != nil {
		return nil, nil, savefile.Info{}, err
	}

	in := lookahead.New(container, 0)

	layers, err := o.openLayers(in)
	if err != nil {
		return nil, nil, savefile.Info{}, err
	}

	plain, err := o.rest(in)
	return plain, layers, container.Info(), err
}

// PackLike returns a file with the given plain bytes. It has the same container and layers as the
// file r.
func PackLike(plain []byte, r io.Reader, o Options) ([]byte, error) {
	_, layers, info, err := unpack(r, o)
	if err != nil {
		return nil, err
	}

	plain, err = closed(plain, layers)
	if err != nil {
		return nil, err
	}

	return savefile.Encode(plain, o.Save.Like(info))
}
