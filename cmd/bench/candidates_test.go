package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/structpb"

	"godotvariant/codec"
)

// TestTrips runs what is timed: every candidate writes and reads back every workload.
func TestTrips(t *testing.T) {
	for _, w := range workloads() {
		packet, err := codec.Encode(w.value)
		require.NoError(t, err)

		forms := 0
		for _, l := range locals() {
			name := l.name + ", " + w.name
			trip, err := l.trip(w)
			require.NoError(t, err, name)

			if trip.encode != nil {
				forms++
				b, err := trip.encode()
				require.NoError(t, err, name)
				assert.NotEmpty(t, b, name)

				if isGodot(l.name) {
					assert.True(t, bytes.Equal(packet, b), "%s: the bytes of the library", name)
				}
			}

			if trip.decode != nil {
				forms++
				v, err := trip.decode()
				require.NoError(t, err, name)
				assert.True(t, assert.ObjectsAreEqual(plain(trip.value), plain(v)), name)
			}
		}

		assert.GreaterOrEqual(t, forms, 27, w.name)
	}
}

// TestReused: a candidate that reuses memory does not allocate. The average of ten runs hides the
// pools that the collector empties.
func TestReused(t *testing.T) {
	for _, w := range workloads() {
		for _, l := range locals() {
			trip, err := l.trip(w)
			require.NoError(t, err)

			name := l.name + ", " + w.name
			if trip.encode != nil && strings.HasSuffix(l.name, "reused") {
				assert.Zero(t, testing.AllocsPerRun(10, func() {
					_, _ = trip.encode()
				}), "encode: "+name)
			}

			if trip.decode != nil &&
				(l.name == "godotvariant, structs reused" || l.name == "floor, structs reused") {
				assert.Zero(t, testing.AllocsPerRun(10, func() {
					_, _ = trip.decode()
				}), "decode: "+name)
			}
		}
	}
}

// isGodot reports whether a candidate writes Godot's format.
func isGodot(name string) bool {
	format, _, _ := strings.Cut(name, ",")
	return slices.Contains([]string{"godotvariant", "floor", "copy", "copy to new memory"}, format)
}

// plain removes the differences between formats: the types of numbers and of maps.
func plain(v any) any {
	switch v := v.(type) {
	case int8:
		return float64(v)
	case int16:
		return float64(v)
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case uint16:
		return float64(v)
	case uint32:
		return float64(v)
	case uint64:
		return float64(v)
	case float32:
		return float64(v)
	case []any:
		return convert(v, plain)

	case map[string]any:
		m := map[any]any{}
		for key, value := range v {
			m[key] = plain(value)
		}
		return m

	case map[any]any:
		m := map[any]any{}
		for key, value := range v {
			m[key] = plain(value)
		}
		return m

	case *structpb.Value:
		return plain(v.AsInterface())
	default:
		return v
	}
}

// TestFloorRefuses: the floor has no limits, but it is a codec: a packet that is too short or too
// long, and text that is not UTF-8, are errors.
func TestFloorRefuses(t *testing.T) {
	for _, w := range workloads() {
		packet, err := codec.Encode(w.value)
		require.NoError(t, err)
		form := floorForms()[w.name]

		lengths := []int{0, 3, 4, 7, 8, 11, 12, len(packet) / 2, len(packet) - 4, len(packet) - 1}
		for _, n := range lengths {
			n = min(n, len(packet)-1)
			_, err := floorDecode(packet[:n])
			assert.ErrorIs(t, err, errFloor, "%s, %d bytes", w.name, n)
			assert.ErrorIs(t, whole(form.take(packet[:n], w.godot())), errFloor, "%s, %d bytes",
				w.name, n)
		}

		longer := append(packet, 0, 0, 0, 0)
		_, err = floorDecode(longer)
		assert.ErrorIs(t, err, errFloor, w.name)
		assert.ErrorIs(t, whole(form.take(longer, w.godot())), errFloor, w.name)
	}

	for _, s := range []string{"\xff", "a text with \xff in it"} {
		_, err := floorDecode(putString(nil, s))
		assert.ErrorIs(t, err, errFloor)
		assert.ErrorIs(t, whole(takeText(putString(nil, s), new(string))), errFloor)
		assert.ErrorIs(t, whole(takeTexts(putTexts(nil, []string{s}), new([]string))), errFloor)
	}
}

// TestFloorNumbers: the floor chooses the same form of a number as the library.
func TestFloorNumbers(t *testing.T) {
	for _, n := range []int64{0, -1, 1<<31 - 1, 1 << 31, -1 << 31, -1<<31 - 1, 1<<63 - 1} {
		b := putInt(nil, n)
		want, err := codec.Marshal(n)
		require.NoError(t, err)
		assert.Equal(t, want, b, "%d", n)
		back, rest := takeInt(b)
		assert.Equal(t, n, back)
		assert.NoError(t, whole(rest))
	}

	for _, x := range []float64{0, 0.5, 0.1, -1e300, 1 << 24} {
		b := putFloat(nil, x)
		want, err := codec.Marshal(x)
		require.NoError(t, err)
		assert.Equal(t, want, b, "%g", x)
		back, rest := takeFloat(b)
		assert.Equal(t, x, back)
		assert.NoError(t, whole(rest))
	}
}
