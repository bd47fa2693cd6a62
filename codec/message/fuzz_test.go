package message_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/variant"
)

// fuzzed are the codecs of FuzzDispatch.
var fuzzed = []*codec.Codec{
	codec.MustNew(codec.Options{}), codec.MustNew(codec.Options{Mode: codec.Strict}),
	codec.MustNew(codec.Options{Mode: codec.Lenient, FullObjects: true}),
	codec.MustNew(codec.Options{Dialect: codec.Godot3}),
}

// FuzzDispatch holds Dispatch against Decode and Unmarshal: it accepts what is valid, has one
// known name, and fits the struct.
func FuzzDispatch(f *testing.F) {
	for _, row := range outcomes {
		for i, c := range fuzzed {
			if packet, err := c.Encode(row.in); err == nil {
				f.Add(packet, byte(i))
			}
		}
	}

	f.Fuzz(func(t *testing.T, packet []byte, which byte) {
		c := fuzzed[int(which)%len(fuzzed)]
		mux := newMux(message.Options{Codec: c})
		var l log
		err := mux.Dispatch(&l, packet)
		require.Equal(t, err == nil, len(l.got) == 1)
		var e *variant.Error
		require.True(t, err == nil || errors.As(err, &e) && e.Op == "decode" &&
			e.Offset <= len(packet), "%v", err)
		v, bad := c.Decode(packet)

		if errors.Is(err, message.ErrUnknown) {
			return
		}

		if bad != nil {
			require.Equal(t, bad, unnamed(err))
			return
		}

		if strictTwin[c.Dialect().Name].Valid(packet) != nil { // a key may come twice
			return
		}

		want := expected(t, v)
		require.Equal(t, want == nil, err != nil, "%v", err)
		if want != nil {
			require.True(t, variant.Equal(converted(t, want), converted(t, l.got[0])))
		}
	})
}

var strictTwin = map[string]*codec.Codec{
	"Godot4": codec.MustNew(codec.Options{Mode: codec.Strict, FullObjects: true}),
	"Godot3": codec.MustNew(codec.Options{Mode: codec.Strict, FullObjects: true,
		Dialect: codec.Godot3}),
}

// expected returns the struct that the message v is, nil if it is none.
func expected(t *testing.T, v variant.Variant) any {
	var name, body variant.Variant
	list := false
	switch v := v.(type) {
	case variant.Dictionary:
		rest := variant.Dictionary{}
		for key, value := range v.All() {
			if textOf(key) == "type" {
				require.Nil(t, name)
				name = value
			} else {
				rest.Pairs = append(rest.Pairs, variant.Pair{Key: key, Value: value})
			}
		}

		body = rest

	case variant.Array:
		list = len(v.Items) > 0
		if list {
			name = v.Items[0]
			body = variant.NewArray(v.Items[1:]...)
		}
	}

	prototype, ok := prototypes[textOf(name)]
	if !ok || list != prototype.list {
		return nil
	}

	out := reflect.New(reflect.TypeOf(prototype.of))
	if codec.FromVariant(body, out.Interface()) != nil {
		return nil
	}

	return out.Elem().Interface()
}

var prototypes = map[string]struct {
	of   any
	list bool
}{
	"move": {move{}, false}, "hit": {hit{}, true}, "ping": {ping{}, false}, "leap": {leap{}, true},
	"strict": {strict{}, false}, "loose": {loose{}, false},
}

// textOf returns the text of a String or StringName.
func textOf(v variant.Variant) string {
	switch v := v.(type) {
	case variant.String:
		return string(v)
	case variant.StringName:
		return string(v)
	}
	return ""
}

func converted(t *testing.T, m any) variant.Variant {
	v, err := codec.ToVariant(m)
	require.NoError(t, err)
	return v
}
