package main

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/protobuf/types/known/structpb"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
)

// TestTrips runs the work that bench measures: every candidate writes every workload and reads it
// back. A candidate that reuses memory does not allocate in the average of ten runs. One run may
// allocate, because the garbage collector may have emptied a pool.
func TestTrips(t *testing.T) {
	reusing := []string{"godotvariant, structs reused", "floor, structs reused"}

	for _, w := range workloads() {
		packet := testkit.Must(codec.Encode(w.value))
		forms := 0

		for _, l := range locals() {
			name := l.name + ", " + w.name
			trip := testkit.Must(l.trip(w))

			if trip.encode != nil {
				forms++
				b := testkit.Must(trip.encode())
				assert.NotEmpty(t, b, name)
				if isGodot(l.name) {
					assert.True(t, bytes.Equal(packet, b), "%s: the bytes of the library", name)
				}
				if strings.HasSuffix(l.name, "reused") {
					assert.Zero(t, allocations(trip.encode), "encode: "+name)
				}
			}

			if trip.decode != nil {
				forms++
				v := testkit.Must(trip.decode())
				assert.True(t, assert.ObjectsAreEqual(plain(trip.value), plain(v)), name)
				if slices.Contains(reusing, l.name) {
					assert.Zero(t, allocations(trip.decode), "decode: "+name)
				}
			}
		}

		assert.GreaterOrEqual(t, forms, 27, w.name)
	}
}

// allocations returns the average number of allocations of a call.
func allocations[T any](work func() (T, error)) float64 {
	return testing.AllocsPerRun(10, func() { _, _ = work() })
}

// isGodot reports whether the candidate with this name writes Godot's format.
func isGodot(name string) bool {
	format, _, _ := strings.Cut(name, ",")
	return slices.Contains([]string{"godotvariant", "floor", "copy", "copy to new memory"}, format)
}

// plain makes values from different formats comparable: all numbers become float64, and all maps
// become map[any]any.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		return convert(v, plain)
	case *structpb.Value:
		return plain(v.AsInterface())
	case string, []byte, bool, nil:
		return v
	}

	r := reflect.ValueOf(v)
	switch {
	case r.CanInt():
		return float64(r.Int())
	case r.CanUint():
		return float64(r.Uint())
	case r.CanFloat():
		return r.Float()
	case r.Kind() != reflect.Map:
		return v
	}

	m := map[any]any{}
	for key, value := range r.Seq2() {
		m[key.Interface()] = plain(value.Interface())
	}

	return m
}

// TestFloorRefuses: the floor returns errors for a packet that is too short or too long, and for
// text that is not UTF-8.
func TestFloorRefuses(t *testing.T) {
	for _, w := range workloads() {
		packet := testkit.Must(codec.Encode(w.value))
		form := floorForms()[w.name]
		damaged := [][]byte{append(bytes.Clone(packet), 0, 0, 0, 0)}
		for _, n := range []int{0, 3, 4, 7, 8, 11, 12, len(packet) / 2, len(packet) - 4,
			len(packet) - 1} {
			damaged = append(damaged, packet[:min(n, len(packet)-1)])
		}

		for _, b := range damaged {
			_, err := floorDecode(b)
			assert.ErrorIs(t, err, errFloor, "%s, %d bytes", w.name, len(b))
			err = whole(form.take(b, w.godot()))
			assert.ErrorIs(t, err, errFloor, "%s, %d bytes", w.name, len(b))
		}
	}

	for _, s := range []string{"\xff", "a text with \xff in it"} {
		_, err := floorDecode(putString(nil, s))
		assert.ErrorIs(t, err, errFloor)
		assert.ErrorIs(t, whole(takeText(putString(nil, s), new(string))), errFloor)
		assert.ErrorIs(t, whole(takeTexts(putTexts(nil, []string{s}), new([]string))), errFloor)
	}
}

// TestFloorNumbers: the floor, the codec in floor.go, writes a number in 4 or 8 bytes. It chooses
// the same length as package codec.
func TestFloorNumbers(t *testing.T) {
	sameForm(t, putInt, takeInt, 0, -1, 1<<31-1, 1<<31, -1<<31, -1<<31-1, 1<<63-1)
	sameForm(t, putFloat, takeFloat, 0, 0.5, 0.1, -1e300, 1<<24)
}

func sameForm[T any](
	t *testing.T, put func([]byte, T) []byte, take func([]byte) (T, []byte), numbers ...T,
) {
	for _, n := range numbers {
		b := put(nil, n)
		assert.Equal(t, testkit.Must(codec.Marshal(n)), b, "%v", n)
		back, rest := take(b)
		assert.Equal(t, n, back)
		assert.NoError(t, whole(rest))
	}
}
