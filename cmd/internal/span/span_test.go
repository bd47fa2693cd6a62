package span_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

var full = codec.MustNew(codec.Options{FullObjects: true})

// saved returns the bytes of a save. Each record is {"hp": 7, "bag": [{"n": 1}, {"n": 2}]}.
func saved(t *testing.T, f frame.Frame, records int) (b []byte) {
	item := func(n int) variant.Variant {
		return variant.NewDictionary(variant.KV("n", variant.Int(n)))
	}
	v := variant.NewDictionary(variant.KV("hp", variant.Int(7)),
		variant.KV("bag", variant.NewArray(item(1), item(2))))

	for range records {
		b = f.Append(b, testkit.Encode(t, full, v))
	}
	return b
}

func path(t *testing.T, s string) variant.Path {
	p, err := variant.ParsePath(s)
	require.NoError(t, err)
	return p
}

func around(t *testing.T, f *span.File, p span.Place) variant.Variant {
	v, err := f.Around(p)
	require.NoError(t, err)
	return v
}

// TestPlaces: Find returns the place of a path, also for a new item or a new key. If the value at
// the path is longer than the window, or no value can be added at the path, Find returns ErrWhole.
func TestPlaces(t *testing.T) {
	const long = 40 // length of an item of the bag in bytes; the whole bag is longer

	for _, frames := range frame.All {
		for records, prefix := range map[int]string{1: "", 3: "[1]."} {
			f, err := span.Open(saved(t, frames, records), 0, frames, full, long)
			require.NoError(t, err)
			require.Equal(t, records, f.Records())

			place, err := f.Find(path(t, prefix+"bag[-1].n"))
			require.NoError(t, err)
			require.True(t, place.Found)
			require.Equal(t, 0, place.Index)
			require.Equal(t, "{\"n\": 2}", variant.Text(around(t, f, place)))
			require.Equal(t, "$.n", place.Rest[0].String())
			require.Equal(t, "$"+strings.TrimSuffix(prefix, ".")+".bag[1].n",
				place.Outer(place.Rest[0]).String())

			v, ok, err := f.Value(place)
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, variant.Int(2), v)

			place, err = f.Find(path(t, prefix+"bag[1].fresh"))
			require.NoError(t, err)
			require.Equal(t, 1, place.Index)
			require.Equal(t, "[{\"n\": 2}]", variant.Text(around(t, f, place)))
			require.Equal(t, "$[0].fresh", place.Rest[0].String())

			place, err = f.Find(path(t, prefix+"bag[2]"))
			require.NoError(t, err)
			require.False(t, place.Found)
			require.Equal(t, "[]", variant.Text(around(t, f, place)))

			for _, bad := range []string{"bag", "bag[3]", "fresh.n"} {
				_, err = f.Find(path(t, prefix+bad))
				require.ErrorIs(t, err, span.ErrWhole, bad)
			}
		}
	}
}

// TestReplace: an edit sets the value, the count of the container around it, and the length of the
// record. After Settle, paths lead to the edited values.
func TestReplace(t *testing.T) {
	for _, frames := range frame.All {
		f, err := span.Open(saved(t, frames, 2), 0, frames, full, 40)
		require.NoError(t, err)
		require.False(t, f.Changed())

		add := func(at, key string, n int) {
			place, err := f.Find(path(t, at+key))
			require.NoError(t, err)
			d := around(t, f, place).(variant.Dictionary)
			d.Pairs = append(d.Pairs, variant.KV(key, variant.Int(n)))
			require.NoError(t, f.Replace(place, d, full.Encode))
		}

		add("[1].", "fresh", 5)
		require.True(t, f.Changed())

		place, err := f.Find(path(t, "[1].other"))
		require.NoError(t, err)
		other := variant.NewDictionary(variant.KV("other", variant.Nil{}))
		err = f.Replace(place, other, full.Encode)
		require.ErrorIs(t, err, span.ErrWhole, "fresh is added at this place")

		require.NoError(t, f.Settle())
		add("[1].", "other", 6)

		first, err := f.Find(path(t, "[0].bag[0]"))
		require.NoError(t, err)
		require.NoError(t, f.Replace(first, variant.Array{}, full.Encode))

		var b bytes.Buffer
		n, err := f.WriteTo(&b)
		require.NoError(t, err)
		require.EqualValues(t, b.Len(), n)

		again, err := span.Open(b.Bytes(), 0, frames, full, 1<<20)
		require.NoError(t, err)
		root, err := again.Root()
		require.NoError(t, err)
		v, err := again.Build(root, 0, 2)
		require.NoError(t, err)
		require.Equal(t, `[{"hp": 7, "bag": [{"n": 2}]}, `+
			`{"hp": 7, "bag": [{"n": 1}, {"n": 2}], "fresh": 5, "other": 6}]`, fmt.Sprint(v))
	}
}

// TestGatherer: in a File of several packets, each path begins with the index of a packet. In a
// File of one packet, paths have no such index. Packets yields packets until the caller stops.
func TestGatherer(t *testing.T) {
	packet := saved(t, frame.None, 1)

	for at, packets := range map[string]int{"hp": 1, "[1].hp": 2} {
		g := span.NewGatherer(full, 40)
		for range packets {
			require.NoError(t, g.Add(packet))
		}

		f := g.File()
		place, err := f.Find(path(t, at))
		require.NoError(t, err)
		v, _, err := f.Value(place)
		require.NoError(t, err)
		require.Equal(t, variant.Int(7), v)

		var got [][]byte
		for _, b := range f.Packets() {
			got = append(got, b)
		}
		require.Equal(t, slices.Repeat([][]byte{packet}, packets), got)

		for i := range f.Packets() {
			require.Zero(t, i)
			break
		}
	}
}

// TestWhole: Open returns ErrWhole for a damaged record, a repeated key, an incomplete frame and an
// empty file.
func TestWhole(t *testing.T) {
	good := saved(t, frame.U32, 2)
	_, err := span.Open(good, 0, frame.U32, full, 40)
	require.NoError(t, err)

	damaged := bytes.Clone(good)
	damaged[4] = 0xFF
	twice := bytes.Replace(good, []byte("bag\x00"), []byte("hp\x00\x00"), 1)
	twice = bytes.Replace(twice, []byte("\x03\x00\x00\x00hp"), []byte("\x02\x00\x00\x00hp"), 1)

	for name, b := range map[string][]byte{
		"damaged": damaged, "twice": twice, "cut": good[:len(good)-1], "empty": nil,
	} {
		_, err := span.Open(b, 0, frame.U32, full, 40)
		require.ErrorIs(t, err, span.ErrWhole, name)
	}
}

// TestAllocated: finding a value in 2 MB allocates memory only for the spans of the parts.
func TestAllocated(t *testing.T) {
	const name = "an item with a name, a text and more of it to read"
	items := make([]variant.Variant, 20_000)
	for i := range items {
		items[i] = variant.NewDictionary(
			variant.KV("n", variant.Int(i)), variant.KV("name", variant.String(name)))
	}

	all := variant.NewArray(items...)
	b := testkit.Encode(t, full, variant.NewDictionary(variant.KV("items", all)))
	require.Greater(t, len(b), 2_000_000)
	at := path(t, "items[-1].n")

	const most = 1 << 20
	n := testkit.LeastAllocated(most, func() {
		f, err := span.Open(b, 0, frame.None, full, span.Window)
		require.NoError(t, err)
		place, err := f.Find(at)
		require.NoError(t, err)
		require.Equal(t, "$.items[19999]", place.Path.String())
	})
	require.LessOrEqual(t, n, uint64(most))
}
