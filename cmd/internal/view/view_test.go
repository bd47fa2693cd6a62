package view_test

import (
	"bytes"
	"errors"
	"fmt"
	gomath "math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/gdscript"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/internal/view"
	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

var full = codec.MustNew(codec.Options{FullObjects: true})

// packet returns the source of the packet of a value.
func packet(t testing.TB, v variant.Variant, c *codec.Codec) view.Source {
	return source(testkit.Encode(t, c, v), c)
}

func source(b []byte, c *codec.Codec) view.Source {
	return view.Packet(b, c, func() (variant.Variant, error) { return c.Decode(b) })
}

func plain(s string) string { return s }

func printTree(t *testing.T, s view.Source) string {
	var b bytes.Buffer
	require.NoError(t, view.NewTree(&b, view.Colors{Offset: plain, Label: plain, Type: plain}).
		Print(s, 0))
	return b.String()
}

func printFlat(t *testing.T, s view.Source) string {
	var b bytes.Buffer
	require.NoError(t, view.NewFlat(&b).Print(s, nil))
	return b.String()
}

func printJSON(t *testing.T, s view.Source, form string) string {
	var b bytes.Buffer
	require.NoError(t, view.NewJSON(&b, form).Print(s))
	return b.String()
}

// flat returns the lines that Flat should print for a value. It makes them from the parts of the
// value.
func flat(v variant.Variant, p variant.Precision) string {
	var b strings.Builder
	for path, part := range tree.Walk(v) {
		inKey := func(s variant.Step) bool { return s.Kind == variant.StepPairKey }
		if !slices.ContainsFunc(path, inKey) {
			fmt.Fprintf(&b, "%v = %s\n", path, gdscript.Text(view.Emptied(part), p))
		}
	}

	return b.String()
}

// formatJSON returns the JSON of a value as the library writes it.
func formatJSON(t *testing.T, v variant.Variant, form jsonvar.Form, in *codec.Codec) string {
	b, err := form.Format(v, codec.MustNew(codec.Options{Precision: in.Options().Precision}))
	require.NoError(t, err)
	return string(view.PlainJSON(b)) + "\n"
}

// TestSources: a view has the same output for a packet and for the value of the packet. The lines
// and the JSON also equal the text that the library makes for the value.
func TestSources(t *testing.T) {
	for seed := range uint64(300) {
		root := valuestest.Root(rand.New(rand.NewPCG(1, seed)))
		inPacket, inMemory := packet(t, root, full), view.Value(root, full)

		require.Equal(t, flat(root, codec.Single), printFlat(t, inPacket), seed)
		require.Equal(t, flat(root, codec.Single), printFlat(t, inMemory), seed)

		for form, name := range view.JSONForms {
			want := formatJSON(t, root, jsonvar.Form(form), full)
			require.Equal(t, want, printJSON(t, inPacket, name), seed)
			require.Equal(t, want, printJSON(t, inMemory, name), seed)
		}

		lines := strings.Split(printTree(t, inPacket), "\n")
		for i, line := range lines {
			lines[i] = line[min(len(line), len("00000000  ")):]
		}
		require.Equal(t, strings.Join(lines, "\n"), printTree(t, inMemory), seed)
	}
}

// leaves has values of all types. Some of their numbers and texts need a special form, such as
// infinity and control characters.
func leaves() (all []variant.Variant) {
	numbers := []float64{
		0, gomath.Copysign(0, -1), 1, -2.5, 0.1, float64(float32(0.1)), 1e-7, 1e300,
		float64(float32(1e30)), 123456789, gomath.Inf(1), gomath.Inf(-1), gomath.NaN(),
	}

	for i, f := range numbers {
		g := numbers[(i+3)%len(numbers)]
		all = append(all, variant.Float(f), math.Vector2{X: f, Y: g},
			math.Vector3{X: g, Y: f, Z: 1}, math.Vector4{X: f, Y: g, Z: f, W: 0.5},
			math.Rect2{Position: math.Vector2{X: f}, Size: math.Vector2{Y: g}},
			math.Plane{Normal: math.Vector3{X: f}, D: g}, math.Quaternion{X: f, W: g},
			math.AABB{Position: math.Vector3{X: f}, Size: math.Vector3{Z: g}},
			math.Color{R: f, A: 1}, math.Basis{X: math.Vector3{Y: f}},
			math.Transform2D{X: math.Vector2{Y: f}}, packed.PackedFloat64Array{f, g})
	}

	for _, s := range []string{"", "a", "ü \"\\\n\t\x01\x7f", "\u202e\u2028\u0085\U000e0001",
		strings.Repeat("long ", 40), strings.Repeat("ü", 70), strings.Repeat(`"`, 120)} {
		all = append(all, variant.String(s), variant.StringName(s), objects.Object{Class: "A",
			Properties: []objects.Property{objects.Prop("p"+s, variant.String(s))}},
			packed.PackedStringArray{s}, variant.NewDictionary(variant.KV(s, variant.Int(1)),
				variant.Pair{Key: variant.StringName(s + "n"), Value: variant.Nil{}}))
	}

	return append(all, variant.Nil{}, variant.Bool(true), variant.Bool(false), variant.Int(-1<<63),
		math.Vector2i{X: -1, Y: 2}, math.Vector3i{Z: 3}, math.Vector4i{W: -4},
		math.Rect2i{Position: math.Vector2i{X: 7}}, objects.MustParseNodePath("a/b:c"),
		objects.RID(7), objects.Object{ID: 7}, objects.Object{}, objects.Callable{},
		objects.Signal{Name: "s", Object: 5}, packed.PackedByteArray{1, 2},
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1)),
		variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString},
			Value: &variant.ElementType{Type: variant.TypeInt}},
		variant.NewDictionary(
			variant.Pair{Key: variant.NewArray(variant.Int(1)), Value: variant.NewArray()},
			variant.Pair{Key: variant.Float(1.5), Value: variant.Nil{}}))
}

