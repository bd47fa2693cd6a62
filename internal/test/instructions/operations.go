package main

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/message"
	"godotvariant/codec/text"
	"godotvariant/internal/test/workloads"
	"godotvariant/math"
	"godotvariant/variant"
)

// An input is a workload in the forms that operations read.
type input struct {
	value  variant.Variant
	packet []byte
	dst    any    // pointer to the Go value that was unmarshaled from packet
	buf    []byte // long enough for packet, and for the text of value
}

// An operation is a function whose instructions are counted. The function in the field open
// prepares the operation for an input.
type operation struct {
	name string
	open func(in input) (do func() error, err error)
}

var operations = []operation{
	{"Decode", func(in input) (func() error, error) {
		return func() error {
			_, err := codec.Decode(in.packet)
			return err
		}, nil
	}},

	{"Valid", func(in input) (func() error, error) {
		return func() error { return codec.Valid(in.packet) }, nil
	}},

	{"Append", write(codec.Append)},

	{"Unmarshal", func(in input) (func() error, error) {
		return func() error { return codec.Unmarshal(in.packet, in.dst) }, nil
	}},

	{"AppendMarshal", func(in input) (func() error, error) {
		return func() error {
			_, err := codec.AppendMarshal(in.buf, in.dst)
			return err
		}, nil
	}},

	{"Scan", scan((*codec.Scanner).Next)},
	{"Skip", scan((*codec.Scanner).Skip)},

	{"text.Append", write(appendText)},
	{"text.Parse", read(appendText, func(data []byte) (variant.Variant, error) {
		return text.Parse(string(data), nil)
	})},

	{"jsonvar.Append", write(appendJSON)},
	{"jsonvar.Relaxed.Append", write(appendRelaxed)},
	{"jsonvar.Parse", read(appendJSON, func(data []byte) (variant.Variant, error) {
		return jsonvar.Parse(data, nil)
	})},

	{"message.Append", send},
	{"message.Dispatch", dispatch},
}

// open prepares an operation for a workload.
func open(o operation, w workloads.Workload) (do func() error, err error) {
	in := input{value: w.Value, dst: w.New(), buf: make([]byte, 0, 1<<20)}

	in.packet, err = codec.Encode(w.Value)
	if err != nil {
		return nil, err
	}

	if err := codec.Unmarshal(in.packet, in.dst); err != nil {
		return nil, err
	}

	return o.open(in)
}

// scan returns a function for the field operation.open. The operation moves a Scanner through the
// packet. For each token it calls the function step, until the Scanner is at the end of the packet.
func scan(step func(*codec.Scanner) bool) func(in input) (func() error, error) {
	return func(in input) (func() error, error) {
		var s codec.Scanner
		return func() error {
			s.Reset(in.packet, nil)
			for more := s.Next(); more && s.End() < len(in.packet); {
				more = step(&s)
			}
			return s.Err()
		}, nil
	}
}

func appendText(dst []byte, v variant.Variant) ([]byte, error) {
	return text.Append(dst, v, nil)
}

func appendJSON(dst []byte, v variant.Variant) ([]byte, error) {
	return jsonvar.Append(dst, v, nil)
}

func appendRelaxed(dst []byte, v variant.Variant) ([]byte, error) {
	return jsonvar.Relaxed.Append(dst, v, nil)
}

// write returns a function for the field operation.open. The operation calls the function to, which
// appends the value to the buffer in.buf. The buffer is long enough.
func write(to func(dst []byte, v variant.Variant) ([]byte, error)) func(in input) (func() error,
	error) {
	return func(in input) (func() error, error) {
		return func() error {
			_, err := to(in.buf, in.value)
			return err
		}, nil
	}
}

// read returns a function for the field operation.open. This function calls the argument write
// once, to make the bytes of the value. The operation only calls the argument parse with these
// bytes. So the instructions of write are not counted.
func read(write func(dst []byte, v variant.Variant) ([]byte, error),
	parse func(data []byte) (variant.Variant, error)) func(in input) (func() error, error) {
	return func(in input) (func() error, error) {
		data, err := write(nil, in.value)
		return func() error {
			_, err := parse(data)
			return err
		}, err
	}
}

// A list is a message with the items of a workload.
type list[T any] struct{ Items []T }

// send is a function for the field operation.open. The operation appends the input as a message to
// the buffer in.buf, which is long enough.
func send(in input) (func() error, error) {
	mux, m, err := channel(in)
	return func() error {
		_, err := mux.Append(in.buf, m)
		return err
	}, err
}

// dispatch is a function for the field operation.open. The operation reads the input as a message
// and passes it to a handler.
func dispatch(in input) (func() error, error) {
	mux, m, err := channel(in)
	if err != nil {
		return nil, err
	}

	packet, err := mux.Append(nil, m)
	return func() error { return mux.Dispatch(0, packet) }, err
}

// channel returns the input as a message m, and a Mux for it.
func channel(in input) (mux *message.Mux[int], m any, err error) {
	mux = message.New[int](message.Options{})
	switch dst := in.dst.(type) {
	case *workloads.GoEntity:
		return mux, register(mux, dst), nil
	case *math.Vector3:
		return mux, register(mux, &list[math.Vector3]{[]math.Vector3{*dst}}), nil
	case *[]workloads.GoEntity:
		return mux, register(mux, &list[workloads.GoEntity]{*dst}), nil
	case *[]int:
		return mux, register(mux, &list[int]{*dst}), nil
	case *[]math.Vector3:
		return mux, register(mux, &list[math.Vector3]{*dst}), nil
	case *[]string:
		return mux, register(mux, &list[string]{*dst}), nil
	}

	return nil, nil, fmt.Errorf("no message has a %T", in.dst)
}

// register registers the type of m in both directions, and returns m.
func register[M any](mux *message.Mux[int], m *M) any {
	message.Declare[M](mux, "m")
	message.Handle(mux, "m", func(int, *M) error { return nil })
	return m
}
