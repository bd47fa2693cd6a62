package bounds

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// ways has functions that read a packet. Their time must depend only on the size of the packet.
var ways = []struct {
	name string
	mode codec.Mode
	run  func(c *codec.Codec, packet []byte) error
}{
	{"Decode", codec.Default, func(c *codec.Codec, b []byte) error {
		_, err := c.Decode(b)
		return err
	}},
	{"Decode strict", codec.Strict, func(c *codec.Codec, b []byte) error {
		_, err := c.Decode(b)
		return err
	}},
	{"Valid strict", codec.Strict, (*codec.Codec).Valid},
	{"Scanner", codec.Default, scanAll},
	{"Scanner strict", codec.Strict, scanAll},
}

// scanAll reads all tokens of a packet.
func scanAll(c *codec.Codec, packet []byte) error {
	s := codec.NewScanner(packet, c)
	for s.Next() {
	}
	return s.Err()
}

// TestShapeInstructions compares the instructions for every shape with the instructions for nulls
// of the same size. For every size, the slowest shape takes about 16 times as many. If the
// instructions of a shape grew with the square of the size, or if all its keys had the same hash,
// the shape would take hundreds of times as many.
func TestShapeInstructions(t *testing.T) {
	const most = 20
	size := 8 << 10
	if testkit.Long() {
		size = 128 << 10
	}

	var names []string
	var work []func()
	for _, s := range slices.Concat(shapes, collisions) {
		packet := s.build(size)
		for _, w := range ways {
			o := s.options
			if o.Mode == codec.Default {
				o.Mode = w.mode
			}

			c := codec.MustNew(o)
			names = append(names, s.name+", "+w.name)
			work = append(work, func() { _ = w.run(c, packet) })
			_ = w.run(c, packet) // the first run has additional work, which must not be counted
		}
	}

	n := testkit.Instructions(t, work...)
	base := n[0] // the number of instructions for decoding nulls
	for i, name := range names {
		assert.LessOrEqual(t, n[i], most*base, name)
	}
}

// collisions are dictionaries whose keys are different but would have equal hashes with a weak hash
// function.
var collisions = []shape{
	{name: "ints apart by powers of two", build: keyed(func(i int) []byte {
		return words(2|1<<16, 0, uint32(i)<<18)
	})},
	{name: "ints apart by a page", build: keyed(func(i int) []byte {
		return words(2|1<<16, uint32(i)<<12, uint32(i)>>20)
	})},
	{name: "floats that end in zeros", build: keyed(func(i int) []byte {
		return words(3|1<<16, 0, 0x40000000|uint32(i)<<8)
	})},
	{name: "vectors that swap", build: keyed(func(i int) []byte {
		return words(9, uint32(i), uint32(1<<14-i), 0)
	})},
	{name: "vectors of one sum", build: keyed(func(i int) []byte {
		return words(6, uint32(i), uint32(-i))
	})},
	{name: "texts of one length", build: keyed(textKey(4, "", ""))},
	{name: "texts with one beginning", build: keyed(textKey(4, long, ""))},
	{name: "texts with one end", build: keyed(textKey(4, "", long))},
	{name: "packed bytes as keys", build: keyed(textKey(29, "", ""))},
	{name: "packed vectors as keys", build: keyed(func(i int) []byte {
		return words(35, 1, uint32(i)<<10, 0)
	})},
	{name: "old node paths as keys", options: lenient, build: keyed(textKey(22, "", ""))},
	{name: "old node paths of the pages as keys", options: docs,
		build: keyedIn(words(18), textKey(15, "", ""))},
	{name: "classes of Pandemonium's arrays", options: pandemonium,
		build: keyedIn(words(25), func(i int) []byte {
			return slices.Concat(words(27, 23), textKey(24, "K", "")(i), words(0))
		})},
	{name: "items in another order",
		build: keyed(bits(28, words(28, 2, 2, 1, 2, 2), words(28, 2, 2, 2, 2, 1)))},
	{name: "items that nest elsewhere",
		build: keyed(bits(28, words(28, 2, 28, 1, 0, 0), words(28, 2, 0, 28, 1, 0)))},
	{name: "text or name", build: keyed(bits(28, textPacket(4, "a"), textPacket(21, "a")))},
	{name: "text or name as a value", build: keyed(bits(28,
		slices.Concat(words(27, 1), nilPacket, textPacket(4, "a")),
		slices.Concat(words(27, 1), nilPacket, textPacket(21, "a"))))},
	{name: "text or name inside a key", build: keyed(bits(28,
		slices.Concat(words(27, 1, 28, 1), textPacket(4, "a"), nilPacket),
		slices.Concat(words(27, 1, 28, 1), textPacket(21, "a"), nilPacket)))},
	{name: "key or value", build: keyed(bits(28, words(27, 1, 0, 2, 1), words(27, 1, 2, 1, 0)))},
	{name: "a pair twice", options: lenient,
		build: keyed(bits(28, words(27, 2, 0, 0, 0, 2, 1), words(27, 2, 0, 2, 1, 0, 0)))},
	{name: "names or subnames", build: keyed(bits(28,
		slices.Concat(words(22, 1<<31|1, 0, 0), plain("a")),
		slices.Concat(words(22, 1<<31, 1, 0), plain("a"))))},
	{name: "relative or absolute",
		build: keyed(bits(28, words(22, 1<<31, 0, 0), words(22, 1<<31, 0, 1)))},
	{name: "zeros", options: codec.Options{Dialect: codec.Godot3},
		build: keyedIn(words(18), bits(19, words(22, 1, 0), words(22, 1, 1<<31)))},
	{name: "shared or not", options: docs,
		build: keyedIn(words(18), bits(19, words(19, 0), words(19, 1<<31)))},
}

