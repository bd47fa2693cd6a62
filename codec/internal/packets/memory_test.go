package packets_test

import (
	"encoding/binary"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/builtin"
	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/variant"
)

// decodeAllocs returns the number of allocations of decoding v. It decodes v twice before it
// measures.
func (f *format) decodeAllocs(v variant.Variant) float64 {
	if testkit.Raced {
		f.t.Skip("the race detector empties the pools")
	}

	packet := f.encode(v)
	f.decode(packet)
	f.decode(packet)
	return testing.AllocsPerRun(100, func() { _, _ = f.Decode(packet) })
}

// TestValidationAllocatesNothing: valid data of any type is validated and written without an
// allocation.
func TestValidationAllocatesNothing(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	f := every(t, mode(forms.Strict))
	for _, v := range append([]variant.Variant{
		variant.NewTypedArray(of(variant.TypeInt), one),
		variant.NewTypedArray(objectsOf("Node", "")),
		typedKeys(of(variant.TypeString), kv("a", one), kv("b", str("é"))),
	}, allTypes...) {
		packet, buf := f.encode(v), make([]byte, 0, 256)
		require.NoError(t, f.Valid(packet))
		assert.Zero(t, testing.AllocsPerRun(100, func() { _ = f.Valid(packet) }), "%#v", v)
		assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = f.Append(buf, v) }), "%#v", v)
	}
}

// TestRepeatedKeysCostNothing: if the previous dictionary had the same keys, the keys need no
// memory. This holds for up to 32 keys of up to 32 bytes, down to a depth of 8.
func TestRepeatedKeysCostNothing(t *testing.T) {
	texts := func(n, size int) (pairs []variant.Pair) {
		for i := range n {
			pairs = append(pairs, kv(strings.Repeat(string(rune('!'+i)), size), one))
		}
		return pairs
	}

	deep := func(levels int) variant.Variant {
		v := variant.Variant(dict(kv("key", one)))
		for range levels - 1 {
			v = dict(kv("key", v))
		}
		return v
	}

	for _, c := range []struct {
		v         variant.Variant
		dicts     float64 // number of dictionaries; each allocates a slice and an interface
		forgotten float64 // allocations for keys that are not kept
	}{
		{dict(texts(10, 3)...), 1, 0}, {dict(texts(32, 32)...), 1, 0},
		{dict(texts(33, 3)...), 1, 2}, {dict(texts(1, 36)...), 1, 2}, {deep(8), 8, 0},
		{deep(9), 9, 2}, {typedKeys(of(variant.TypeString), texts(10, 3)...), 1.5, 0},
	} {
		assert.Equal(t, 2*c.dicts+c.forgotten, every(t).decodeAllocs(c.v), "%v", c.v)
	}
}

// TestBoxes: decoding the packet of a type of package math gives the same value as the Decode
// method of the type, which reads the payload.
func TestBoxes(t *testing.T) {
	f := every(t)
	boxed := 0
	for _, prototype := range allTypes {
		of := reflect.TypeOf(prototype)
		if of.PkgPath() != reflect.TypeFor[gdmath.Vector3]().PkgPath() {
			continue
		}

		packet := f.encode(prototype)
		for i := 4; i < len(packet); i += 4 {
			binary.LittleEndian.PutUint32(packet[i:], math.Float32bits(float32(i)+0.5))
		}

		var own any
		err := packets.Read(f.Format, packet, packets.Alone, func(r *wire.Reader) {
			require.True(t, r.NextPayload(prototype.Type(), variant.TypeNil))
			own, _ = prototype.Decode((*variant.Reader)(r))
			r.LeavePayload()
		})
		require.NoError(t, err)
		assert.Equal(t, own, any(f.decode(packet)))

		if n := len(packet)/4 - 1; n <= 4 && int(of.Size()) == 8*n {
			boxed++
		}
	}

	assert.Equal(t, 7, boxed, "types of 2, 3 and 4 real_t numbers")
}

// TestBoxesAreWritten: values of the types of package math, alone or in containers, are written as
// the same bytes that their own methods Encode write. To get the bytes of the methods, the test
// uses a format with the option Exact, which calls them. The test includes NaN with a payload, and
// values that do not fit into the buffer.
func TestBoxesAreWritten(t *testing.T) {
	f, each := every(t), every(t, func(s *settings) { s.Exact = true })
	require.EqualValues(t, 3, f.Headers[variant.TypeVector3].Reals)

	for _, prototype := range allTypes {
		of := reflect.TypeOf(prototype)
		if of.PkgPath() != reflect.TypeFor[gdmath.Vector3]().PkgPath() {
			continue
		}

		empty := f.encode(prototype)
		made := func(i int, nan uint32) variant.Variant {
			packet := slices.Clone(empty)
			for at := 4; at < len(packet); at += 4 {
				binary.LittleEndian.PutUint32(packet[at:], math.Float32bits(float32(i+at)+0.5))
			}
			if nan != 0 {
				binary.LittleEndian.PutUint32(packet[4+4*i%(len(packet)-4):], nan)
			}
			return f.decode(packet)
		}

		for n := range 7 {
			var items []variant.Variant
			for i := range n {
				items = append(items, made(i, 0), made(i, 0x7f800001), made(i, 0xffc12345))
			}

			other := slices.Insert(slices.Clone(items), len(items)/2, str("other"))
			typed := variant.NewTypedArray(variant.ElementType{Type: prototype.Type()}, items...)

			for _, v := range []variant.Variant{list(items...), list(other...), typed,
				list(append([]variant.Variant{vector(1), vector(2)}, items...)...),
				dict(kv("a", prototype), kv("b", list(items...)))} {
				want := each.encode(v)
				for _, room := range []int{0, 30, len(want) - 1, len(want)} {
					got, err := f.Append(make([]byte, 0, room), v)
					require.NoError(t, err)
					require.Equal(t, want, got, "%v with room for %d bytes", v, room)
				}
			}
		}
	}
}

