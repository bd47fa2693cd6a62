package codec_test

import (
	"bytes"
	"io"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/variant"
)

// The benchmarks move the same eleven values through every entrance of the
// codec, and their bytes through a plain copy, which is the floor. For a table:
//
//	go test ./codec -run '^$' -bench . -count 10 | tee new.txt
//	benchstat -col .name new.txt   # every entrance beside the others
//	benchstat old.txt new.txt      # before and after
//
// Processors change their speed by more than most improvements are worth.
// Compare within one run, on a machine that does nothing else.

// liveHeap is how much memory a benchmark keeps alive besides what it measures,
// as the program around a codec does. With an empty heap the collector runs
// every 4 MiB, and an allocation costs up to twice as much.
const liveHeap = 64 << 20

// entrance makes, of a value and its packet, the function that a benchmark
// times.
type entrance func(v variant.Variant, packet []byte) (step func() error)

// benchmark times one entrance with every workload.
func benchmark(b *testing.B, open entrance) {
	live := make([]byte, liveHeap)
	for _, w := range workloads.All() {
		b.Run(w.Name, func(b *testing.B) { benchmarkValue(b, w.Value, open) })
	}
	runtime.KeepAlive(live)
}

func benchmarkValue(b *testing.B, v variant.Variant, open entrance) {
	packet, err := codec.Encode(v)
	require.NoError(b, err)
	benchmarkStep(b, len(packet), open(v, packet))
}

// benchmarkStep times a step that moves so many bytes.
func benchmarkStep(b *testing.B, size int, step func() error) {
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if err := step(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncode makes a new slice for every packet.
func BenchmarkEncode(b *testing.B) { benchmark(b, encodeFresh) }

func encodeFresh(v variant.Variant, _ []byte) func() error {
	return func() error {
		_, err := codec.Encode(v)
		return err
	}
}

// BenchmarkAppend writes every packet to the same buffer.
func BenchmarkAppend(b *testing.B) { benchmark(b, encodeReused) }

func encodeReused(v variant.Variant, packet []byte) func() error {
	dst := make([]byte, 0, len(packet))
	return func() error {
		_, err := codec.Append(dst, v)
		return err
	}
}

// BenchmarkDecode makes new values of every packet.
func BenchmarkDecode(b *testing.B) { benchmark(b, decodeFresh) }

func decodeFresh(_ variant.Variant, packet []byte) func() error {
	return func() error {
		_, err := codec.Decode(packet)
		return err
	}
}

// BenchmarkValid only checks the packets.
func BenchmarkValid(b *testing.B) {
	benchmark(b, func(_ variant.Variant, packet []byte) func() error {
		return func() error { return codec.Valid(packet) }
	})
}

// BenchmarkOptions writes, reads and checks what the quickest loops are not made for.
func BenchmarkOptions(b *testing.B) {
	live := make([]byte, liveHeap)
	for _, w := range optionWorkloads() {
		c := codec.MustNew(w.options)
		packet, err := c.Encode(w.value)
		require.NoError(b, err)

		dst := make([]byte, 0, len(packet))
		for _, e := range []struct {
			name string
			step func() error
		}{
			{"Append", func() error { _, err := c.Append(dst, w.value); return err }},
			{"Decode", func() error { _, err := c.Decode(packet); return err }},
			{"Valid", func() error { return c.Valid(packet) }},
		} {
			b.Run(e.name+"/"+w.name, func(b *testing.B) { benchmarkStep(b, len(packet), e.step) })
		}
	}

	runtime.KeepAlive(live)
}

// BenchmarkEncoder writes frames to a stream.
func BenchmarkEncoder(b *testing.B) {
	benchmark(b, func(v variant.Variant, _ []byte) func() error {
		enc := codec.NewEncoder(io.Discard, codec.FrameU32)
		return func() error { return enc.Encode(v) }
	})
}

// BenchmarkDecoder reads values from a stream of frames.
func BenchmarkDecoder(b *testing.B) {
	benchmark(b, func(v variant.Variant, _ []byte) func() error {
		var frame bytes.Buffer
		if err := codec.NewEncoder(&frame, codec.FrameU32).Encode(v); err != nil {
			return func() error { return err }
		}
		stream := new(bytes.Reader)
		dec := codec.NewDecoder(stream, codec.FrameU32)
		return func() error {
			stream.Reset(frame.Bytes())
			_, err := dec.Decode()
			return err
		}
	})
}

// BenchmarkMemmove is the floor of BenchmarkAppend: a copy of the packet's bytes.
func BenchmarkMemmove(b *testing.B) {
	benchmark(b, func(_ variant.Variant, packet []byte) func() error {
		dst := make([]byte, len(packet))
		return func() error {
			copy(dst, packet)
			return nil
		}
	})
}

// BenchmarkMemmoveToPacket is the same for the bytes behind header and count, which a
// packed array has at the start of its memory. Eight bytes further in a page is the
// worst place for a copy: loads wait for stores that seem to be to the same address.
func BenchmarkMemmoveToPacket(b *testing.B) {
	benchmark(b, func(_ variant.Variant, packet []byte) func() error {
		payload, dst := bytes.Clone(packet[8:]), make([]byte, len(packet))
		return func() error {
			copy(dst[8:], payload)
			return nil
		}
	})
}

// BenchmarkAllocMemmove is the floor of BenchmarkEncode and BenchmarkDecode: a
// copy of the packet's bytes to new memory.
func BenchmarkAllocMemmove(b *testing.B) {
	benchmark(b, func(_ variant.Variant, packet []byte) func() error {
		kept := make([][]byte, 1) // a copy that nobody keeps may be put on the stack
		return func() error {
			kept[0] = bytes.Clone(packet)
			return nil
		}
	})
}

// BenchmarkGrowth shows how cost grows with work: scenes of more and more
// entities, with the time for one.
func BenchmarkGrowth(b *testing.B) {
	for _, e := range []struct {
		name string
		open entrance
	}{{"Append", encodeReused}, {"Decode", decodeFresh}} {
		b.Run(e.name, func(b *testing.B) {
			live := make([]byte, liveHeap)
			for _, n := range []int{10, 100, 1000, 10_000} {
				b.Run("entities="+strconv.Itoa(n), func(b *testing.B) {
					benchmarkValue(b, workloads.Scene(n), e.open)
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/entity")
				})
			}
			runtime.KeepAlive(live)
		})
	}
}
