package edit

import (
	"godotvariant/cmd/internal/gdscript"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Reader reads the values that users enter, and converts them to values of one file.
type Reader struct {
	codec *codec.Codec
	typed *codec.Codec // codec for text that a user has entered
}

// NewReader returns a Reader for a file whose values are written by the codec c.
func NewReader(c *codec.Codec) Reader {
	return Reader{codec: c, typed: gdscript.Codec(c.Options().Precision)}
}

// Parse returns the value of a literal of GDScript, as the engine of the file stores it: in single
// or double precision.
func (r Reader) Parse(literal string) (variant.Variant, error) {
	v, err := gdscript.Parse(literal, r.typed)
	if err != nil {
		return nil, err
	}
	return r.Stored(v)
}

// Text returns a value as text in one line, which [Reader.Parse] reads.
func (r Reader) Text(v variant.Variant) string {
	return gdscript.Text(v, r.codec.Options().Precision)
}

// Stored returns a value as the engine of the file stores it. The error names a part that the
// engine can't store.
func (r Reader) Stored(v variant.Variant) (variant.Variant, error) {
	switch v.(type) {
	case variant.Int, variant.Bool, variant.Float, variant.String, variant.Nil:
		return v, nil
	}

	packet, err := r.codec.Encode(v)
	if err != nil {
		return nil, err
	}
	return r.codec.Decode(packet)
}
