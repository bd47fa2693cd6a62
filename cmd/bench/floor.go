package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
)

// The floor is a codec that does only the necessary work. It supports Godot 4 in single precision
// and the types of the workloads. It has no limits, no options, and no offsets in its errors. It is
// plain Go without package unsafe. The difference between the times of a codec and the floor is the
// price of the codec's other features.

var errFloor = errors.New("not what the floor can read")

// tripFloorValues returns a trip in which the floor encodes and decodes values of package variant.
func tripFloorValues(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return trip{
		encode: func() ([]byte, error) {
			return floorFresh(func(b []byte) []byte { return putValue(b, w.value) }), nil
		},
		decode: func() (any, error) { return floorDecode(packet) },
		value:  w.value,
	}, err
}

// tripFloorAppend returns a trip in which the floor only encodes, into the same buffer each time.
func tripFloorAppend(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return trip{encode: func() ([]byte, error) { return putValue(packet[:0], w.value), nil }}, err
}

// tripFloorStructs returns a trip in which the floor encodes and decodes Go structs and slices. The
// floor has separate code for each of these types.
func tripFloorStructs(w workload) (trip, error) {
	packet, filled, err := fill(w)
	form := floorForms()[w.name]
	return trip{
		encode: func() ([]byte, error) {
			return floorFresh(func(b []byte) []byte { return form.put(b, filled) }), nil
		},
		decode: func() (any, error) {
			v := w.godot()
			return v, whole(form.take(packet, v))
		},
		value: filled,
	}, err
}

// tripFloorStructsReused is like tripFloorStructs, but each call uses the same buffer or Go value
// again.
func tripFloorStructsReused(w workload) (trip, error) {
	packet, filled, err := fill(w)
	form := floorForms()[w.name]

	dst, into := make([]byte, 0, len(packet)), w.godot()
	return trip{
		encode: func() ([]byte, error) { return form.put(dst, filled), nil },
		decode: func() (any, error) { return into, whole(form.take(packet, into)) },
		value:  filled,
	}, err
}

var floorBuffers = sync.Pool{New: func() any { return new([]byte) }}

// floorFresh calls the function encode, and returns the bytes that encode appends, in new memory. A
// small result is a copy of a pooled buffer; a large one is the buffer itself.
func floorFresh(encode func(b []byte) []byte) []byte {
	p := floorBuffers.Get().(*[]byte)
	defer floorBuffers.Put(p)

	b := encode((*p)[:0])
	if len(b) > 64<<10 {
		*p = nil
		return b
	}

	*p = b
	return bytes.Clone(b)
}

// floorDecode reads a packet.
func floorDecode(packet []byte) (variant.Variant, error) {
	r := floorReaders.Get().(*floorReader)
	defer floorReaders.Put(r)
	v, rest := r.value(packet)
	return v, whole(rest)
}

// whole returns an error unless a packet was read to its end. The argument unread has the bytes
// after the packet, or is nil after an error.
func whole(unread []byte) error {
	if unread == nil || len(unread) > 0 {
		return errFloor
	}
	return nil
}

var little = binary.LittleEndian
