package convert

import (
	"bytes"
	"encoding/json"
	"io"
	gomath "math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// byValue converts a file of one record: it decodes the whole value, and converts it with Value.
func byValue(file []byte, from, to *codec.Codec) ([]byte, []string, error) {
	var notes []string
	v, err := from.NewDecoder(bytes.NewReader(file), codec.FrameU32).Decode()
	if err == nil {
		v, err = Value(v, to, func(n Note) { notes = append(notes, n.String()) })
	}

	var out bytes.Buffer
	if err == nil {
		err = to.NewEncoder(&out, codec.FrameU32).Encode(v)
	}
	return out.Bytes(), notes, err
}

// inPieces converts a file by Stream, which converts each packet piece by piece.
func inPieces(file []byte, from, to *codec.Codec) ([]byte, []string, error) {
	var notes []string
	var out bytes.Buffer
	plain := savefile.Options{Container: savefile.Plain}

	_, err := Stream(&out, bytes.NewReader(file), Options{
		From: from, To: to, In: plain, Out: plain,
		Report: func(_ int, n Note) { notes = append(notes, n.String()) },
	})
	return out.Bytes(), notes, err
}

// requireSame checks that the conversion of a packet in pieces has the same result as the
// conversion of its value: the same bytes and notes, or the same error. It reports whether there is
// no error.
func requireSame(t *testing.T, packet []byte, from, to *codec.Codec) bool {
	t.Helper()
	file := live.Frame(nil, packet)
	want, notes, err := byValue(file, from, to)
	got, gotNotes, gotErr := inPieces(file, from, to)
	about := []any{"%+v to %+v: %x", from.Options(), to.Options(), packet}

	if err != nil {
		require.Error(t, gotErr, about...)
		require.Equal(t, "record 0, which begins at 0: "+err.Error(), gotErr.Error(), about...)
		return false
	}

	require.NoError(t, gotErr, about...)
	require.Equal(t, want, got, about...)
	require.Equal(t, notes, gotNotes, about...)
	return true
}

// randomCodec returns a codec of any settings in any mode.
func randomCodec(rng *rand.Rand) *codec.Codec {
	s := random.SettingsOf(uint8(rng.Uint32()))
	modes := []codec.Mode{codec.Default, codec.Default, codec.Strict, codec.Lenient}
	return s.In(modes[rng.IntN(len(modes))])
}

// TestInPieces: the conversion in pieces has the same result as the conversion of the whole value,
// for packets of random values and for recorded packets.
func TestInPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	good := 0

	for i := range 1000 {
		s := random.SettingsOf(uint8(i))
		v := random.New(s, random.Bytes(rng, 400)).Value()
		if i%4 == 0 {
			v = random.Changed(rng, v)
		}

		packet, err := s.In(codec.Default).Encode(v)
		if err != nil {
			continue
		}
		if i%8 == 0 { // mostly damaged
			packet[rng.IntN(len(packet))] ^= 1 << rng.IntN(8)
		}

		if requireSame(t, packet, s.In(codec.Default), randomCodec(rng)) {
			good++
		}
		requireSame(t, packet, randomCodec(rng), randomCodec(rng))
	}
	require.Greater(t, good, 500)

	for name, o := range map[string]codec.Options{
		"godot-3.2-single.jsonl":       {Dialect: codec.Godot3, FullObjects: true},
		"godot-4.6-single.jsonl":       {FullObjects: true},
		"godot-4.6-double.jsonl":       {Precision: codec.Double, FullObjects: true},
		"pandemonium-5.3-single.jsonl": {Dialect: codec.Pandemonium5, FullObjects: true},
		"wire-3.2-single.jsonl":        {Dialect: codec.Godot3},
		"wire-4.6-single.jsonl":        {},
	} {
		c := codec.MustNew(o)
		vectors.Lines(t, name, func(_ int, data []byte) {
			var v struct{ Hex vectors.Bytes }
			require.NoError(t, json.Unmarshal(data, &v), name)
			if len(v.Hex) > 0 {
				requireSame(t, v.Hex, c, randomCodec(rng))
			}
		})
	}
}

