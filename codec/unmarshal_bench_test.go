package codec_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// The way between bytes and structs beside the way through a tree of values.

func benchmarkGo[T any](b *testing.B, v variant.Variant) {
	packet, err := codec.Encode(v)
	require.NoError(b, err)
	var value T
	require.NoError(b, codec.Unmarshal(packet, &value))
	buf := make([]byte, 0, 2*len(packet))

	run := func(name string, step func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(packet)))
			b.ReportAllocs()
			live := make([]byte, liveHeap)
			for b.Loop() {
				if err := step(); err != nil {
					b.Fatal(err)
				}
			}
			_ = live[0]
		})
	}

	run("Unmarshal", func() error {
		var fresh T
		return codec.Unmarshal(packet, &fresh)
	})

	run("UnmarshalReused", func() error { return codec.Unmarshal(packet, &value) })
	run("DecodeFromVariant", func() error {
		v, err := codec.Decode(packet)
		if err != nil {
			return err
		}
		var fresh T
		return codec.FromVariant(v, &fresh)
	})

	run("Marshal", func() error {
		_, err := codec.Marshal(&value)
		return err
	})

	run("AppendMarshal", func() error {
		_, err := codec.AppendMarshal(buf[:0], &value)
		return err
	})

	run("ToVariantEncode", func() error {
		v, err := codec.ToVariant(&value)
		if err != nil {
			return err
		}
		_, err = codec.Encode(v)
		return err
	})
}

func BenchmarkGoEntity(b *testing.B) { benchmarkGo[workloads.GoEntity](b, workloads.Entity(1)) }
func BenchmarkGoScene100(b *testing.B) {
	benchmarkGo[[]workloads.GoEntity](b, workloads.Scene(100))
}

// BenchmarkUnmarshalFloat32 takes vectors of single precision as they are, into
// the same slice, beside a copy of their bytes.
func BenchmarkUnmarshalFloat32(b *testing.B) {
	packet, err := codec.Encode(workloads.Packed[packed.PackedVector3Array](100_000,
		workloads.Vector))
	require.NoError(b, err)
	b.Run("memmove", func(b *testing.B) {
		dst := make([]byte, len(packet))
		benchmarkStep(b, len(packet), func() error {
			copy(dst, packet)
			return nil
		})
	})

	for _, dst := range []any{new([]float32), new([][3]float32), new([]math.Vector3)} {
		b.Run(strings.TrimPrefix(reflect.TypeOf(dst).String(), "*"), func(b *testing.B) {
			benchmarkStep(b, len(packet), func() error { return codec.Unmarshal(packet, dst) })
		})
	}
}