// TestLeaves: a packet of a value of any type is printed in the same way as the library prints the
// value, in both precisions.
func TestLeaves(t *testing.T) {
	for _, precision := range []variant.Precision{codec.Single, codec.Double} {
		c := codec.MustNew(codec.Options{FullObjects: true, Precision: precision})

		for _, v := range leaves() {
			b, err := c.Encode(v)
			if err != nil {
				continue // the codec can't write this value, such as an RID
			}

			v := testkit.Decode(t, c, b)
			require.Equal(t, flat(v, precision), printFlat(t, source(b, c)))

			for form, name := range view.JSONForms {
				want := formatJSON(t, v, jsonvar.Form(form), c)
				require.Equal(t, want, printJSON(t, source(b, c), name))
				require.Equal(t, want, printJSON(t, view.Value(v, c), name))
			}

			if _, ok := v.(variant.Container); !ok {
				text := strings.TrimPrefix(variant.Text(v), v.Type().String()+"(")
				if text != variant.Text(v) {
					text = "(" + text
				} else {
					text = " " + text
				}

				want := "       0  " + v.Type().String() + text[:1] + view.Clip(text[1:]) + "\n"
				if text[0] == '(' {
					whole := view.Clip(variant.Text(v))
					want = "       0  " + whole + "\n"
				}
				require.Equal(t, want, printTree(t, source(b, c)))
			}
		}
	}
}

// TestRepeatedKeys: if a packet repeats a key, the value, the JSON and the lines have the key once.
// This holds for keys of all types.
func TestRepeatedKeys(t *testing.T) {
	for _, key := range []variant.Variant{variant.String("a"), variant.Int(7),
		variant.Float(1.5), math.Vector2i{X: 1}} {
		b := testkit.Encode(t, full, variant.NewDictionary(variant.Pair{Key: key,
			Value: variant.Int(1)}, variant.Pair{Key: variant.String("b"), Value: variant.Nil{}}))
		first := b[8 : len(b)-16] // the bytes of the first key and of its value
		twice := slices.Concat(b[:4], []byte{3, 0, 0, 0}, b[8:], first)

		v := testkit.Decode(t, full, twice)
		require.Len(t, v.(variant.Dictionary).Pairs, 2)
		require.Equal(t, formatJSON(t, v, jsonvar.Canonical, full),
			printJSON(t, source(twice, full), "canonical"))
		require.Equal(t, flat(v, codec.Single), printFlat(t, source(twice, full)))
	}
}

// TestDamage: JSON prints a packet with wrong bytes as the value that the codec reads from the
// packet, or returns an error. It ignores bytes after the packet, because the reader of the file
// checks them.
func TestDamage(t *testing.T) {
	read := 0

	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(4, seed))
		b := testkit.Encode(t, full, valuestest.Root(random))

		for range 1 + random.IntN(3) {
			b[random.IntN(len(b))] = byte(random.Uint32())
		}

		var out bytes.Buffer
		failed := view.NewJSON(&out, "canonical").Print(source(b, full))

		v, err := full.Decode(b)
		if err != nil {
			require.True(t, failed != nil || errors.Is(err, variant.ErrTrailing), "seed %d", seed)
		} else {
			require.NoError(t, failed, "seed %d", seed)
			want := formatJSON(t, v, jsonvar.Canonical, full)
			require.Equal(t, want, out.String(), "seed %d", seed)
			read++
		}
	}

	require.Greater(t, read, 500)
}

// TestDecimals: integers are decimal, also in vectors.
func TestDecimals(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.Int(-1234567), math.Vector2i{X: 123, Y: -456}, math.Vector3i{X: 10, Y: 11, Z: 12},
		math.Vector4i{X: 1 << 30, Y: -1 << 31},
	} {
		b := testkit.Encode(t, full, v)
		require.Equal(t, flat(v, codec.Single), printFlat(t, source(b, full)))
	}
}

// TestTreeLabels: a value in a tree has its own key or index in front of it.
func TestTreeLabels(t *testing.T) {
	v := variant.NewDictionary(variant.KV("a", variant.NewArray(variant.Int(7), variant.Int(8))),
		variant.KV("b", variant.Int(9)))
	lines := strings.Split(printTree(t, source(testkit.Encode(t, full, v), full)), "\n")

	for i, want := range []string{"Dictionary", `"a"`, "[0]", "[1]", `"b"`} {
		require.Contains(t, lines[i], want)
		require.Equal(t, i == 1, strings.Contains(lines[i], `"a"`), lines[i])
	}
}
