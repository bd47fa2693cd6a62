package bounds

import (
	"bytes"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	vartext "godotvariant/codec/text"
	"godotvariant/variant"
)

// An input is data or a value that makes a function allocate much memory for each byte of its size.
type input struct {
	name  string
	size  int // length in bytes of the data, or of the value's packet
	codec *codec.Codec
	data  []byte
	value variant.Variant
	plain any // see goValues

	file    *resource.File // see resources
	packets *packet.Codec  // see gamePackets
	world   *multiplayer.World
}

// wide is a Go type that takes much more memory than the data that fills it.
type wide struct{ A [64]int }

// hooked takes as much memory as the type wide. UnmarshalVariant accepts any value, so a packet of
// 4 bytes is enough for a hooked.
type hooked wide

func (*hooked) UnmarshalVariant(variant.Variant) error { return nil }

// packets yields a packet of this size for each shape.
func packets(size int) iter.Seq[input] {
	return func(yield func(input) bool) {
		for _, s := range shapes {
			if b := s.build(size); !yield(input{name: s.name, size: len(b), data: b,
				codec: codec.MustNew(s.options)}) {
				return
			}
		}
	}
}

// anyMessage is a message of one value.
type anyMessage struct {
	_ struct{} `godot:"array"`
	V any
}

// messagePackets yields packets of an anyMessage with the name "m". The field V of each message is
// the value of a packet that the function packets yields.
func messagePackets(size int) iter.Seq[input] {
	return func(yield func(input) bool) {
		for in := range packets(size) {
			head, _ := in.codec.Encode(variant.NewArray(variant.String("m"), variant.Nil{}))
			in.data = append(head[:len(head)-4], in.data...)
			in.size = len(in.data)
			if !yield(in) {
				return
			}
		}
	}
}

// values yields the values of the shapes. It also yields a long array inside a thousand other
// arrays. The text of this value is long because of the indentation.
func values(size int) iter.Seq[input] {
	made, ok := valuesOfSize.Load(size)
	if !ok {
		made = makeValues(size)
		valuesOfSize.Store(size, made)
	}

	return slices.Values(made.([]input))
}

// valuesOfSize keeps the results of makeValues. Most entry points take these values, and makeValues
// takes longer than all entry points together.
var valuesOfSize sync.Map

func makeValues(size int) []input {
	long := input{name: "a long array, deep", codec: codec.MustNew(codec.Options{}),
		data: slices.Concat(bytes.Repeat(words(28, 1), 1000), items(nilPacket)(size))}

	var all []input
	for in := range also(packets(size), long) {
		v, err := in.codec.Decode(in.data)
		if err != nil {
			continue
		}

		in.value = v
		in.codec = codec.MustNew(codec.Options{Dialect: in.codec.Dialect(), FullObjects: true,
			Mode: codec.Lenient})
		b, _ := in.codec.Encode(v)
		in.size = len(b)

		all = append(all, in)
	}

	return all
}

// also returns a sequence that yields the elements of seq, and then the elements of extra.
func also[T any](seq iter.Seq[T], extra ...T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for x := range seq {
			if !yield(x) {
				return
			}
		}
		slices.Values(extra)(yield)
	}
}

// goValues yields the values as slices and maps of Go.
func goValues(size int) iter.Seq[input] {
	return func(yield func(input) bool) {
		for in := range values(size) {
			in.plain = plainOf(in.value)
			b, _ := in.codec.Marshal(in.plain) // in.plain lacks the repeated keys of in.value
			in.size = len(b)
			if !yield(in) {
				return
			}
		}
	}
}

// plainOf returns v with slices and maps in place of arrays and dictionaries.
func plainOf(v variant.Variant) any {
	switch v := v.(type) {
	case variant.Array:
		out := make([]any, len(v.Items))
		for i, item := range v.Items {
			out[i] = plainOf(item)
		}
		return out

	case variant.Dictionary:
		out := map[any]any{}
		for _, p := range v.Pairs {
			if !reflect.TypeOf(p.Key).Comparable() {
				return v
			}
			out[p.Key] = plainOf(p.Value)
		}

		return out

	default:
		return v
	}
}

// written yields the values as text. It also yields texts in which one part is repeated between a
// head and a tail.
func written(size int, write func(variant.Variant) ([]byte, error),
	repeated [][3]string) iter.Seq[input] {
	var more []input
	for _, r := range repeated {
		s := r[0] + strings.Repeat(r[1], (size-len(r[0])-len(r[2]))/len(r[1])) + r[2]
		more = append(more, input{name: r[0] + r[1] + "…" + r[2], size: len(s), data: []byte(s)})
	}

	return also(func(yield func(input) bool) {
		for in := range values(size) {
			if b, err := write(in.value); err == nil &&
				!yield(input{name: in.name, size: len(b), data: b}) {
				return
			}
		}
	}, more...)
}

