package detect

import (
	"encoding/binary"
	"sync"

	"godotvariant/codec/internal/builtin"
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/dialects"
	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// maxHint is the number of bytes of a failed packet that are read in another dialect.
const maxHint = 4 << 10

// Hint returns the dialect of another engine in which b, a packet that the format f can't read, is
// a Dictionary or an Array, and the type that b has there. Hint reports false if it finds no such
// dialect, or if b may be a damaged packet of f's dialect.
func Hint(f *forms.Format, b []byte, extent packets.Extent) (*variant.Dialect, variant.Type, bool) {
	if len(b) < 12 {
		return nil, 0, false
	}

	count, first := binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
	if count == 0 || int64(count) > int64(len(b)-8)/4 || first == 0 { // zeros can be Nils
		return nil, 0, false
	}

	id := b[0]
	set := typeAt(&f.Dialect, id)
	for known := range dialects.All() {
		d := known.Own
		t := typeAt(d, id)
		if known.Page || d.Name == f.Dialect.Name || !isContainer(t) {
			continue
		}

		if set == t && possibleContainer(f, b, extent) || set != t && possible(f, b, extent) {
			return nil, 0, false
		}
		if packets.Begins(probe(d), b, maxHint, extent) {
			return known.Name, t, true
		}
	}

	return nil, 0, false
}

func isContainer(t variant.Type) bool {
	return t == variant.TypeDictionary || t == variant.TypeArray
}

// possibleContainer reports whether b may be a packet of f's dialect. The ID of b is the ID of a
// container in this dialect.
func possibleContainer(f *forms.Format, b []byte, extent packets.Extent) bool {
	known := dialects.ByName(f.Dialect.Name)
	return known == nil || packets.Begins(probe(dialects.Own(known)), b, maxHint, extent)
}

// possible reports whether b may be a packet of f's dialect. It also reports true if only an option
// of f refuses b. It reports false for a value that no game would store.
func possible(f *forms.Format, b []byte, extent packets.Extent) bool {
	if known := dialects.ByName(f.Dialect.Name); known != nil {
		f = probe(dialects.Own(known))
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
func typeAt(d *variant.Dialect, id byte) variant.Type {
	if int(id) >= len(d.Types) {
		return variant.TypeUnsupported
	}
	return d.Types[id]
}

var probes sync.Map // from the name of a dialect to its *forms.Format

// probe returns a format of d with the most permissive options. It reads all packets that the
// engine writes.
func probe(d *variant.Dialect) *forms.Format {
	f, ok := probes.Load(d.Name)
	if !ok {
		f, _ = probes.LoadOrStore(d.Name, builtin.Format(forms.Settings{
			Dialect: d, FullObjects: true, Limits: dialect.Limits{MaxFrame: 1<<31 - 1},
		}))
	}
	return f.(*forms.Format)
}