// ownVector is a Vector3 type of the program. It has the same layout in memory as a Vector3, but is
// written differently.
type ownVector struct{ X, Y, Z float64 }

func (ownVector) Type() variant.Type { return variant.TypeVector3 }

func (v ownVector) Encode(w *variant.Writer) error {
	w.Reals(v.Z, v.X, v.Y)
	return w.Err()
}

func (ownVector) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, ownVector{r.Real(), r.Real(), r.Real()})
}

// TestReplacedTypesAreNoBoxes: the struct ownVector has the TypeVector3 and the memory layout of a
// Vector3. But an ownVector is written by its own method Encode, and a Vector3 by the method of
// Vector3. This holds for a format that decodes TypeVector3 to a Vector3, and for a format that
// decodes it to an ownVector.
func TestReplacedTypesAreNoBoxes(t *testing.T) {
	replaced := &format{builtin.Format(forms.Settings{Dialect: every(t).Dialect}, ownVector{}), t}
	own := ownVector{1, 2, 3}
	vector := gdmath.Vector3{X: 3, Y: 1, Z: 2}
	want := every(t).encode(list(vector, vector, vector))

	for _, f := range []*format{every(t), replaced} {
		for _, v := range []variant.Variant{list(own, own, own), list(vector, own, vector),
			list(own, vector, own)} {
			assert.Equal(t, want, f.encode(v), "%v", v)
		}
	}
}

// manyKinds returns values of all kinds that are stored in blocks. They differ for each i.
func manyKinds(i int) variant.Variant {
	text := strings.Repeat(string(rune('a'+i%26)), i%70)
	return list(variant.Int(i<<10), variant.Int(i)<<40, variant.Float(i)+0.5,
		variant.Float(i)/3, str(text), variant.StringName(text),
		dict(kv("vector", vector(i))), vector(i+1))
}

// TestValuesInBlocksStay: values do not change while other values are read into the same blocks and
// the garbage collector runs.
func TestValuesInBlocksStay(t *testing.T) {
	f := every(t)
	var all sync.WaitGroup
	for g := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			var kept []variant.Variant
			for i := range 500 {
				packet, err := f.Append(nil, manyKinds(g*500+i))
				assert.NoError(t, err)
				v, err := f.Decode(packet)
				assert.NoError(t, err)
				kept = append(kept, v)
				clear(packet)

				if i%100 == 0 {
					runtime.GC()
				}
			}

			for i, v := range kept {
				assert.True(t, variant.Equal(manyKinds(g*500+i), v), "%v", v)
			}
		}()
	}

	all.Wait()
}

// TestHeldPartsHoldLittle: if a program keeps one part of each packet, less than 4 KiB stay in
// memory for each part. This holds for long packets, and for many packets with other texts between
// them.
func TestHeldPartsHoldLittle(t *testing.T) {
	f := every(t)
	text := []byte(strings.Repeat("y", 60))
	between := func(r *reader) {
		for range 8 {
			_ = r.Share(text)
		}
		r.Skip(4)
	}

	for _, v := range []variant.Variant{variant.Int(1 << 20), variant.Float(0.5), vector(1),
		str("text"), str(strings.Repeat("x", 33)), str(strings.Repeat("x", 64))} {
		for _, n := range []int{1000, 1} {
			packet := f.encode(list(slices.Repeat([]variant.Variant{v}, n)...))
			held := make([]variant.Variant, 500)
			before := heap()

			for i := range held {
				for range max(1, 32/n) { // then at most two values in held share a block
					a, err := f.Decode(packet)
					require.NoError(t, err)
					held[i] = a.(variant.Array).Items[i%n]
					require.NoError(t, packets.Read(f.Format, words(0), true, between))
				}
			}

			each := (heap() - before) / len(held)
			assert.Less(t, each, 4<<10, "%v, one of %d", v, n)
			runtime.KeepAlive(held)
		}
	}
}

// heap returns the number of bytes of the heap that are in use.
func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
