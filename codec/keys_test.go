package codec_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// measuredKeys maps the name of each file of pairs of keys to the dialect of the engine that was
// measured.
var measuredKeys = map[string]*variant.Dialect{"keys-3.2.txt": codec.Godot3,
	"keys-4.6.txt": codec.Godot4}

// A keyPair has the packets of two keys, and the number of keys that a dictionary of the engine has
// after both were added.
type keyPair struct {
	a, b []byte
	keys int
}

func loadKeys(t *testing.T, name string) (all []keyPair) {
	vectors.Lines(t, name, func(_ int, line []byte) {
		var p keyPair
		_, err := fmt.Sscanf(string(line), "%x %x %d", &p.a, &p.b, &p.keys)
		require.NoError(t, err)
		all = append(all, p)
	})
	return all
}

// bothKeys returns the packet of a dictionary with both keys, and with n other keys between them.
func bothKeys(c *codec.Codec, a, b []byte, n int) []byte {
	packet, _ := c.Encode(variant.Dictionary{})
	binary.LittleEndian.PutUint32(packet[4:], uint32(n+2))
	packet = slices.Concat(packet, a, words(2, 1))
	for i := range n {
		packet = append(packet, words(2, 1000+uint32(i), 2, 0)...)
	}
	return slices.Concat(packet, b, words(2, 2))
}

// checkKeys requires that a decoded dictionary has as many keys as the dictionary of the engine.
func checkKeys(t *testing.T, d *variant.Dialect, p keyPair) {
	c, strict := in(d), settings{Dialect: d}.In(codec.Strict)
	a, b := testkit.Decode(t, c, p.a), testkit.Decode(t, c, p.b)
	for _, n := range []int{0, 20} { // few keys are compared one by one, many are in a hash table
		packet := bothKeys(c, p.a, p.b, n)
		got := testkit.Decode(t, c, packet).(variant.Dictionary)
		if p.keys+n != got.Len() {
			t.Errorf("%s: %x and %x are %d keys in %v, want %d", d.Name(), p.a, p.b, got.Len()-n,
				got, p.keys)
			return
		}

		requireSameBits(t, c, a, got.Pairs[0].Key)
		if p.keys == 2 {
			requireSameBits(t, c, b, got.Pairs[n+1].Key)
		}

		first, last := variant.Variant(variant.Int(1)), got.Pairs[got.Len()-1].Value
		if p.keys == 1 {
			first, last = variant.Int(2), first
		}

		assert.Equal(t, first, got.Pairs[0].Value)
		if n == 0 && p.keys == 2 {
			assert.Equal(t, variant.Int(2), last)
		}

		_, err := strict.Decode(packet)
		assert.Equal(t, err, strict.Valid(packet))
		if strict.Valid(p.a) == nil && strict.Valid(p.b) == nil {
			assert.Equal(t, p.keys == 1, errors.Is(err, variant.ErrDuplicateKey), "%v", err)
		}
	}

	if d.Spec().Keys == dialect.KeysByContent {
		if (p.keys == 1) != variant.KeyEqual(a, b) || (p.keys == 1) != variant.KeyEqual(b, a) {
			t.Errorf("KeyEqual of %v and %v, which are %d keys", a, b, p.keys)
		}
		found := variant.NewDictionary(variant.Pair{Key: a}).Has(b)
		assert.Equal(t, p.keys == 1, found, "%v has the key %v", a, b)
	}
}

// TestMeasuredKeys decodes every pair of keys that was tried in an engine.
func TestMeasuredKeys(t *testing.T) {
	n := 0
	for file, d := range measuredKeys {
		for _, p := range loadKeys(t, file) {
			checkKeys(t, d, p)
			n++
		}
	}
	require.Equal(t, 9712, n)
}

