package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"

	"github.com/fxamacker/cbor/v2"
	"github.com/tinylib/msgp/msgp"
	"github.com/vmihailenco/msgpack/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// A marshaler is a format whose package has functions Marshal and Unmarshal, as most Go packages
// for formats have.
type marshaler struct {
	name      string
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
	any       bool // also supports maps and slices of type any
}

// marshalers returns the encoding formats that Go programs use most.
func marshalers() []marshaler {
	return []marshaler{
		{"cbor", cbor.Marshal, cborUnmarshal(), true},
		{"msgpack", msgpack.Marshal, msgpack.Unmarshal, true},
		{"json", json.Marshal, json.Unmarshal, true},
		{"gob", gobMarshal, gobUnmarshal, false},
	}
}

// structs returns a trip that encodes and decodes structs in this format.
func (m marshaler) structs(w workload) (trip, error) {
	packet, err := m.marshal(w.typed)
	return trip{
		encode: func() ([]byte, error) { return m.marshal(w.typed) },
		decode: func() (any, error) {
			v := w.fresh()
			return v, m.unmarshal(packet, v)
		},
		value: w.typed,
	}, err
}

// loose returns a trip that encodes and decodes maps and slices of any in this format.
func (m marshaler) loose(w workload) (trip, error) {
	if w.loose == nil {
		return trip{}, nil
	}

	packet, err := m.marshal(w.loose)
	return trip{
		encode: func() ([]byte, error) { return m.marshal(w.loose) },
		decode: func() (any, error) {
			var v any
			err := m.unmarshal(packet, &v)
			return v, err
		},
		value: w.loose,
	}, err
}

// cborUnmarshal returns a function that decodes CBOR. The function accepts the arrays of all
// workloads. The longest of them has more items than package cbor accepts by default.
func cborUnmarshal() func(data []byte, v any) error {
	mode, err := cbor.DecOptions{MaxArrayElements: 1 << 20}.DecMode()
	if err != nil {
		return func([]byte, any) error { return err }
	}
	return mode.Unmarshal
}

// gobMarshal makes a message that can be decoded without other messages, as in the other formats.
// So each message describes its types. A long gob stream describes a type only once, and is many
// times faster.
func gobMarshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func gobUnmarshal(data []byte, v any) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(v)
}

// A msgpType is a type with methods that package msgp generated.
type msgpType interface {
	msgp.Marshaler
	msgp.Unmarshaler
}

// withMethods converts v to a type with generated methods. The argument v is a pointer to a struct
// or to a slice.
func withMethods(v any) msgpType {
	switch v := v.(type) {
	case *[]entity:
		return (*entities)(v)
	case *[]int64:
		return (*ints)(v)
	case *[]vec3:
		return (*vectors)(v)
	case *[]string:
		return (*texts)(v)
	case *[]byte:
		return (*blob)(v)
	case *[]int32:
		return (*ints32)(v)
	case *[]float64:
		return (*doubles)(v)
	default:
		return v.(msgpType)
	}
}

// tripGenerated returns a trip that encodes and decodes structs with the code that package msgp
// generated.
func tripGenerated(w workload) (trip, error) {
	typed := withMethods(w.typed)
	packet, err := typed.MarshalMsg(nil)
	return trip{
		encode: func() ([]byte, error) { return typed.MarshalMsg(nil) },
		decode: func() (any, error) {
			v := w.fresh()
			_, err := withMethods(v).UnmarshalMsg(packet)
			return v, err
		},
		value: w.typed,
	}, err
}

// tripGeneratedReused is like tripGenerated, but each call uses the same buffer or struct again.
func tripGeneratedReused(w workload) (trip, error) {
	typed := withMethods(w.typed)
	packet, err := typed.MarshalMsg(nil)
	dst := make([]byte, 0, typed.(msgp.Sizer).Msgsize())
	filled := w.fresh()

	into := withMethods(filled)
	return trip{
		encode: func() ([]byte, error) { return typed.MarshalMsg(dst) },
		decode: func() (any, error) {
			_, err := into.UnmarshalMsg(packet)
			return filled, err
		},
		value: w.typed,
	}, err
}

// tripStructpb returns a trip that encodes and decodes a structpb.Value, the type of protobuf for
// values without a schema. The time does not include the conversion between the message and Go
// values.
func tripStructpb(w workload) (trip, error) {
	if w.loose == nil {
		return trip{}, nil
	}

	message, err := structpb.NewValue(w.loose)
	if err != nil {
		return trip{}, err
	}

	packet, err := proto.Marshal(message)
	return trip{
		encode: func() ([]byte, error) { return proto.Marshal(message) },
		decode: func() (any, error) {
			v := new(structpb.Value)
			return v, proto.Unmarshal(packet, v)
		},
		value: message,
	}, err
}
