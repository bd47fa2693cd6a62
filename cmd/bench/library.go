package main

import (
	"bytes"

	"godotvariant/codec"
)

// tripValues returns a trip that encodes values of package variant, and decodes to new values.
func tripValues(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return trip{
		encode: func() ([]byte, error) { return codec.Encode(w.value) },
		decode: func() (any, error) { return codec.Decode(packet) },
		value:  w.value,
	}, err
}

// tripAppend returns a trip that only encodes, into the same buffer each time.
func tripAppend(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return trip{encode: func() ([]byte, error) { return codec.Append(packet[:0], w.value) }}, err
}

// tripValid returns a trip that only decodes. It checks the packet with codec.Valid, and builds no
// value.
func tripValid(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return trip{decode: func() (any, error) { return nil, codec.Valid(packet) }}, err
}

// tripScanner returns a trip that only decodes: a Scanner reads all tokens of the packet.
func tripScanner(w workload) (trip, error) {
	return scanning(w, func(*codec.Scanner) bool { return true })
}

// tripSkipping returns a trip that only decodes: a Scanner skips the outermost container.
func tripSkipping(w workload) (trip, error) { return scanning(w, (*codec.Scanner).Skip) }

// scanning returns a trip that only decodes. It reads the packet with one Scanner, and calls the
// function visit for each token.
func scanning(w workload, visit func(*codec.Scanner) bool) (trip, error) {
	packet, err := codec.Encode(w.value)
	var s codec.Scanner
	return trip{decode: func() (any, error) {
		for s.Reset(packet, nil); s.Next(); {
			visit(&s)
		}
		return nil, s.Err()
	}}, err
}

// tripStructs returns a trip that encodes Go structs and slices, and decodes to new ones.
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

// tripStructsReused is like tripStructs, but each call uses the same buffer or Go value again.
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

// fill returns the packet of a workload, and the Go value into which Unmarshal reads the packet.
func fill(w workload) (packet []byte, filled any, err error) {
	filled = w.godot()
	packet, err = codec.Encode(w.value)
	if err == nil {
		err = codec.Unmarshal(packet, filled)
	}
	return packet, filled, err
}

// marshalsTo reports whether Marshal turns v into the given packet. It returns false if the packet
// has an Array of numbers, because Marshal writes a slice of numbers as a packed array.
func marshalsTo(v any, packet []byte) bool {
	b, err := codec.Marshal(v)
	return err == nil && bytes.Equal(b, packet)
}

// tripCopy returns a trip that copies the packet to the same memory each time.
func tripCopy(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	dst := make([]byte, len(packet))
	move := func() []byte {
		copy(dst, packet)
		return dst
	}
	return copying(packet, move), err
}

// tripClone returns a trip that copies the packet to new memory each time.
func tripClone(w workload) (trip, error) {
	packet, err := codec.Encode(w.value)
	return copying(packet, func() []byte { return bytes.Clone(packet) }), err
}

// copying returns a trip whose encoding and decoding both call the function move, which copies the
// packet.
func copying(packet []byte, move func() []byte) trip {
	kept := new([]byte) // holds the last copy, so that copies are on the heap and not on the stack
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