func constructorTexts(size int) iter.Seq[input] {
	deep, ends := strings.Repeat("[", 1000), strings.Repeat("]", 1000)
	write := func(v variant.Variant) ([]byte, error) {
		return vartext.Lossless.Append(nil, v, nil)
	}

	return written(size, write, [][3]string{
		{"[", "0,", "]"}, {"[", "0,", ""}, {"[", "[],", "]"}, {"[", "{},", "]"}, {"[", "[],", ""},
		{"{", "0:0,", "}"}, {"[", "{0:0},", "]"}, {"{[", "0,", "]:1}"},
		{"[", `"",`, "]"}, {"[", `&"",`, "]"}, {"[", `^"",`, "]"}, {"[", "RID(),", "]"},
		{"[", "Array[A]([]),", "]"}, {"[", "Object(A),", "]"},
		{"Object(A", `,"":0`, ")"}, {`NodePath("`, "a/", `")`}, {`"`, `\n`, `"`},
		{"[", `"\n",`, "]"}, {"PackedStringArray(", `"",`, ")"},
		{"PackedByteArray(", "0,", "0)"}, {"PackedVector2Array(", "0,0,", ")"},
		{"Vector2(", "0,", ")"}, {"[", deep + "0" + ends + ",", "]"},
		{"", " ", ""}, {"", ";\n", ""}, {"", "1", ""}, {"0.", "1", ""}, {"", "a", ""},
	})
}

// configs yields ConfigFiles that have one of the constructor texts as the value of a key. It also
// yields files with many keys and sections.
func configs(size int) iter.Seq[input] {
	return func(yield func(input) bool) {
		for in := range constructorTexts(size) {
			in.data = append([]byte("a="), in.data...)
			in.size = len(in.data)
			if !yield(in) {
				return
			}
		}

		for _, r := range []string{"a=1 ", "[a]", "[]", "%x=[]", "[%x]\n", ";\n", "a=\"\"",
			"\"a\"=1 "} {
			var b []byte
			for n := 0; len(b) < size; n++ {
				b = append(b, strings.ReplaceAll(r, "%x", strconv.FormatInt(int64(n), 16))...)
			}

			if !yield(input{name: r, size: len(b), data: b}) {
				return
			}
		}
	}
}

// projects yields project.binary files with one setting. The value of the setting is a packet that
// the function packets yields. It also yields files with many settings.
func projects(size int) iter.Seq[input] {
	setting := func(name string, packet []byte) []byte {
		return slices.Concat(word(len(name)), []byte(name), word(len(packet)), packet)
	}

	return func(yield func(input) bool) {
		for in := range packets(size) {
			in.data = slices.Concat([]byte("ECFG"), words(1), setting("a", in.data))
			in.size = len(in.data)
			if !yield(in) {
				return
			}
		}

		for _, name := range []string{"%x", "%x/a", "a"} {
			var b []byte
			n := 0
			for ; len(b) < size; n++ {
				b = append(b, setting(strings.ReplaceAll(name, "%x",
					strconv.FormatInt(int64(n), 16)), nilPacket)...)
			}

			b = slices.Concat([]byte("ECFG"), word(n), b)
			if !yield(input{name: name, size: len(b), data: b}) {
				return
			}
		}
	}
}

func jsonTexts(size int) iter.Seq[input] {
	deep, ends := strings.Repeat("[", 1000), strings.Repeat("]", 1000)
	return written(size, variant.JSON, [][3]string{
		{"[", "null,", "null]"}, {"[", `"i:0",`, "null]"}, {"[", `"s:",`, "null]"},
		{"[", `"np:",`, "null]"}, {"[", `"np:",`, ""},
		{"[", "[],", "null]"},
		{`"np:`, "a/", `"`}, {`"s:`, `\n`, `"`}, {"[", `{"type":"RID"},`, "null]"},
		{"[", deep + ends + ",", "null]"}, {"", " ", ""},
		{`{"type":"Dictionary","args":[`, "null,null,", "null,null]}"},
		{`{"type":"A","props":[`, `"s:",null,`, `"s:",null]}`},
		{`{"type":"PackedFloat64Array","args":[`, "0,", "0]}"},
		{`{"args":[`, "0,", `0],"type":"PackedFloat64Array"}`},
	})
}

func paths(size int) iter.Seq[input] {
	var all []input
	for _, part := range []string{".a", "[0]", `[""]`, `["\n"]`, "[key 0]", "."} {
		all = append(all, input{name: part, size: size,
			data: bytes.Repeat([]byte(part), size/len(part))})
	}
	return slices.Values(all)
}