// long is 56 bytes of text.
var long = strings.Repeat("a", 56)

func textKey(id uint32, before, after string) func(i int) []byte {
	return func(i int) []byte { return textPacket(id, before+fmt.Sprintf("%08d", i)+after) }
}

// bits returns a function that makes an array of 14 packets from an index i. Packet n of the array
// is a copy of the argument one if bit n of i is set, or else of the argument zero. So different
// indexes give different arrays.
func bits(array uint32, zero, one []byte) func(i int) []byte {
	return func(i int) []byte {
		b := words(array, 14)
		for bit := range 14 {
			if i>>bit&1 == 1 {
				b = append(b, one...)
			} else {
				b = append(b, zero...)
			}
		}
		return b
	}
}

// TestNestedKeys compares two values with the same number of bytes: one with keys nested 200 levels
// deep, and one with keys nested 20 levels deep. Ten times the levels must not take ten times the
// instructions.
func TestNestedKeys(t *testing.T) {
	chains := func(levels int) []byte {
		chain := nilPacket
		for range levels {
			chain = slices.Concat(words(27, 1), chain, nilPacket)
		}
		return items(chain)(32 << 10)
	}

	deep, flat := chains(200), chains(20)
	var work []func()
	for _, w := range ways {
		c := codec.MustNew(codec.Options{Mode: w.mode})
		for _, packet := range [][]byte{flat, deep} {
			require.NoError(t, w.run(c, packet))
			work = append(work, func() { _ = w.run(c, packet) })
		}
	}

	n := testkit.Instructions(t, work...)
	for i, w := range ways {
		assert.LessOrEqual(t, n[2*i+1], 3*n[2*i], w.name)
	}
}

// deeper has functions that put a value one level deeper.
var deeper = map[string]func(v variant.Variant) variant.Variant{
	"array": func(v variant.Variant) variant.Variant { return variant.NewArray(v) },
	"typed array": func(v variant.Variant) variant.Variant {
		return variant.TypedArray{Items: []variant.Variant{v}}
	},
	"value": func(v variant.Variant) variant.Variant {
		return variant.NewDictionary(variant.KV("a", v))
	},
	"key": func(v variant.Variant) variant.Variant {
		return variant.NewDictionary(variant.Pair{Key: v})
	},
	"property": func(v variant.Variant) variant.Variant {
		return objects.NewObject("A", objects.Prop("p", v))
	},
	"user's array": func(v variant.Variant) variant.Variant { return &v2{variant.NewArray(v)} },
}

// TestDeepStack encodes and decodes the deepest values on a stack of 1 MiB. If a program needs a
// larger stack, the runtime ends its process. So the test runs in a separate process.
func TestDeepStack(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector takes stack of its own")
	}

	if os.Getenv("DEEP_STACK") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestDeepStack$", "-test.v")
		cmd.Env = append(os.Environ(), "DEEP_STACK=1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%.2000s", out)
		require.Contains(t, string(out), "PASS: TestDeepStack/key")
		return
	}

	debug.SetMaxStack(1 << 20)
	for name, around := range deeper {
		t.Run(name, func(t *testing.T) {
			var v variant.Variant = variant.Nil{}
			for range 1024 {
				v = around(v)
			}

			o := codec.Options{FullObjects: true}
			if name == "typed array" {
				o = pandemonium
			}

			for _, o.Mode = range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
				c := codec.MustNew(o)
				packet := testkit.Encode(t, c, v)
				require.NoError(t, c.Valid(packet))
				got := testkit.Decode(t, c, packet)
				require.True(t,
					variant.Equal(v, got) && variant.KeyEqual(v, got) != (name == "property"))

				n := 0
				for range tree.Walk(got) {
					n++
				}

				require.GreaterOrEqual(t, n, 1025)

				require.Error(t, c.Valid(packet[:len(packet)-4]), "cut off")
				packet[len(packet)-4] = 0xFF // no type has this header
				require.Error(t, c.Valid(packet), "changed")
			}
		})
	}
}

