package sliced_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/sliced"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// long returns a value with many parts in several levels.
func long(random *rand.Rand) variant.Variant {
	items := make([]variant.Variant, 100)
	pairs := make([]variant.Pair, 100)
	props := make([]objects.Property, 100)
	rows := make([]variant.Variant, 100)

	for i := range items {
		key := []variant.Variant{variant.String("b"), variant.StringName("a")}[random.IntN(2)]
		items[i] = valuestest.Root(random)
		pairs[i] = variant.Pair{Key: variant.Int(i * 7 % 101), Value: valuestest.Root(random)}
		if i == 17 {
			pairs[i].Key = key
		}
		props[i] = objects.Prop(strings.Repeat("p", i), valuestest.Root(random))
		rows[i] = variant.NewDictionary(
			variant.KV("id", variant.Int(i)), variant.KV("list", items[i]))
	}

	rows[7] = variant.NewDictionary(variant.KV("rows", variant.NewArray(slices.Clone(items)...)))
	typed := variant.NewTypedArray(variant.ElementType{Type: variant.TypeDictionary}, rows...)
	keyed := variant.Dictionary{Pairs: pairs,
		Value: &variant.ElementType{Type: variant.TypeDictionary}}

	return variant.NewDictionary(variant.KV("items", variant.NewArray(items...)),
		variant.KV("pairs", variant.NewDictionary(pairs...)),
		variant.Pair{Key: variant.StringName("deep"),
			Value: variant.NewArray(nil, variant.NewArray(items...))},
		variant.KV("typed", typed), variant.KV("keyed", keyed),
		variant.KV("object", objects.NewObject("Timer", props...)),
		variant.KV("bytes", packed.PackedByteArray(make([]byte, 100_000))),
		variant.KV("a", variant.Int(1)))
}

// each calls a test with values and the codecs of all dialects.
func each(t *testing.T, test func(c *codec.Codec, v variant.Variant)) {
	t.Helper()

	for i, d := range codec.Dialects() {
		for _, p := range []variant.Precision{codec.Single, codec.Double} {
			c, err := codec.New(codec.Options{Dialect: d, Precision: p, FullObjects: true})
			if err != nil {
				continue
			}

			random := rand.New(rand.NewPCG(7, uint64(i)))
			for _, v := range []variant.Variant{
				long(random), valuestest.Root(random), variant.Nil{},
			} {
				test(c, v)
			}
		}
	}
}

// steps returns a Watch that counts its calls in n.
func steps(t *testing.T, n *int) sliced.Watch {
	t.Helper()
	done := 0
	return func(now int) {
		require.GreaterOrEqual(t, now, done)
		done = now
		*n++
	}
}

// TestAppend: Append returns the same packet and the same error as the codec, in all dialects.
func TestAppend(t *testing.T) {
	written := 0
	each(t, func(c *codec.Codec, v variant.Variant) {
		before := []byte("before")
		want, wantErr := c.Append(bytes.Clone(before), v)
		n := 0
		got, err := sliced.Append(before, c, v, steps(t, &n))
		require.Equal(t, wantErr, err)
		require.Equal(t, want, got)
		if wantErr == nil && n > 40 {
			written++
		}
	})
	require.Greater(t, written, 2)
}

// TestDecode: Decode returns the same value as the codec, in all dialects.
func TestDecode(t *testing.T) {
	read := 0
	each(t, func(c *codec.Codec, v variant.Variant) {
		near, err := convert.Value(v, c, nil)
		require.NoError(t, err)
		b, err := c.Encode(near)
		require.NoError(t, err)
		b = append(b, 1, 2, 3)

		want, wantN, err := c.DecodeFirst(b)
		require.NoError(t, err)
		n := 0
		got, gotN, err := sliced.Decode(c, b, steps(t, &n))
		require.NoError(t, err)
		require.Equal(t, wantN, gotN)
		require.Equal(t, want, got)

		gotN, ok := sliced.Reads(c, b, nil)
		require.True(t, ok)
		require.Equal(t, wantN, gotN)
		if n > 5 {
			read++
		}

		_, wantN, wantErr := c.DecodeFirst(b[:len(b)/2])
		_, gotN, err = sliced.Decode(c, b[:len(b)/2], steps(t, new(int)))
		require.Equal(t, wantErr, err)
		require.Equal(t, wantN, gotN)
	})
	require.Greater(t, read, 10)
}

// TestRepeatedKeys: Decode keeps only the last value of a repeated key, as the codec does.
func TestRepeatedKeys(t *testing.T) {
	items := slices.Repeat([]variant.Variant{variant.String(strings.Repeat("a", 100))}, 1000)
	v := variant.NewDictionary(variant.KV("a", variant.NewArray(items...)),
		variant.KV("b", variant.Int(1)), variant.KV("a", variant.Int(2)))
	c := codec.MustNew(codec.Options{})
	b, err := c.Encode(v)
	require.NoError(t, err)

	want, err := c.Decode(b)
	require.NoError(t, err)
	require.Len(t, want.(variant.Dictionary).Pairs, 2)
	got, _, err := sliced.Decode(c, b, func(int) {})
	require.NoError(t, err)
	require.Equal(t, want, got)

	_, err = sliced.Convert(nil, c, v, func(convert.Note) {}, nil)
	require.Error(t, err)
}

