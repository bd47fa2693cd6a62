package main

import (
	"bytes"

	"godotvariant/codec"
)

// tripValues goes between bytes and values, each time new ones.
func tripValues(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return trip{
		encode: func() ([]byte, error) { return codec.Encode(w.value) },
		decode: func() (any, error) { return codec.Decode(packet) },
		value:  w.value,
	}, err
}

// tripAppend encodes into the same buffer each time.
func tripAppend(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return trip{encode: func() ([]byte, error) { return codec.Append(packet[:0], w.value) }}, err
}

// tripValid only checks the packet.
func tripValid(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return trip{decode: func() (any, error) { return nil, codec.Valid(packet) }}, err
}

// tripStructs goes between bytes and Go's own types, each time new ones.
func tripStructs(w workload) (trip, error) {
	packet, filled, err := fill(w)
	t := trip{
		decode: func() (any, error) {
			v := w.godot()
			return v, codec.Unmarshal(packet, v)
		},
		value: filled,
	}

	if marshalsTo(filled, packet) {
		t.encode = func() ([]byte, error) { return codec.Marshal(filled) }
	}

	return t, err
}

// tripStructsReused is tripStructs without anything new.
func tripStructsReused(w workload) (trip, error) {
	packet, filled, err := fill(w)
	into := w.godot()
	t := trip{
		decode: func() (any, error) { return into, codec.Unmarshal(packet, into) },
		value:  filled,
	}

	if marshalsTo(filled, packet) {
		dst := make([]byte, 0, len(packet))
		t.encode = func() ([]byte, error) { return codec.AppendMarshal(dst, filled) }
	}

	return t, err
}

// fill returns a workload's packet and the Go value of it.
func fill(w workload) (packet []byte, filled any, err error) {
	filled = w.godot()
	packet, err = codec.Encode(w.value)
	if err == nil {
		err = codec.Unmarshal(packet, filled)
	}
	return packet, filled, err
}

// marshalsTo reports whether v is marshaled as just this packet. A slice of numbers becomes a
// packed array and never an Array.
func marshalsTo(v any, packet []byte) bool {
	b, err := codec.Marshal(v)
	return err == nil && bytes.Equal(b, packet)
}

// tripCopy is what a codec would cost that had nothing to do.
func tripCopy(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	dst := make([]byte, len(packet))
	move := func() []byte {
		copy(dst, packet)
		return dst
	}
	return copying(packet, move), err
}

// tripClone is the same for a codec that returns new memory.
func tripClone(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return copying(packet, func() []byte { return bytes.Clone(packet) }), err
}

// copying takes the same time in both directions.
func copying(packet []byte, move func() []byte) trip {
	kept := new([]byte) // a copy that nobody keeps may be put on the stack
	return trip{
		encode: func() ([]byte, error) {
			*kept = move()
			return *kept, nil
		},
		decode: func() (any, error) {
			*kept = move()
			return kept, nil
		},
		value: &packet,
	}
}
