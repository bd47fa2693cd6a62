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

// The benchmarks move the same values through every entrance of the codec, and their bytes
// through a plain copy, which is the floor. For a table:
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

// moved is what a benchmark moves: a value, its packet, its Go value, and a maker of an empty one.
type moved struct {
	value  variant.Variant
	packet []byte
	filled any
	fresh  func() any
}

// entrance makes the function that a benchmark times.
type entrance func(m moved) (step func() error)

// benchmark times one entrance with every workload.
func benchmark(b *testing.B, open entrance) {
	live := make([]byte, liveHeap)
	for _, w := range workloads.All() {
		b.Run(w.Name, func(b *testing.B) {
			packet, err := codec.Encode(w.Value)
			require.NoError(b, err)
			filled := w.New()
			require.NoError(b, codec.Unmarshal(packet, filled))
			benchmarkStep(b, len(packet), open(moved{w.Value, packet, filled, w.New}))
		})
	}
	runtime.KeepAlive(live)
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

// Encode and Marshal make a new slice for every packet, and Append and AppendMarshal use one buffer.
// A slice of numbers is marshaled as a packed array and never as an Array.

func BenchmarkEncode(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		return func() error { _, err := codec.Encode(m.value); return err }
	})
}

func BenchmarkAppend(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		dst := make([]byte, 0, len(m.packet))
		return func() error { _, err := codec.Append(dst, m.value); return err }
	})
}

func BenchmarkMarshal(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		return func() error { _, err := codec.Marshal(m.filled); return err }
	})
}

func BenchmarkAppendMarshal(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		dst := make([]byte, 0, 2*len(m.packet))
		return func() error { _, err := codec.AppendMarshal(dst, m.filled); return err }
	})
}

func BenchmarkDecode(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		return func() error { _, err := codec.Decode(m.packet); return err }
	})
}

// BenchmarkValid only checks the packets.
func BenchmarkValid(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		return func() error { return codec.Valid(m.packet) }
	})
}

// BenchmarkUnmarshal makes a new Go value of every packet, and BenchmarkUnmarshalReused puts every
// packet into the same one.
func BenchmarkUnmarshal(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		return func() error { return codec.Unmarshal(m.packet, m.fresh()) }
	})
}

func BenchmarkUnmarshalReused(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		return func() error { return codec.Unmarshal(m.packet, m.filled) }
	})
}

// BenchmarkEncoder writes frames to a stream.
func BenchmarkEncoder(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		enc := codec.NewEncoder(io.Discard, codec.FrameU32)
		return func() error { return enc.Encode(m.value) }
	})
}

// BenchmarkDecoder reads values from a stream of frames.
func BenchmarkDecoder(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		frame := append(word(len(m.packet)), m.packet...)
		stream := new(bytes.Reader)
		dec := codec.NewDecoder(stream, codec.FrameU32)
		return func() error {
			stream.Reset(frame)
			_, err := dec.Decode()
			return err
		}
	})
}

// BenchmarkMemmove is the floor of BenchmarkAppend: a copy of the packet's bytes.
func BenchmarkMemmove(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		dst := make([]byte, len(m.packet))
		return func() error { copy(dst, m.packet); return nil }
	})
}

// BenchmarkMemmoveToPacket is the same for the bytes behind header and count, which a
// packed array has at the start of its memory. Eight bytes further in a page is the
// worst place for a copy: loads wait for stores that seem to be to the same address.
func BenchmarkMemmoveToPacket(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		payload, dst := bytes.Clone(m.packet[8:]), make([]byte, len(m.packet))
		return func() error { copy(dst[8:], payload); return nil }
	})
}

// BenchmarkAllocMemmove is the floor of BenchmarkEncode and BenchmarkDecode: a
// copy of the packet's bytes to new memory.
func BenchmarkAllocMemmove(b *testing.B) {
	benchmark(b, func(m moved) func() error {
		kept := make([][]byte, 1) // a copy that nobody keeps may be put on the stack
		return func() error { kept[0] = bytes.Clone(m.packet); return nil }
	})
}

// BenchmarkOptions writes, reads and checks what the quickest loops are not made for, and
// BenchmarkGrowth scenes of more and more entities.
func BenchmarkOptions(b *testing.B) {
	ints := variant.ElementType{Type: variant.TypeInt}
	typed := workloads.Array(1000, workloads.Int)
	typed.Elem = &ints

	table := variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}, Value: &ints}
	for i := range 1000 {
		table.Pairs = append(table.Pairs, variant.KV(workloads.Text(i), workloads.Int(i)))
	}

	rows := workloads.Array(1000, func(i int) variant.Variant {
		return variant.NewTypedArray(ints, workloads.Int(i), workloads.Int(i+1), workloads.Int(i+2))
	})

	benchmarkCodec(b, "typed_ints1000", typed, codec.Options{})
	benchmarkCodec(b, "typed_dict1000", table, codec.Options{})
	benchmarkCodec(b, "typed_arrays1000", rows, codec.Options{})
	benchmarkCodec(b, "double_scene100", workloads.Scene(100),
		codec.Options{Precision: codec.Double})
	benchmarkCodec(b, "exact_scene100", workloads.Scene(100), codec.Options{Exact: true})
}

func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10_000} {
		benchmarkCodec(b, "entities="+strconv.Itoa(n), workloads.Scene(n), codec.Options{})
	}
}

func benchmarkCodec(b *testing.B, name string, v variant.Variant, o codec.Options) {
	c, live := codec.MustNew(o), make([]byte, liveHeap)
	packet, err := c.Encode(v)
	require.NoError(b, err)
	dst := make([]byte, 0, len(packet))

	for way, step := range map[string]func() error{
		"Append": func() error { _, err := c.Append(dst, v); return err },
		"Decode": func() error { _, err := c.Decode(packet); return err },
		"Valid":  func() error { return c.Valid(packet) },
	} {
		b.Run(way+"/"+name, func(b *testing.B) { benchmarkStep(b, len(packet), step) })
	}

	runtime.KeepAlive(live)
}