// TestConvert: Convert returns the same packet and the same notes as package convert.
func TestConvert(t *testing.T) {
	converted := 0
	each(t, func(c *codec.Codec, v variant.Variant) {
		var wantNotes, notes []string
		near, err := convert.Value(v, c,
			func(n convert.Note) { wantNotes = append(wantNotes, n.String()) })
		require.NoError(t, err)
		want, err := c.Encode(near)
		require.NoError(t, err)

		n := 0
		got, err := sliced.Convert(nil, c, v,
			func(n convert.Note) { notes = append(notes, n.String()) }, steps(t, &n))
		if err != nil {
			return
		}

		slices.Sort(wantNotes)
		slices.Sort(notes)
		require.Equal(t, wantNotes, notes)
		require.Equal(t, want, got)
		if n > 40 {
			converted++
		}
	})
	require.Greater(t, converted, 10)
}

// forms are the forms of text that the web page shows.
var forms = []struct {
	form  func(variant.Variant, *codec.Codec) ([]byte, error)
	json  bool
	sorts bool
}{
	{texts(text.VarToStr), false, true},
	{texts(text.Lossless), false, false},
	{jsonvar.Canonical.Format, true, false},
	{jsonvar.Relaxed.Format, true, false},
}

func texts(f text.Form) func(variant.Variant, *codec.Codec) ([]byte, error) {
	return func(v variant.Variant, c *codec.Codec) ([]byte, error) { return f.Append(nil, v, c) }
}

// TestPrinter: for each form of text, a Printer makes the same text as the function of the form, in
// all dialects.
func TestPrinter(t *testing.T) {
	printed := 0
	each(t, func(c *codec.Codec, v variant.Variant) {
		for _, f := range forms {
			form := func(v variant.Variant, indentation string) ([]byte, error) {
				b, err := f.form(v, c)
				if err != nil || !f.json {
					return b, err
				}
				var out bytes.Buffer
				err = json.Indent(&out, b, indentation, "  ")
				return out.Bytes(), err
			}

			want, wantErr := form(v, "")
			p := sliced.NewPrinter(v, form, f.sorts)
			steps := 0
			var err error
			for ; !p.Ended; steps++ {
				err = p.Step()
			}

			require.Equal(t, wantErr, err)
			require.Equal(t, string(want), string(p.Text.Slice(0, p.Text.Len())))
			if steps > 40 {
				printed++
			}
		}
	})
	require.Greater(t, printed, 10*len(forms))
}

// TestPieces: Pieces have the bytes that were written. Write after PiecesOf does not change the
// bytes after the argument of PiecesOf.
func TestPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	given := []byte("given and more")
	all := sliced.PiecesOf(given[:len("given")])
	want := []byte("given")

	for range 100 {
		b := bytes.Repeat([]byte{byte(random.Uint32())}, random.IntN(20_000))
		n, err := all.Write(b)
		require.NoError(t, err)
		require.Equal(t, len(b), n)
		want = append(want, b...)
	}

	require.Equal(t, "given and more", string(given))
	require.Equal(t, len(want), all.Len())
	require.Equal(t, want, slices.Concat(slices.Collect(all.All())...))
	require.Greater(t, len(slices.Collect(all.All())), 2)

	for range 100 {
		from := random.IntN(len(want))
		n := random.IntN(400_000)
		require.Equal(t, want[from:min(from+n, len(want))], all.Slice(from, n))
	}
	require.Empty(t, all.Slice(len(want), 1))
	require.Empty(t, all.Slice(len(want)+1, 1))
}

// TestLimits: the limits for depth and size hold for the whole value.
func TestLimits(t *testing.T) {
	v := variant.Variant(variant.Int(1))
	wide := make([]variant.Variant, 1500)
	for range 40 {
		wide[0] = v
		v = variant.NewArray(append([]variant.Variant(nil), wide...)...)
	}

	for _, limits := range []codec.Limits{{MaxDepth: 39}, {MaxDepth: 40}, {MaxDepth: 41},
		{MaxSize: 10_000}, {MaxSize: 200_000}} {
		c := codec.MustNew(codec.Options{Limits: limits})
		want, wantErr := c.Encode(v)
		got, err := sliced.Append(nil, c, v, func(int) {})
		require.Equal(t, wantErr, err, limits)
		require.Equal(t, want, got, limits)
	}

	c := codec.MustNew(codec.Options{})
	_, err := sliced.Append(nil, c, variant.NewArray(v, objects.NewObject("Node")), func(int) {})
	require.ErrorContains(t, err, "$[1]")
}