// v2 is a struct that embeds a value. Programs may have such types.
type v2 struct{ variant.Variant }

// A shape is a way to build packets that are as expensive as possible for a decoder. They take much
// memory or time for each byte, and can have any size.
type shape struct {
	name    string
	options codec.Options
	build   func(size int) []byte
}

var words = testkit.Words

func word(n int) []byte { return words(uint32(n)) }

// Headers of Godot 4.
var (
	nilPacket  = words(0)
	arrayOf    = words(28)
	dictionary = words(27)
)

// filled returns a function that builds a container with equal parts. The container has as many
// parts as the size allows.
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
func textPacket(id uint32, s string) []byte { return slices.Concat(words(id), plain(s)) }
func plain(s string) []byte                 { return append(word(len(s)), padTo4(s)...) }
func padTo4(s string) string                { return s + strings.Repeat("\x00", -len(s)&3) }

// numbered returns a function that builds a container with different parts. The function part makes
// each part from its index.
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

func keyed(key func(i int) []byte) func(int) []byte { return keyedIn(dictionary, key) }
func keyedIn(head []byte, key func(i int) []byte) func(int) []byte {
	return numbered(head, func(i int) []byte { return append(key(i), nilPacket...) })
}

func intKey(i int) []byte { return words(2, uint32(i)) }

// nested returns a function that builds an array of equal chains. The argument of this function is
// the greatest length of the array in bytes. A chain consists of depth containers, each inside the
// container before it. Each container has n parts: the next container, and n-1 copies of the packet
// fill.
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

// claims returns a function that builds a chain of containers. The count of each container says
// that its parts fill all remaining bytes.
func claims(head []byte, part int) func(int) []byte {
	return func(size int) []byte {
		var b []byte
		for len(b) < size && len(b)/(len(head)+4) < 1000 {
			b = slices.Concat(b, head, word((size-len(b)-len(head)-4)/part))
		}
		return append(b, make([]byte, max(0, size-len(b)))...)
	}
}

// cut returns a function that builds a shape without its last word. So a decoder finds the error
// only after it has decoded everything before the end.
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

// keysInKeys returns a function that builds nested Dictionaries. Each Dictionary is a key of the
// Dictionary around it. The innermost key is an Array of ints.
func keysInKeys(depth int) func(int) []byte {
	return func(size int) []byte {
		tail := bytes.Repeat(nilPacket, depth)
		head := bytes.Repeat(words(27, 1), depth)
		return slices.Concat(head, items(words(2, 5))(max(64, size-len(head)-len(tail))), tail)
	}
}

var nulls = shape{name: "nulls", build: items(nilPacket)}

// shapes are the shapes that are known to cost much memory or time.
var shapes = []shape{
	nulls,
	{name: "small ints", build: items(words(2, 5))},
	{name: "ints", build: numbered(arrayOf, func(i int) []byte { return words(2, uint32(i)) })},
	{name: "bools", build: items(words(1, 1))},
	{name: "floats", build: items(words(3, 0x3F800001))},
	{name: "Vector2", build: items(words(5, 1, 2))},
	{name: "Vector3i", build: items(words(10, 1, 2, 3))},
	{name: "empty texts", build: items(textPacket(4, ""))},
	{name: "short texts", build: items(textPacket(4, "a"))},
	{name: "short names", build: items(textPacket(21, "ab"))},
	{name: "texts", build: items(textPacket(4, "a text of some length"))},
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
		build: items(slices.Concat(words(27, 1), textPacket(4, "a"), nilPacket))},
	{name: "one-pair dictionaries with keys that differ",
		build: numbered(arrayOf, func(i int) []byte {
			key := textPacket(4, string(rune(0x100+i%0x400)))
			return slices.Concat(words(27, 1), key, nilPacket)
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
		return textPacket(4, string(rune(0x10000+i%0xFFFFF)))
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
	{name: "old node paths", options: lenient, build: items(textPacket(22, "a"))},
	{name: "an old node path", options: lenient, build: func(size int) []byte {
		return textPacket(22, strings.Repeat("a/", size/2-4))
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
	{name: "old node paths of the pages", options: docs,
		build: filled(words(19), textPacket(15, "a"))},

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
	{name: "object keys", build: keyed(func(i int) []byte {
		return words(24|1<<16, uint32(i+1), 0)
	})},
	{name: "arrays of NaN as keys", build: keyed(func(i int) []byte {
		return words(28, 2, 3, 0x7FC00000, 2, uint32(i))
	})},
	{name: "hostile class names", build: items(slices.Concat(words(28|2<<16),
		plain("\x1b]0;x\a\r\n\"]), Object("), words(0)))},
	{name: "hostile texts", build: items(textPacket(4, "\x1b\"\r\n\u202e\\"))},
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

// nestedTables returns dictionaries in dictionaries. The first value of each dictionary is the next
// dictionary. Each dictionary has so many pairs that a decoder uses a hash table for its keys.
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
