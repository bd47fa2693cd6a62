package bounds

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A shape is a way to build packets of any size that cost a decoder as much as may be: in
// memory for each byte, or in time.
type shape struct {
	name    string
	options codec.Options
	build   func(size int) []byte
}

func words(all ...uint32) []byte {
	var b []byte
	for _, w := range all {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

func word(n int) []byte { return words(uint32(n)) }

// Headers of Godot 4.
var (
	nilPacket  = words(0)
	arrayOf    = words(28)
	dictionary = words(27)
)

// filled is a container full of one part, as often as the size allows.
func filled(head, part []byte) func(int) []byte {
	return func(size int) []byte {
		n := (size - len(head) - 4) / len(part)
		return slices.Concat(head, word(n), slices.Repeat(part, n))
	}
}

func items(part []byte) func(int) []byte { return filled(arrayOf, part) }
func pairs(key, value []byte) func(int) []byte {
	return filled(dictionary, slices.Concat(key, value))
}
func text(id uint32, s string) []byte { return slices.Concat(words(id), plain(s)) }
func plain(s string) []byte           { return append(word(len(s)), padTo4(s)...) }
func padTo4(s string) string          { return s + strings.Repeat("\x00", -len(s)&3) }

// numbered is a container of parts that differ, each made of its number.
func numbered(head []byte, part func(i int) []byte) func(int) []byte {
	return func(size int) []byte {
		b := slices.Concat(head, word(0))
		n := 0
		for ; len(b) < size; n++ {
			b = append(b, part(n)...)
		}
		binary.LittleEndian.PutUint32(b[len(head):], uint32(n))
		return b
	}
}

func keyed(key func(i int) []byte) func(int) []byte {
	return numbered(dictionary, func(i int) []byte { return append(key(i), nilPacket...) })
}

func intKey(i int) []byte { return words(2, uint32(i)) }

// nested is a chain of containers down to the deepest level, each of which claims
// n parts, held by an array of as many such chains as the size allows.
func nested(head []byte, depth, n int, fill []byte) func(int) []byte {
	var chain []byte
	for range depth {
		chain = slices.Concat(chain, head, word(n))
	}
	chain = slices.Concat(chain, nilPacket)
	for range depth {
		chain = slices.Concat(chain, slices.Repeat(fill, n-1))
	}
	return items(chain)
}

// claims is a chain of containers that each claim all that is left.
func claims(head []byte, part int) func(int) []byte {
	return func(size int) []byte {
		var b []byte
		for len(b) < size && len(b)/(len(head)+4) < 1000 {
			b = slices.Concat(b, head, word((size-len(b)-len(head)-4)/part))
		}
		return append(b, make([]byte, max(0, size-len(b)))...)
	}
}

// cut is a shape without its last word, so that all has been decoded when the error
// is found.
func cut(build func(int) []byte) func(int) []byte {
	return func(size int) []byte {
		b := build(size)
		return b[:len(b)-4]
	}
}

var (
	full        = codec.Options{FullObjects: true}
	lenient     = codec.Options{Mode: codec.Lenient}
	strict      = codec.Options{Mode: codec.Strict}
	docs        = codec.Options{Dialect: codec.DocsGodot4}
	pandemonium = codec.Options{Dialect: codec.Pandemonium5}
)

// keysInKeys is Dictionaries that are keys of each other, around an Array of ints.
func keysInKeys(depth int) func(int) []byte {
	return func(size int) []byte {
		tail := bytes.Repeat(nilPacket, depth)
		head := bytes.Repeat(words(27, 1), depth)
		return slices.Concat(head, items(words(2, 5))(max(64, size-len(head)-len(tail))), tail)
	}
}

var nulls = shape{name: "nulls", build: items(nilPacket)}

// shapes are all the amplifications that are known.
var shapes = []shape{
	nulls,
	{name: "small ints", build: items(words(2, 5))},
	{name: "ints", build: numbered(arrayOf, func(i int) []byte { return words(2, uint32(i)) })},
	{name: "bools", build: items(words(1, 1))},
	{name: "floats", build: items(words(3, 0x3F800001))},
	{name: "Vector2", build: items(words(5, 1, 2))},
	{name: "Vector3i", build: items(words(10, 1, 2, 3))},
	{name: "empty texts", build: items(text(4, ""))},
	{name: "short texts", build: items(text(4, "a"))},
	{name: "short names", build: items(text(21, "ab"))},
	{name: "texts", build: items(text(4, "a text of some length"))},
	{name: "empty arrays", build: items(words(28, 0))},
	{name: "empty dictionaries", build: items(words(27, 0))},
	{name: "empty typed arrays", build: items(words(28|1<<16, 2, 0))},
	{name: "empty typed arrays of a class",
		build: items(slices.Concat(words(28|2<<16), plain("A"), words(0)))},
	{name: "empty typed arrays of no class", options: lenient, build: items(words(28|2<<16, 0, 0))},
	{name: "empty typed dictionaries", build: items(words(27|5<<16, 2, 2, 0))},
	{name: "empty typed dictionaries of no class", options: lenient,
		build: items(words(27|10<<16, 0, 0, 0))},
	{name: "one-item arrays", build: items(words(28, 1, 0))},
	{name: "one-pair dictionaries", build: items(words(27, 1, 0, 0))},
	{name: "one-pair dictionaries with a text key",
		build: items(slices.Concat(words(27, 1), text(4, "a"), nilPacket))},
	{name: "one-pair dictionaries with keys that differ",
		build: numbered(arrayOf, func(i int) []byte {
			return slices.Concat(words(27, 1), text(4, string(rune(0x100+i%0x400))), nilPacket)
		})},
	{name: "one-pair dictionaries as keys", build: numbered(dictionary, func(i int) []byte {
		return slices.Concat(words(27, 1, 0, 2, uint32(i)), nilPacket)
	})},
	{name: "dictionaries of ten pairs",
		build: items(slices.Concat(words(27, 10), slices.Repeat(words(2, 1, 0), 10)))},
	{name: "dictionaries of twenty pairs", build: numbered(arrayOf, func(int) []byte {
		return keyed(intKey)(240)
	})},
	{name: "int keys", build: keyed(intKey)},
	{name: "int keys, strict", options: strict, build: keyed(intKey)},
	{name: "text keys", build: keyed(func(i int) []byte {
		return text(4, string(rune(0x10000+i%0xFFFFF)))
	})},
	{name: "vector keys", build: keyed(func(i int) []byte { return words(5, uint32(i), 0) })},
	{name: "array keys", build: keyed(func(i int) []byte { return words(28, 1, 2, uint32(i)) })},
	{name: "one key again and again", build: pairs(words(2, 1), nilPacket)},
	{name: "null as key again and again", build: pairs(nilPacket, nilPacket)},
	{name: "a vector as key again and again", build: pairs(words(5, 1, 2), nilPacket)},
	{name: "an array as key again and again", build: pairs(items(nilPacket)(256), nilPacket)},
	{name: "an array of arrays as key again and again",
		build: pairs(items(words(28, 0))(1024), nilPacket)},
	{name: "a packed array as key again and again",
		build: pairs(filled(words(35), words(1, 2))(2000), nilPacket)},
	{name: "a big packed array as key twice", build: func(size int) []byte {
		return slices.Concat(dictionary, word(2),
			slices.Repeat(slices.Concat(filled(words(35), words(1, 2))(size/2-20), nilPacket), 2))
	}},
	{name: "empty packed arrays", build: items(words(32, 0))},
	{name: "packed arrays of one", build: items(words(30, 1, 7))},
	{name: "packed bytes", build: filled(words(29), make([]byte, 4))},
	{name: "packed floats", build: filled(words(32), words(1))},
	{name: "packed vectors", build: filled(words(35), words(1, 2))},
	{name: "packed colours", build: filled(words(37), words(1, 2, 3, 4))},
	{name: "packed empty texts", build: filled(words(34), words(0))},
	{name: "packed texts of NUL", build: filled(words(34), words(1, 0))},
	{name: "packed short texts", build: filled(words(34), words(2, 'a'))},
	{name: "arrays of empty packed texts", build: items(words(34, 1, 0))},
	{name: "empty node paths", build: items(words(22, 1<<31, 0, 0))},
	{name: "node paths of one name", build: items(words(22, 1<<31|1, 0, 0, 0))},
	{name: "a node path of many names", build: func(size int) []byte {
		return append(words(22, 1<<31|uint32(size/4-4), 0, 0), make([]byte, size&^3-16)...)
	}},
	{name: "a node path of many subnames", build: func(size int) []byte {
		return append(words(22, 1<<31, uint32(size/4-4), 2), make([]byte, size&^3-12)...)
	}},
	{name: "old node paths", options: lenient, build: items(text(22, "a"))},
	{name: "an old node path", options: lenient, build: func(size int) []byte {
		return text(22, strings.Repeat("a/", size/2-4))
	}},
	{name: "signals", build: items(words(26, 0, 0, 0))},
	{name: "handles", build: items(words(23, 1, 0))},
	{name: "instance IDs", build: items(words(24|1<<16, 1, 0))},
	{name: "null objects", options: full, build: items(words(24, 0))},
	{name: "empty objects", options: full,
		build: items(slices.Concat(words(24), plain("A"), words(0)))},
	{name: "an object of many properties", options: full,
		build: filled(slices.Concat(words(24), plain("A")), words(0, 0))},
	{name: "an object of many properties, strict",
		options: codec.Options{FullObjects: true, Mode: codec.Strict},
		build: numbered(slices.Concat(words(24), plain("A")), func(i int) []byte {
			return append(plain(string(rune(0x10000+i%0xFFFFF))), nilPacket...)
		})},
	{name: "typed arrays of Pandemonium", options: pandemonium,
		build: filled(words(26), words(27, 2, 0))},
	{name: "old node paths of the pages", options: docs, build: filled(words(19), text(15, "a"))},

	{name: "nested arrays", build: nested(arrayOf, 1000, 1, nil)},
	{name: "nested arrays of two", build: nested(arrayOf, 1000, 2, nilPacket)},
	{name: "nested dictionaries", build: nested(slices.Concat(dictionary), 1, 1, nil)},
	{name: "nested tables", build: nestedTables},
	{name: "keys in keys", build: keysInKeys(1000)},
	{name: "keys in keys, half as deep", build: keysInKeys(500)},
	{name: "keys in keys, a hundred deep", build: keysInKeys(100)},
	{name: "NaN keys", build: keyed(func(i int) []byte { return words(3, 0x7FC00000+uint32(i)) })},
	{name: "dictionaries as keys of Godot 3", options: codec.Options{Dialect: codec.Godot3},
		build: filled(words(18), words(18, 0, 0))},
	{name: "arrays of NaN as keys of Godot 3", options: codec.Options{Dialect: codec.Godot3},
		build: filled(words(18), words(22, 1, 0x7FC00000, 0))},
	{name: "object keys", build: keyed(func(i int) []byte { return words(24|1<<16, uint32(i+1), 0) })},
	{name: "arrays of NaN as keys", build: keyed(func(i int) []byte {
		return words(28, 2, 3, 0x7FC00000, 2, uint32(i))
	})},
	{name: "hostile class names", build: items(slices.Concat(words(28|2<<16),
		plain("\x1b]0;x\a\r\n\"]), Object("), words(0)))},
	{name: "hostile texts", build: items(text(4, "\x1b\"\r\n\u202e\\"))},
	{name: "nested claims of arrays", build: claims(arrayOf, 4)},
	{name: "nested claims of dictionaries", build: claims(dictionary, 8)},
	{name: "nested claims of texts", build: claims(words(28, 2, 34), 4)},
	{name: "too deep", build: nested(arrayOf, 1025, 1, nil)},
	{name: "cut nulls", build: cut(items(nilPacket))},
	{name: "cut dictionaries", build: cut(items(words(27, 1, 0, 0)))},
	{name: "cut nested arrays", build: cut(nested(arrayOf, 1000, 1, nil))},
	{name: "cut int keys", build: cut(keyed(intKey))},
	{name: "cut packed texts", build: cut(filled(words(34), words(0)))},
	{name: "no item has the type", build: filled(words(28|1<<16, 2), nilPacket)},
}

// nestedTables is dictionaries in dictionaries, whose first value is the next, and
// each of which has more pairs than are compared one by one.
func nestedTables(size int) []byte {
	const n = 17
	level := slices.Concat(dictionary, word(n), words(2, 0))
	rest := keyed(intKey)(12 * n)[8+12:]
	var head, tail []byte
	for depth := 0; depth < 1000 && len(head)+len(tail)+len(level)+len(rest) < size-12; depth++ {
		head = append(head, level...)
		tail = append(tail, rest...)
	}
	one := slices.Concat(head, nilPacket, tail)
	return items(one)(max(size, len(one)+8))
}

var _ variant.Variant
