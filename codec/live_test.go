package codec_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	gdtext "godotvariant/codec/text"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A liveValue is a value that the scripts of the engines can build too.
type liveValue struct {
	name  string
	value variant.Variant
}

// liveValues returns the values to exchange with an engine: first for packets without full objects,
// then for packets with full objects. Each value is in the result four times: without a container,
// as an item, as a value and as a key.
func liveValues(t *testing.T, d *variant.Dialect) (all [2][]liveValue) {
	for _, row := range tableRows(t, "testdata/live/everything.txt") {
		engines, full := strings.CutSuffix(row[0], " full")
		if d == codec.Godot3 && engines == "4" {
			continue
		}

		v, err := gdtext.Parse(row[2], allDigits)
		require.NoError(t, err, row[1])

		kind := 0
		if full {
			kind = 1
		}

		for _, around := range []variant.Variant{v, variant.NewArray(v, variant.Int(1)),
			variant.NewDictionary(variant.KV("k", v)),
			variant.NewDictionary(pair(v, variant.Int(1)))} {
			all[kind] = append(all[kind], liveValue{row[1], around})
		}
	}

	return all
}

// liveHandles returns the values that refer to an object of an engine. For Godot 4 it also returns
// an empty Callable, because a Callable with an object cannot be represented in Go.
func liveHandles(d *variant.Dialect, id uint64) []variant.Variant {
	if d == codec.Godot3 {
		return []variant.Variant{objects.Object{ID: id}}
	}
	return []variant.Variant{objects.Object{ID: id}, objects.Signal{Name: "hit", Object: id},
		objects.Callable{}}
}

// liveWays are the names of the ways in which the scripts encode and decode values: first without
// full objects, then with full objects.
var liveWays = map[*variant.Dialect][2][]string{
	codec.Godot3: {{"var2bytes", "Marshalls", "put_var", "store_var"},
		{"full", "full Marshalls", "full put_var", "full store_var"}},
	codec.Godot4: {{"var_to_bytes", "encode_var", "Marshalls", "put_var", "store_var"},
		{"full", "full encode_var", "full store_var"}},
}

// TestLive exchanges values of all types with real engines, in both directions and in each way that
// a script can use. The scripts compare the values with values that they built.
func TestLive(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		dir := t.TempDir()
		send := func(way string, full bool, values ...liveValue) {
			var file []byte
			for _, v := range values {
				file = live.Frame(file, testkit.Encode(t, e.Codec(full), v.value))
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, "go."+way), file, 0o644))
		}

		all := liveValues(t, e.Dialect)
		var end []string
		for full, ways := range liveWays[e.Dialect] {
			for _, way := range ways {
				send(way, full == 1, all[full]...)
				end = append(end, "end "+way)
			}
		}

		var handles []liveValue
		for _, v := range liveHandles(e.Dialect, 1234) {
			handles = append(handles, liveValue{value: v})
		}
		send("handles", false, handles...)

		printed := e.Run(t, e.Script("testdata/live/everything"), dir)
		id, err := strconv.ParseUint(strings.TrimPrefix(printed[len(printed)-1], "ID "), 10, 64)
		require.NoError(t, err, "%v", printed)
		assert.ElementsMatch(t, end, printed[:len(printed)-1])

		classes := counts{}
		for full, ways := range liveWays[e.Dialect] {
			for _, way := range ways {
				path := filepath.Join(dir, "engine."+way)
				packets := live.Frames(t, path)
				require.Len(t, packets, len(all[full]), way)

				for i, want := range all[full] {
					name := way + ", " + want.name
					classes[checkLive(t, e.Codec(full == 1), name, packets[i], want.value)]++
				}
			}
		}

		classes.log(t)

		want := liveHandles(e.Dialect, id)
		for i, packet := range live.Frames(t, filepath.Join(dir, "engine.handles")) {
			testkit.RequireEqual(t, want[i], testkit.Decode(t, e.Codec(false), packet))
		}
	})
}

