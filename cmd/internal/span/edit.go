package span

import (
	"bytes"

	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// Changed reports whether the bytes differ from the bytes that were read.
func (f *File) Changed() bool { return f.settled || len(f.edits.all) > 0 }

// Replace replaces the part at a place with the only part of a container. The caller gets the
// container from Around, edits it, and passes it to Replace. If the container is then empty,
// Replace removes the part at the place. If the place has no part yet, Replace adds the part of the
// container. The function encode returns the packet of a value. The error is ErrWhole if the edit
// needs the values in memory.
func (f *File) Replace(
	place Place, container variant.Variant, encode func(variant.Variant) ([]byte, error),
) error {
	_, err := f.replace(place, container, encode)
	return err
}

// replace is like Replace. It returns the packet of the part, or nil if it removes the part.
func (f *File) replace(
	place Place, container variant.Variant, encode func(variant.Variant) ([]byte, error),
) ([]byte, error) {
	key, value, n := onePart(container)
	switch {
	case n > 1:
		return nil, ErrWhole
	case n == 0 && !place.Found:
		return nil, nil
	case n == 0:
		return nil, f.remove(place)
	}

	packet, err := encode(value)
	if err != nil {
		return nil, err
	}
	if f.tooDeep(place, packet) {
		return nil, ErrWhole
	}

	var name []byte
	if key != nil {
		name, err = encode(key)
		if err != nil {
			return nil, err
		}
	}

	if !place.Found {
		return packet, f.insert(place, name, packet)
	}
	return packet, f.put(place, key, name, packet)
}

// Put replaces the value of the part at a place with a packet.
func (f *File) Put(place Place, packet []byte) error {
	if f.tooDeep(place, packet) {
		return ErrWhole
	}
	return f.put(place, nil, nil, packet)
}

// tooDeep reports whether the nesting of a packet, put at a place, may be too deep.
func (f *File) tooDeep(place Place, packet []byte) bool {
	return len(place.Path)+1+depth(packet, f.codec) >= forms.MaxDepth
}

// onePart returns the first part of a container, and the number of its parts.
func onePart(v variant.Variant) (key, value variant.Variant, n int) {
	switch v := v.(type) {
	case variant.Array:
		if n = len(v.Items); n > 0 {
			value = v.Items[0]
		}
	case variant.Dictionary:
		if n = len(v.Pairs); n > 0 {
			key, value = v.Pairs[0].Key, v.Pairs[0].Value
		}
	default:
		n = 2 // so that replace returns ErrWhole: it edits only Arrays and Dictionaries
	}

	return key, value, n
}

// put replaces the value of the part at a place with a packet. If the argument key is not nil, it
// becomes the key of the part, and the argument name is the packet of this new key.
func (f *File) put(place Place, key variant.Variant, name, packet []byte) error {
	part := place.Parts[place.Index]
	if key != nil && !bytes.Equal(name, f.Bytes(part.Key)) {
		step := variant.Step{Kind: variant.StepKey, Key: key}
		if i, err := f.index(place.Container, step, 0); err != nil || i >= 0 {
			return ErrWhole // the container already has this key
		}

		f.edits.moves = true
		return f.splice(place, splice{start: part.Key.Start, end: part.Value.End}, name, packet)
	}

	old := f.Bytes(part.Value)
	if bytes.Equal(packet, old) {
		return nil
	}

	before, after := same(old, packet)
	return f.splice(place, splice{
		start: part.Value.Start + int32(before), end: part.Value.End - int32(after),
	}, packet[before:len(packet)-after])
}

// same compares two packets. It returns the length of their common prefix, and the length of the
// common suffix of the rest.
func same(a, b []byte) (prefix, suffix int) {
	n := min(len(a), len(b))
	for prefix < n && a[prefix] == b[prefix] {
		prefix++
	}
	for suffix < n-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	return prefix, suffix
}

// insert adds a part before the part at a place, or at the end of the container.
func (f *File) insert(place Place, name, packet []byte) error {
	f.edits.moves = true
	at := f.before(place)
	if place.IsRecords() {
		s := splice{start: at, end: at, record: true}
		return f.splice(place, s, f.frame.Append(nil, packet))
	}

	if err := f.splice(place, splice{start: at, end: at}, name, packet); err != nil {
		return err
	}

	f.count(place.Container, 1)
	return nil
}

// before returns the offset of the part at a place. If there is no part, it returns the offset of
// the end of the container.
func (f *File) before(place Place) int32 {
	last := place.Index == len(place.Parts)
	switch {
	case last && place.IsRecords():
		return int32(len(f.plain))
	case last:
		return place.Span.End
	case place.IsRecords():
		return place.Parts[place.Index].Value.Start - int32(f.frame.Prefix())
	default:
		return place.Parts[place.Index].Span().Start
	}
}

// remove removes a part.
func (f *File) remove(place Place) error {
	f.edits.moves = true
	part := place.Parts[place.Index]
	if place.IsRecords() && len(place.Parts) == 1 {
		return ErrWhole
	}

	cut := splice{start: f.before(place), end: part.Value.End, record: place.IsRecords()}
	if err := f.splice(place, cut); err != nil {
		return err
	}

	if !place.IsRecords() {
		f.count(place.Container, -1)
	}
	return nil
}

// count adds n to the number of parts of a container.
func (f *File) count(c Container, n int) {
	if f.edits.counts == nil {
		f.edits.counts = map[int32]int{}
	}
	f.edits.counts[c.countAt] += n
}

// splice adds the splice s to the edits. The bytes in the argument inserts are written in place of
// the bytes of s. The error is ErrWhole if there is already another edit at the same place.
func (f *File) splice(place Place, s splice, inserts ...[]byte) error {
	s.joins = place.joins
	if !f.edits.add(s, inserts...) {
		return ErrWhole
	}
	return nil
}