// TestPieces converts containers whose form depends on all their parts.
func TestPieces(t *testing.T) {
	pair := func(key, value variant.Variant) variant.Pair {
		return variant.Pair{Key: key, Value: value}
	}
	ofNode := &variant.ElementType{Type: variant.TypeObject, Class: "Node"}

	names := variant.NewDictionary(variant.KV("a", variant.Int(1)),
		pair(variant.StringName("a"), variant.StringName("b")),
		pair(variant.Float(1), math.Vector2i{}), pair(variant.Int(1), variant.NewArray()))
	near := variant.NewDictionary(pair(math.Vector2i{X: 1 << 25}, variant.Int(1)),
		pair(math.Vector2i{X: 1<<25 + 1}, variant.Int(2)))
	nodes := variant.Array{Elem: ofNode, Items: []variant.Variant{
		objects.NewObject("Node", objects.Prop("at", math.Vector2i{X: 1})), objects.Object{}}}
	texts := variant.Array{Elem: &variant.ElementType{Type: variant.TypeStringName},
		Items: []variant.Variant{variant.StringName("a")}}
	typed := variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeInt}, Value: ofNode,
		Pairs: []variant.Pair{pair(variant.Int(1), objects.NewObject("Node"))}}

	var deep variant.Variant = names
	for range 20 {
		deep = variant.NewDictionary(variant.KV("a", deep), pair(variant.StringName("a"), names))
	}

	full := codec.MustNew(codec.Options{FullObjects: true})
	for _, v := range []variant.Variant{
		names, near, nodes, texts, typed, deep,
		variant.NewArray(names, near, nodes, texts, typed, names),
		variant.NewDictionary(pair(names, names), pair(variant.NewArray(texts), near),
			pair(nodes, typed)),
		objects.NewObject("Node", objects.Prop("a", names), objects.Prop("b", typed)),
		variant.NewArray(variant.String("Vector2i(1, 2)"), variant.Float(0.1), math.V2(0.1, 1)),
	} {
		packet := testkit.Encode(t, full, v)
		for _, s := range random.AllSettings {
			for _, mode := range []codec.Mode{codec.Default, codec.Strict, codec.Lenient} {
				requireSame(t, packet, full, s.In(mode))
			}
		}
	}

	infinite := variant.NewArray(names, variant.NewArray(variant.Float(gomath.Inf(1))))
	for _, o := range []codec.Options{
		{Limits: codec.Limits{MaxSize: 64}}, {Limits: codec.Limits{MaxDepth: 1}}, {Finite: true},
		{Exact: true}, {Limits: codec.Limits{MaxFrame: 64}},
	} {
		requireSame(t, testkit.Encode(t, four, infinite), four, codec.MustNew(o))
	}
}

// TestMemory: a record is converted without building its whole value.
func TestMemory(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	items := make([]variant.Variant, 20_000)
	for i := range items {
		items[i] = variant.NewDictionary(variant.KV("n", variant.Int(i)), variant.KV("tag",
			variant.StringName("a tag that is as long as the texts of most items of a bag")))
	}

	file := frames(t, four, variant.NewDictionary(variant.KV("items", variant.NewArray(items...))))
	require.Greater(t, len(file), 2_000_000)

	most := uint64(8 * len(file)) // greatest number of bytes that both passes together allocate
	n := testkit.LeastAllocated(most, func() {
		_, err := Stream(io.Discard, bytes.NewReader(file), Options{From: four, To: three})
		require.NoError(t, err)
	})
	require.LessOrEqual(t, n, most)

	values := testkit.LeastAllocated(most, func() { _, _, _ = byValue(file, four, three) })
	require.Greater(t, values, most)
}
