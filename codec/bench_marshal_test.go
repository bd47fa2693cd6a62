package codec_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
)

// The way between bytes and Go's own types, with the workloads of the other
// benchmarks.

// goTypes returns, by workload, what makes a place to unmarshal it to.
func goTypes() map[string]func() any {
	return map[string]func() any{
		"vector3":     func() any { return new(math.Vector3) },
		"entity":      func() any { return new(goEntity) },
		"scene100":    func() any { return new([]goEntity) },
		"ints1000":    func() any { return new([]int) },
		"vec3arr1000": func() any { return new([]math.Vector3) },
		"strings1000": func() any { return new([]string) },
		"pvec3_100k":  func() any { return new([]math.Vector3) },
		"pbyte_1M":    func() any { return new([]byte) },
		"pint32_256k": func() any { return new([]int32) },
		"pf64_128k":   func() any { return new([]float64) },
		"pstr_10k":    func() any { return new([]string) },
	}
}

// goEntrance is entrance for a Go value: fresh makes an empty one, filled is a
// full one.
type goEntrance func(packet []byte, fresh func() any, filled any) (step func() error)

// benchmarkGoTypes times an entrance with every workload. With marshal, workloads are
// left out whose Go value is marshaled as another type: a slice of numbers is a
// packed array and never an Array.
func benchmarkGoTypes(b *testing.B, marshal bool, open goEntrance) {
	live := make([]byte, liveHeap)
	types := goTypes()
	for _, w := range workloads() {
		packet, err := codec.Encode(w.value)
		require.NoError(b, err)
		fresh := types[w.name]
		filled := fresh()
		require.NoError(b, codec.Unmarshal(packet, filled))
		again, err := codec.Marshal(filled)
		require.NoError(b, err)
		if marshal && !bytes.Equal(packet, again) {
			continue
		}
		b.Run(w.name, func(b *testing.B) { benchmarkStep(b, len(packet), open(packet, fresh, filled)) })
	}
	runtime.KeepAlive(live)
}

// BenchmarkMarshal makes a new slice for every packet.
func BenchmarkMarshal(b *testing.B) {
	benchmarkGoTypes(b, true, func(_ []byte, _ func() any, filled any) func() error {
		return func() error {
			_, err := codec.Marshal(filled)
			return err
		}
	})
}

// BenchmarkAppendMarshal writes every packet to the same buffer.
func BenchmarkAppendMarshal(b *testing.B) {
	benchmarkGoTypes(b, true, func(packet []byte, _ func() any, filled any) func() error {
		dst := make([]byte, 0, len(packet))
		return func() error {
			_, err := codec.AppendMarshal(dst, filled)
			return err
		}
	})
}

// BenchmarkUnmarshal makes a new Go value of every packet.
func BenchmarkUnmarshal(b *testing.B) {
	benchmarkGoTypes(b, false, func(packet []byte, fresh func() any, _ any) func() error {
		return func() error { return codec.Unmarshal(packet, fresh()) }
	})
}

// BenchmarkUnmarshalReused puts every packet into the same Go value.
func BenchmarkUnmarshalReused(b *testing.B) {
	benchmarkGoTypes(b, false, func(packet []byte, _ func() any, filled any) func() error {
		return func() error { return codec.Unmarshal(packet, filled) }
	})
}
