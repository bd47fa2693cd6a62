package detect

import (
	"encoding/binary"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// maxHint is the number of bytes of a failed packet that Hint tries to read in other dialects.
const maxHint = 4 << 10

// Hint looks for a dialect of another engine for a packet b that the format f can't read. In this
// dialect b must be a Dictionary or an Array. Hint returns the dialect and the type of b in it. It
// reports false if it finds no such dialect, or if b may be a damaged packet of f's dialect.
func Hint(f *forms.Format, b []byte, extent packets.Extent) (*variant.Dialect, variant.Type, bool) {
	if len(b) < 12 {
		return nil, 0, false
	}

	count, first := binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
	if count == 0 || int64(count) > int64(len(b)-8)/4 || first == 0 { // zeros can be Nils
		return nil, 0, false
	}

	id := b[0]
	set := typeAt(&f.Spec, id)
	for _, other := range all {
		t := typeAt(&other.spec, id)
		if other.spec.Document || other.dialect == f.Dialect || !isContainer(t) {
			continue
		}

		if set == t && possibleContainer(f, b, extent) || set != t && possible(f, b, extent) {
			return nil, 0, false
		}
		if packets.Begins(other.single(), b, maxHint, extent) {
			return other.dialect, t, true
		}
	}

	return nil, 0, false
}

func isContainer(t variant.Type) bool {
	return t == variant.TypeDictionary || t == variant.TypeArray
}

// possibleContainer reports whether b may be a packet of f's dialect. It is called only if the type
// ID of b belongs to a container in this dialect.
func possibleContainer(f *forms.Format, b []byte, extent packets.Extent) bool {
	own := knownOf(f.Dialect)
	return own == nil || packets.Begins(own.single(), b, maxHint, extent)
}

// possible reports whether b may be a packet of f's dialect. It also reports true if only an option
// of f refuses b. It reports false for a value that no game would store.
func possible(f *forms.Format, b []byte, extent packets.Extent) bool {
	if own := knownOf(f.Dialect); own != nil {
		f = own.single()
	}

	if !packets.Begins(f, b, maxHint, extent) {
		return false
	}
	if len(b) > maxHint {
		return true
	}

	v, _, err := packets.Decode(f, b, extent)
	if err != nil {
		return false
	}

	_, odd := doubtOf(v)
	return !odd
}

// typeAt returns the type with the ID id in d, or TypeUnsupported if d has no type with this ID.
func typeAt(d *dialect.Spec, id byte) variant.Type {
	if int(id) >= len(d.Types) {
		return variant.TypeUnsupported
	}
	return d.Types[id]
}
