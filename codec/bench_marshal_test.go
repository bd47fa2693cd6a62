package codec_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
)

// The way between bytes and Go's own types, with the workloads of the other
// benchmarks.

// goEntrance is entrance for a Go value: fresh makes an empty one, filled is a
// full one.
type goEntrance func(packet []byte, fresh func() any, filled any) (step func() error)

// benchmarkGoTypes times an entrance with every workload. With marshal, workloads are
// left out whose Go value is marshaled as another type: a slice of numbers is a
// packed array and never an Array.
func benchmarkGoTypes(b *testing.B, marshal bool, open goEntrance) {
	live := make([]byte, liveHeap)
	for _, w := range workloads.All() {
		packet, err := codec.Encode(w.Value)
		require.NoError(b, err)
		filled := w.New()
		require.NoError(b, codec.Unmarshal(packet, filled))
		again, err := codec.Marshal(filled)
		require.NoError(b, err)

		if marshal && !bytes.Equal(packet, again) {
			continue
		}

		b.Run(w.Name, func(b *testing.B) {
			benchmarkStep(b, len(packet), open(packet, w.New, filled))
		})
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
