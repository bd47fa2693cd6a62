package kinds

import (
	"errors"
	"fmt"
	"math"

	"godotvariant/cmd/internal/document"
	"godotvariant/internal/fastlz"
	"godotvariant/variant"
)

// FastLZ is the layer of PackedByteArray.compress with FastLZ: one block without a header. A block
// has no magic number, so only the decompressed content shows whether a file has this layer.
var FastLZ = document.Layer{
	Name: "fastlz",
	Open: openFastLZ, Close: closeFastLZ,
}

func openFastLZ(data []byte, most int64) ([]byte, error) {
	if len(data) == 0 {
		return nil, errFastLZ
	}

	out, err := fastlz.Decompress(nil, data, int(min(most, math.MaxInt)))
	switch {
	case errors.Is(err, fastlz.ErrRoom):
		return nil, fmt.Errorf("%w: more than %d bytes", variant.ErrLimit, most)
	case err != nil:
		return nil, errFastLZ
	}

	return out, nil
}

var errFastLZ = fmt.Errorf("not a FastLZ block: %w", document.ErrNoLayer)

// closeFastLZ writes a block of literals, which every decoder can read. It does not compress the
// data, because the compressor accepts only less than 64 KiB.
func closeFastLZ(data, _ []byte) ([]byte, error) { return fastlz.AppendLiterals(nil, data), nil }
