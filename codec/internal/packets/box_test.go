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

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/variant"
)

// TestBoxes: values of each type whose length is fixed are what the type's own Decode makes of the
// packet, which a trace calls.
func TestBoxes(t *testing.T) {
	f := format(t, everyType(nil))
	boxed := 0
	for typ, prototype := range allTypes {
		of := reflect.TypeOf(prototype)
		if of.PkgPath() != reflect.TypeFor[gdmath.Vector3]().PkgPath() {
			continue
		}

		packet, err := f.Append(nil, prototype)
		require.NoError(t, err)
		for i := 4; i < len(packet); i += 4 {
			binary.LittleEndian.PutUint32(packet[i:], math.Float32bits(float32(i)+0.5))
		}

		var own variant.Variant
		_, err = f.Trace(packet, func(e wire.Event) { own, _ = e.Value.(variant.Variant) })
		require.NoError(t, err)
		v, err := f.Decode(packet)
		require.NoError(t, err)
		assert.True(t, v == own, "%v: %v and not %v", typ, v, own)

		if n := len(packet)/4 - 1; n <= 4 && int(of.Size()) == 8*n {
			boxed++
		}
	}

	assert.Equal(t, 7, boxed, "types of 2, 3 and 4 real_t numbers")
}

func vector(i int) gdmath.Vector3 { return gdmath.Vector3{X: float64(i), Y: 0.5, Z: -float64(i)} }

// manyKinds has all that lies in blocks, different for each i.
func manyKinds(i int) variant.Variant {
	text := strings.Repeat(string(rune('a'+i%26)), i%70)
	return variant.NewArray(variant.Int(i<<10), variant.Int(i)<<40, variant.Float(i)+0.5,
		variant.Float(i)/3, str(text), variant.StringName(text),
		variant.NewDictionary(variant.KV("vector", vector(i))), vector(i+1))
}

// TestValuesInBlocksStay: values stay what they are while others are read next to them and the
// collector runs.
func TestValuesInBlocksStay(t *testing.T) {
	f := format(t, everyType(nil))
	var all sync.WaitGroup
	for g := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			var kept []variant.Variant
			for i := range 500 {
				packet, err := f.Append(nil, manyKinds(g*500+i))
				if !assert.NoError(t, err) {
					return
				}

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

// TestHeldPartsHoldLittle: holding one part of a packet holds less than 4 KiB, whether the packet
// is long or one of many, and whatever texts Go values get in between.
func TestHeldPartsHoldLittle(t *testing.T) {
	f := format(t, everyType(nil))
	text := []byte(strings.Repeat("y", 60))
	between := func(r *wire.Reader) {
		for range 8 {
			_ = r.Share(text)
		}
		r.Skip(4)
	}

	for _, v := range []variant.Variant{variant.Int(1 << 20), variant.Float(0.5), vector(1),
		str("text"), str(strings.Repeat("x", 33)), str(strings.Repeat("x", 64))} {
		for _, n := range []int{1000, 1} {
			packet, err := f.Append(nil, variant.NewArray(slices.Repeat([]variant.Variant{v}, n)...))
			require.NoError(t, err)
			held := make([]variant.Variant, 500)
			before := heap()

			for i := range held {
				for range max(1, 32/n) { // so that each is in another block
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

// heap returns how many bytes are in use.
func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