// saves yields save files of all kinds of containers. The size of an input is the length of the
// file plus the length of its decoded content.
func saves(size int) iter.Seq[input] {
	var all []input
	for _, o := range []savefile.Options{
		{}, {Container: savefile.Encrypted3, Password: "a"},
		{Container: savefile.Encrypted4, Password: "a"},
		{Container: savefile.Compressed},
		{Container: savefile.Compressed, Compression: savefile.Deflate},
		{Container: savefile.Compressed, Compression: savefile.Gzip},
	} {
		b, err := savefile.Encode(make([]byte, size), o)
		if err == nil {
			all = append(all, input{name: fmt.Sprint(o.Container, o.Compression),
				size: size + len(b), data: b})
		}
	}

	small := slices.Concat([]byte("GCPF"), words(0, 1, uint32(size)), bytes.Repeat(words(2), size),
		bytes.Repeat([]byte{0, 'a'}, size))
	return slices.Values(append(all, input{name: "blocks of one byte", size: size + len(small),
		data: small}))
}

// resources yields resource files and scenes in which one part is repeated between a head and a
// tail.
func resources(size int) iter.Seq[input] {
	const scene, one = "[gd_scene format=3]\n", "[gd_resource type=\"A\"]\n"
	long := strings.Repeat("x", 1000)
	return func(yield func(input) bool) {
		for _, r := range [][3]string{
			{scene, "[node]", ""}, {scene, "[node name=\"%x\" parent=\".\"]", ""},
			{scene, "[editable]", ""}, {scene, "[connection]", ""},
			{scene, "[node parent=\"" + long + "\" name=\"a\"]", ""},
			{scene + "[node groups=[", "\"\",", "]]"},
			{one, "[ext_resource path=\"\" type=\"\" id=%x]", "[resource]"},
			{one, "[ext_resource path=\"a\" type=\"b\" id=1]", "[resource]"},
			{one, "[sub_resource type=\"A\" id=%x]", "[resource]"},
			{one, "[sub_resource type=\"A\" id=1]", "[resource]"},
			{one + "[resource]", "a=1\n", ""}, {one + "[resource]", "%x=1\n", ""},
			{one + "[resource]", "a=SubResource(1)\n", ""}, {one, ";\n", "[resource]"},
			{one + "[resource]a=[", "Object(A),", "]"}, {one + "[resource]a=[", "[],", "]"},
			{one + "[resource]" + long + "=[", "Object(A),", "]"},
			{one + "[ext_resource path=\"" + long + "\" type=\"b\" id=1][resource]a=[",
				"ExtResource(1),", "]"},
			{"[gd_resource type=\"A\" ", "a=1 ", "][resource]"},
			{"[gd_resource type=\"SceneReplicationConfig\"]\n[resource]\n",
				"properties/%d/path=NodePath(\"a\")\n", ""},
			{scene + "[sub_resource type=\"SceneReplicationConfig\" id=1]\n" +
				"properties/0/path=NodePath(\"a\")\n", "[node type=\"MultiplayerSynchronizer\" " +
				"name=\"a\"]replication_config=SubResource(1)\n", ""},
		} {
			b := []byte(r[0])
			for n := 0; len(b) < size; n++ {
				part := strings.ReplaceAll(r[1], "%x", strconv.FormatInt(int64(n), 16))
				b = append(b, strings.ReplaceAll(part, "%d", strconv.Itoa(n))...)
			}

			b = append(b, r[2]...)
			in := input{name: r[0] + r[1] + "…", size: len(b), data: b}
			var err error
			in.file, err = resource.Decode(b, resource.Options{})
			if err == nil && !yield(in) {
				return
			}
		}
	}
}

// gamePackets yields packets of Godot's multiplayer protocol. They come from a peer that has just
// connected, so the World has little data about it.
func gamePackets(size int) iter.Seq[input] {
	repeated := func(head, part []byte) []byte {
		return slices.Concat(head, bytes.Repeat(part, size/len(part)))
	}
	bools := slices.Concat([]byte{6, 1, 0, 1, 0, 0, 0}, word(size), bytes.Repeat([]byte{1}, size))

	return func(yield func(input) bool) {
		for name, b := range map[string][]byte{
			"states":     repeated([]byte{6, 1, 0}, []byte{1, 0, 0, 0, 1, 0, 0, 0, 1}),
			"bools":      bools,
			"changes":    repeated([]byte{0x16}, slices.Concat(words(1, 1, 0, 1), []byte{1})),
			"no changes": repeated([]byte{0x16}, words(1, 0, 0, 0)),
			"relayed":    repeated([]byte{7, 3, 0, 0, 0}, []byte{0}),
			"raw":        repeated([]byte{3}, []byte{0}),
			"a name":     repeated([]byte{1, 0, 0, 0, 0}, []byte("a/")),
		} {
			in := input{name: name, size: len(b), data: b}
			in.packets, _ = packet.New(packet.Options{})
			in.world = multiplayer.New(multiplayer.Options{
				Codec: in.packets.Values(), Sender: lossyTransport{},
				Relay: &multiplayer.RelayRules{},
			})
			_, _ = in.world.Connect(2)
			if !yield(in) {
				return
			}
		}
	}
}
