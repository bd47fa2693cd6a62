package packets_test

import (
	"encoding/binary"
	"log/slog"

	"godotvariant/variant"
)

var (
	null = variant.Nil{}
	one  = variant.Int(1)
	two  = variant.Int(2)
)

func str(s string) variant.Variant { return variant.String(s) }

// words returns a packet: numbers are words of 4 bytes, texts are bytes with zeros up to the next
// word. The length of a text is a word before it.
func words(parts ...any) []byte {
	var b []byte
	for _, part := range parts {
		switch part := part.(type) {
		case int:
			b = binary.LittleEndian.AppendUint32(b, uint32(part))
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, part)
		case string:
			b = append(b, part...)
			b = append(b, make([]byte, -len(part)&3)...)
		default:
			panic(part)
		}
	}

	return b
}

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

// noJSON is a user's type without any form but the wire's.
type noJSON struct{}

func (noJSON) Type() variant.Type                                  { return variant.TypeCustom }
func (noJSON) Encode(w *variant.Writer) error                      { return w.Err() }
func (v noJSON) Decode(r *variant.Reader) (variant.Variant, error) { return variant.Result(r, v) }

// ownJSON brings its own.
type ownJSON struct{ noJSON }

func (ownJSON) MarshalJSON() ([]byte, error) { return []byte(`"own"`), nil }
func (ownJSON) LogValue() slog.Value         { return slog.StringValue("own") }