// TestNeverOneKey: two objects are always two different keys, even if they have the same ID, as in
// the engines. In Godot 3, two empty dictionaries are also two different keys.
func TestNeverOneKey(t *testing.T) {
	object := objects.Object{ID: 5}
	for _, row := range []struct {
		dialect *variant.Dialect
		key     variant.Variant
	}{{codec.Godot3, object}, {codec.Godot4, object}, {codec.Pandemonium5, object},
		{codec.Godot3, variant.Dictionary{}}} {
		d := variant.NewDictionary(variant.Pair{Key: row.key, Value: variant.Int(1)},
			variant.Pair{Key: row.key, Value: variant.Int(2)})
		for _, mode := range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
			c := settings{Dialect: row.dialect}.In(mode)
			packet := testkit.Encode(t, c, d)
			require.NoError(t, c.Valid(packet))
			got := testkit.Decode(t, c, packet)
			testkit.RequireEqual(t, d, got)
			require.Equal(t, packet, testkit.Encode(t, c, got))
		}
	}
}

// TestLiveKeys: the engine adds the two keys of each recorded pair to an empty Dictionary. The
// Dictionary must then have the recorded number of keys.
func TestLiveKeys(t *testing.T) { live.Each(t, checkLiveKeys) }

func checkLiveKeys(t *testing.T, e live.Engine) {
	var pairs []keyPair
	for file, d := range measuredKeys {
		if d == e.Dialect {
			pairs = loadKeys(t, file)
		}
	}

	var file strings.Builder
	for _, p := range pairs {
		fmt.Fprintf(&file, "%x %x\n", p.a, p.b)
	}

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "keys.txt"), []byte(file.String()), 0o644))

	n := 0
	for _, line := range e.Run(t, e.Script("testdata/live/keys"), dir) {
		var keys int
		if _, err := fmt.Sscanf(line, "keys %d", &keys); err != nil {
			continue
		}

		require.Less(t, n, len(pairs))
		require.Equal(t, pairs[n].keys, keys, "%x and %x", pairs[n].a, pairs[n].b)
		n++
	}

	require.Equal(t, len(pairs), n)
}

// TestRepeatedKeyOfField: a Dictionary has the key of a field as a String and as a StringName, and
// may repeat both. Unmarshal sets the field to the same value as Decode followed by FromVariant. In
// Pandemonium the String and the StringName are two keys, and a repeated key keeps its place. In
// Godot 4 they are one key.
func TestRepeatedKeyOfField(t *testing.T) {
	a, name := variant.String("a"), variant.StringName("a")
	for _, row := range []struct {
		keys                []variant.Variant // their values are 1, 2, 3 and so on
		godot4, pandemonium int
	}{
		{[]variant.Variant{a, name}, 2, 2},
		{[]variant.Variant{a, a, name}, 3, 3},
		{[]variant.Variant{a, name, name}, 3, 3},
		{[]variant.Variant{a, name, a}, 3, 2},
		{[]variant.Variant{name, a, name}, 3, 2},
		{[]variant.Variant{name, a, name, a}, 4, 4},
		{[]variant.Variant{a, name, a, a, a}, 5, 2},
	} {
		var pairs []variant.Pair
		for i, key := range row.keys {
			pairs = append(pairs, pair(key, variant.Int(i+1)))
		}

		for c, want := range map[*codec.Codec]int{
			in(codec.Godot4): row.godot4, in(codec.Pandemonium5): row.pandemonium,
		} {
			packet, err := c.Encode(variant.Dictionary{Pairs: pairs})
			require.NoError(t, err)

			var got struct{ A int }
			require.NoError(t, c.Unmarshal(packet, &got))
			assert.Equal(t, want, got.A, "%v, %v", row.keys, c.Options().Dialect)
			checkUnmarshal(t, c, packet, &got)

			list, err := c.Encode(variant.NewArray(variant.Dictionary{Pairs: pairs}))
			require.NoError(t, err)
			var many []struct{ A int }
			require.NoError(t, c.Unmarshal(list, &many))
			assert.Equal(t, want, many[0].A, "%v, %v", row.keys, c.Options().Dialect)
		}
	}
}
