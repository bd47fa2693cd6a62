package main

import (
	"bytes"

	"godotvariant/codec"
)

// tripValues converts between bytes and new values.
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

// tripScanner reads all tokens of the packet.
func tripScanner(w workload) (trip, error) {
	return scanning(w, func(*codec.Scanner) bool { return true })
}

// tripSkipping skips the container in the packet.
func tripSkipping(w workload) (trip, error) { return scanning(w, (*codec.Scanner).Skip) }

// scanning reads the packet with one Scanner, and calls the function at for each token.
func scanning(w workload, at func(*codec.Scanner) bool) (trip, error) {
	packet, err := codec.Encode(w.value)
	var s codec.Scanner
	return trip{decode: func() (any, error) {
		for s.Reset(packet, nil); s.Next(); {
			at(&s)
		}
		return nil, s.Err()
	}}, err
}

// tripStructs converts between bytes and new values of Go types.
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

// tripStructsReused is like tripStructs, with reused memory.
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

// fill returns the packet of a workload and its Go value.
func fill(w workload) (packet []byte, filled any, err error) {
	filled = w.godot()
	packet, err = codec.Encode(w.value)
	if err == nil {
		err = codec.Unmarshal(packet, filled)
	}
	return packet, filled, err
}

// marshalsTo reports whether Marshal turns v into packet. It returns false if packet has an Array
// of numbers, because Marshal writes a slice of numbers as a packed array.
func marshalsTo(v any, packet []byte) bool {
	b, err := codec.Marshal(v)
	return err == nil && bytes.Equal(b, packet)
}

// tripCopy only copies the packet.
func tripCopy(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	dst := make([]byte, len(packet))
	move := func() []byte {
		copy(dst, packet)
		return dst
	}
	return copying(packet, move), err
}

// tripClone copies the packet to new memory.
func tripClone(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return copying(packet, func() []byte { return bytes.Clone(packet) }), err
}

// copying returns a trip that does the same work in both directions.
func copying(packet []byte, move func() []byte) trip {
	kept := new([]byte) // keeps copies on the heap: an unused copy may be on the stack
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
