package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"godotvariant/codec"
)

// A candidate is one way to encode and to decode the workloads.
type candidate struct {
	name string
	// open prepares a workload. A direction that the candidate has no form
	// for is nil.
	open func(w workload) (encode, decode step, err error)
}

// A step does its work n times and returns how long that took.
type step func(n int) (time.Duration, error)

// repeat makes a step of work that runs in this process.
func repeat(work func() error) step {
	return func(n int) (time.Duration, error) {
		start := time.Now()
		for range n {
			if err := work(); err != nil {
				return 0, err
			}
		}
		return time.Since(start), nil
	}
}

// both is open for a format that marshals and unmarshals any Go value; it is
// given the value to marshal and what makes a place to unmarshal to.
func both(m marshaler, value any, fresh func() any) (encode, decode step, err error) {
	packet, err := m.marshal(value)
	if err != nil {
		return nil, nil, err
	}
	encode = repeat(func() error {
		_, err := m.marshal(value)
		return err
	})
	decode = repeat(func() error { return m.unmarshal(packet, fresh()) })
	return encode, decode, nil
}

// A marshaler is a format in the usual shape of Go packages.
type marshaler struct {
	name      string
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
	any       bool // also knows what to do with maps and slices of any
}

// marshalers are the formats that Go programs use most.
func marshalers() []marshaler {
	return []marshaler{
		{"cbor", cbor.Marshal, cborUnmarshal(), true},
		{"msgpack", msgpack.Marshal, msgpack.Unmarshal, true},
		{"json", json.Marshal, json.Unmarshal, true},
		{"gob", gobMarshal, gobUnmarshal, false},
	}
}

// cborUnmarshal takes the longest of our arrays, which the package's own limit
// does not.
func cborUnmarshal() func(data []byte, v any) error {
	mode, err := cbor.DecOptions{MaxArrayElements: 1 << 20}.DecMode()
	if err != nil {
		return func([]byte, any) error { return err }
	}
	return mode.Unmarshal
}

// gobMarshal makes messages that each stand for themselves, as the others do.
// A long gob stream of one type is many times faster.
func gobMarshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func gobUnmarshal(data []byte, v any) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(v)
}

// candidates are all those that run in this process.
func candidates() []candidate {
	all := []candidate{
		{"godotvariant", openValues},
		{"godotvariant, reused buffer", openAppend},
		{"godotvariant, Valid", openValid},
		{"godotvariant, structs", openStructs},
		{"godotvariant, structs reused", openStructsReused},
		{"copy", openCopy},
		{"copy to new memory", openClone},
	}
	for _, m := range marshalers() {
		all = append(all, candidate{m.name + ", structs", func(w workload) (step, step, error) {
			return both(m, w.typed, w.fresh)
		}})
		if m.any {
			all = append(all, candidate{m.name + ", any", func(w workload) (step, step, error) {
				if w.loose == nil {
					return nil, nil, nil
				}
				return both(m, w.loose, func() any { return new(any) })
			}})
		}
	}
	return append(all, candidate{"structpb", openStructpb})
}

func openValues(w workload) (encode, decode step, err error) {
	packet, err := codec.Encode(w.value)
	encode = repeat(func() error {
		_, err := codec.Encode(w.value)
		return err
	})
	decode = repeat(func() error {
		_, err := codec.Decode(packet)
		return err
	})
	return encode, decode, err
}

func openAppend(w workload) (encode, decode step, err error) {
	packet, err := codec.Encode(w.value)
	encode = repeat(func() error {
		_, err := codec.Append(packet[:0], w.value)
		return err
	})
	return encode, nil, err
}

func openValid(w workload) (encode, decode step, err error) {
	packet, err := codec.Encode(w.value)
	decode = repeat(func() error { return codec.Valid(packet) })
	return nil, decode, err
}

// openStructs goes between bytes and Go's own types.
func openStructs(w workload) (encode, decode step, err error) {
	packet, filled, err := fill(w)
	if marshalsTo(filled, packet) {
		encode = repeat(func() error {
			_, err := codec.Marshal(filled)
			return err
		})
	}
	decode = repeat(func() error { return codec.Unmarshal(packet, w.godot()) })
	return encode, decode, err
}

// openStructsReused is openStructs without anything new.
func openStructsReused(w workload) (encode, decode step, err error) {
	packet, filled, err := fill(w)
	if marshalsTo(filled, packet) {
		dst := make([]byte, 0, len(packet))
		encode = repeat(func() error {
			_, err := codec.AppendMarshal(dst, filled)
			return err
		})
	}
	decode = repeat(func() error { return codec.Unmarshal(packet, filled) })
	return encode, decode, err
}

// fill returns a workload's packet and the Go value of it.
func fill(w workload) (packet []byte, filled any, err error) {
	filled = w.godot()
	if packet, err = codec.Encode(w.value); err == nil {
		err = codec.Unmarshal(packet, filled)
	}
	return packet, filled, err
}

// marshalsTo reports whether v is marshaled as just this packet. A slice of
// numbers becomes a packed array and never an Array.
func marshalsTo(v any, packet []byte) bool {
	b, err := codec.Marshal(v)
	return err == nil && bytes.Equal(b, packet)
}

// openCopy is what a codec would cost that had nothing to do.
func openCopy(w workload) (encode, decode step, err error) {
	packet, err := codec.Encode(w.value)
	dst := make([]byte, len(packet))
	move := repeat(func() error {
		copy(dst, packet)
		return nil
	})
	return move, move, err
}

func openClone(w workload) (encode, decode step, err error) {
	packet, err := codec.Encode(w.value)
	kept := make([][]byte, 1) // a copy that nobody keeps may be put on the stack
	clone := repeat(func() error {
		kept[0] = bytes.Clone(packet)
		return nil
	})
	return clone, clone, err
}

// openStructpb takes protobuf's form for values without a schema. The message
// is made beforehand and not taken apart afterwards.
func openStructpb(w workload) (encode, decode step, err error) {
	if w.loose == nil {
		return nil, nil, nil
	}
	message, err := structpb.NewValue(w.loose)
	if err != nil {
		return nil, nil, err
	}
	packet, err := proto.Marshal(message)
	encode = repeat(func() error {
		_, err := proto.Marshal(message)
		return err
	})
	decode = repeat(func() error { return proto.Unmarshal(packet, new(structpb.Value)) })
	return encode, decode, err
}