// checkLive requires that a packet of an engine decodes to the wanted value. It returns the
// differences between this packet and ours. An engine writes all properties of an object, so an
// object may have more properties than the wanted object.
func checkLive(t *testing.T, c *codec.Codec, name string, packet []byte,
	want variant.Variant) string {
	t.Helper()
	got := testkit.Decode(t, c, packet)
	require.NoError(t, c.Valid(packet), name)

	if !testkit.HoldsObject(want) {
		testkit.RequireEqual(t, want, got)
		return bytesClass(t, packet, testkit.Encode(t, c, want), name)
	}

	require.Equal(t, packet, testkit.Encode(t, c, got), name)
	theirs := objectsIn(got)
	for i, o := range objectsIn(want) {
		require.Equal(t, o.Class, theirs[i].Class, name)
		for _, p := range o.Properties {
			value, ok := theirs[i].Get(p.Name)
			require.True(t, ok, "%s: %s", name, p.Name)
			testkit.RequireEqual(t, p.Value, value)
		}
	}

	return "objects with more properties"
}

// bytesClass requires that two packets are equal, except for padding, where our packet has zeros.
// It returns the class of the difference.
func bytesClass(t *testing.T, theirs, ours []byte, name string) string {
	t.Helper()
	if bytes.Equal(theirs, ours) {
		return same
	}

	require.Len(t, ours, len(theirs), name)
	for i := range ours {
		require.True(t, ours[i] == theirs[i] || ours[i] == 0, "%s\nours   % x\ntheirs % x", name,
			ours, theirs)
	}

	return zeroPadding
}

// objectsIn returns the objects in v, in their order.
func objectsIn(v variant.Variant) (all []objects.Object) {
	for _, part := range tree.Walk(v) {
		if o, ok := part.(objects.Object); ok {
			all = append(all, o)
		}
	}
	return all
}

// TestFreshVectors decodes the packets of an engine for random values, which differ in each run,
// and encodes the values again. The bytes must be the same.
func TestFreshVectors(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		seed, _ := live.Random(t)
		classes, seen := counts{}, map[variant.Type]int{}
		for _, v := range e.Fresh(t, seed, live.Count()) {
			c := e.Codec(v.Full)
			classes[bytesClass(t, v.Hex, testkit.Encode(t, c, v.Value), v.VarToStr)]++
			require.NoError(t, c.Valid(v.Hex))
			for _, part := range tree.Walk(v.Value) {
				seen[part.Type()]++
			}
		}

		classes.log(t)
		for _, typ := range e.Dialect.Spec().Types {
			assert.Positive(t, seen[typ], "%v", typ)
		}
	})
}

// TestFreshValues makes an engine decode random values, which differ in each run, and encode them
// again. If the bytes differ, the engine has lost something in a known way.
func TestFreshValues(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		seed, rng := live.Random(t)
		s := settings{Dialect: e.Dialect}

		var questions []live.Question
		for len(questions) < live.Count() {
			questions = append(questions,
				live.Question{Value: random.New(s, random.Bytes(rng, 600)).Value()})
		}

		classes := counts{}
		for i, a := range e.Ask(t, questions) {
			v := a.Question.Value
			ours := testkit.Encode(t, e.Codec(false), v)
			if bytes.Equal(ours, a.Vector.Hex) {
				classes[same]++
				continue
			}

			lost, known := explain(s, v, ours, a.Vector.Hex)
			if !known {
				t.Errorf("seed %d, value %d:\nours   % x\ntheirs % x\n%#v", seed, i, ours,
					[]byte(a.Vector.Hex), v)
			}

			for class := range strings.SplitSeq(lost, and) {
				classes[class]++
			}
		}

		classes.log(t)
		assert.Greater(t, classes[same], live.Count()/4)
	})
}

// counts has the number of values or packets in each class. A class says how the results of an
// engine and of package codec differ.
type counts map[string]int

func (c counts) log(t testing.TB) {
	t.Helper()
	for _, class := range slices.Sorted(maps.Keys(c)) {
		t.Logf("%7d %s", c[class], class)
	}
}
