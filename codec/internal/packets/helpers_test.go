package packets_test

import (
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Settings are those of a [Format].
type Settings struct {
	Dialect     *variant.Dialect
	Precision   variant.Precision
	FullObjects bool
	Exact       bool
	Finite      bool
	Mode        dialect.Mode
	Limits      dialect.Limits
	Prototypes  map[variant.Type]variant.Variant
	Foreign     map[variant.Type]bool
	Custom      map[variant.Type]uint8
}

// A Format is a forms.Format with the functions of packets as methods.
type Format struct{ *forms.Format }

func NewFormat(s Settings) (*Format, error) {
	prototypes, types := new([256]variant.Variant), map[variant.Type]forms.Method{}
	for t, v := range s.Prototypes {
		reading := forms.Method{Foreign: s.Foreign[t]}
		if named, ok := v.(variant.Named); ok {
			reading.Name = named.TypeName()
		}
		prototypes[t] = v
		types[t] = reading
	}

	f, err := forms.NewFormat(forms.Settings{
		Dialect: s.Dialect, Precision: s.Precision, FullObjects: s.FullObjects, Exact: s.Exact,
		Finite: s.Finite, Mode: s.Mode,
		Limits: s.Limits, Types: types, Custom: s.Custom, Prototypes: prototypes,
	})

	if err != nil {
		return nil, err
	}

	return &Format{f}, nil
}

func (f *Format) Append(dst []byte, v variant.Variant) ([]byte, error) {
	return packets.Append(f.Format, dst, v)
}

func (f *Format) Write(dst []byte, put func(*variant.Writer)) ([]byte, error) {
	return packets.Write(f.Format, dst, func(w *wire.Writer) { put((*variant.Writer)(w)) })
}

func (f *Format) Decode(b []byte) (variant.Variant, error) {
	v, _, err := packets.Decode(f.Format, b, true)
	return v, err
}

func (f *Format) DecodeFirst(b []byte) (variant.Variant, int, error) {
	return packets.Decode(f.Format, b, false)
}

func (f *Format) Valid(b []byte) error {
	_, err := packets.Valid(f.Format, b, true)
	return err
}

func (f *Format) ValidFirst(b []byte) (int, error) { return packets.Valid(f.Format, b, false) }

func (f *Format) Read(b []byte, get func(*variant.Reader)) error {
	return packets.Read(f.Format, b, true, func(r *wire.Reader) { get((*variant.Reader)(r)) })
}

func (f *Format) Trace(b []byte, on func(wire.Event)) (int, error) {
	return packets.Trace(f.Format, b, on)
}

func (f *Format) Dialect() *variant.Dialect { return &f.Format.Dialect }

func (f *Format) Limits() dialect.Limits { return f.Format.Limits }

func (f *Format) Settings() Settings {
	return Settings{Precision: f.Precision, FullObjects: f.FullObjects, Mode: f.Mode}
}
