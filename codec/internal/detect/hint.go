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

// maxHint is how many bytes of a packet are read in another dialect after it has failed.
const maxHint = 4 << 10

// Hint looks at a packet b that fails in the format f. It returns the dialect of another
// engine in which b is a Dictionary or an Array, and which of the two. If whole is set,
// no bytes may follow the packet.
func Hint(f *forms.Format, b []byte, whole bool) (*variant.Dialect, variant.Type, bool) {
	if len(b) < 12 {
		return nil, 0, false
	}

	count, first := binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
	if count == 0 || int64(count) > int64(len(b)-8)/4 || first == 0 { // zeros can be read as Nil
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

		if set == t && possibleContainer(f, b, whole) || set != t && possible(f, b, whole) {
			return nil, 0, false
		}
		if packets.Begins(probe(d), b, maxHint, whole) {
			return known.Name, t, true
		}
	}

	return nil, 0, false
}

func isContainer(t variant.Type) bool {
	return t == variant.TypeDictionary || t == variant.TypeArray
}

// possibleContainer reports whether b, a container in the dialect of f too, may be a packet of it.
func possibleContainer(f *forms.Format, b []byte, whole bool) bool {
	known := dialects.ByName(f.Dialect.Name)
	return known == nil || packets.Begins(probe(dialects.Own(known)), b, maxHint, whole)
}

// possible reports whether b may be a packet of the dialect of f. A packet that only an option of f
// refuses belongs to the dialect. A value that no game would store does not.
func possible(f *forms.Format, b []byte, whole bool) bool {
	if known := dialects.ByName(f.Dialect.Name); known != nil {
		f = probe(dialects.Own(known))
	}

	if !packets.Begins(f, b, maxHint, whole) {
		return false
	}
	if len(b) > maxHint {
		return true
	}

	v, _, err := packets.Decode(f, b, whole)
	if err != nil {
		return false
	}

	_, odd := doubtOf(v)
	return !odd
}

// typeAt returns the type with an ID, TypeUnsupported if there is none.
func typeAt(d *variant.Dialect, id byte) variant.Type {
	if int(id) >= len(d.Types) {
		return variant.TypeUnsupported
	}
	return d.Types[id]
}

var probes sync.Map // *forms.Format by the name of its dialect

// probe returns a format that reads what an engine writes, whatever the options of others.
func probe(d *variant.Dialect) *forms.Format {
	f, ok := probes.Load(d.Name)
	if !ok {
		f, _ = probes.LoadOrStore(d.Name, builtin.Format(forms.Settings{
			Dialect: d, FullObjects: true, Limits: dialect.Limits{MaxFrame: 1<<31 - 1},
		}))
	}
	return f.(*forms.Format)
}
