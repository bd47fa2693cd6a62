package codec_test

import (
	"bytes"
	"io"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/workloads"
	"godotvariant/variant"
)

// BenchmarkWays measures the functions that encode, decode or check packets, each with the same
// values. For comparison, it also measures a plain copy of the bytes. To print a table:
//
//	go test ./codec -run '^$' -bench . -count 10 | tee new.txt
//	benchstat -col /way new.txt    # one column for each function
//	benchstat old.txt new.txt      # before and after
//
// The speed of a processor changes every few minutes. This often changes the results by more than
// an improvement does. So compare functions of the same run, on a machine that does nothing else.
func BenchmarkWays(b *testing.B) {
	for _, w := range workloads.All() {
		m := newMoved(b, w.Value, codec.Options{})
		m.fresh = w.New
		m.filled = w.New()
		require.NoError(b, codec.Unmarshal(m.packet, m.filled))
		m.benchmark(b, w.Name, ways)
	}
}

// moved has the value that a benchmark encodes and decodes, and the memory for the results.
type moved struct {
	codec   *codec.Codec
	value   variant.Variant
	packet  []byte
	payload []byte     // packet without header and count
	fresh   func() any // makes an empty Go value
	filled  any        // a Go value with the data

	dst     []byte // long enough for the packet
	kept    []byte // result of AllocMemmove; in a field, so that the copy is not on the stack
	encoder *codec.Encoder
	decoder *codec.Decoder
	frame   []byte
	stream  *bytes.Reader // stream of the decoder
}

func newMoved(t testing.TB, v variant.Variant, o codec.Options) *moved {
	c := codec.MustNew(o)
	packet := testkit.Encode(t, c, v)
	m := &moved{codec: c, value: v, packet: packet, payload: bytes.Clone(packet[8:]),
		dst: make([]byte, 0, 2*len(packet)), frame: append(word(len(packet)), packet...),
		stream: new(bytes.Reader)}

	m.encoder = c.NewEncoder(io.Discard, codec.FrameU32)
	m.decoder = c.NewDecoder(m.stream, codec.FrameU32)
	return m
}

// A way is a function to measure, such as Codec.Encode. It encodes, decodes or copies the data
// once.
type way struct {
	name string
	move func(m *moved) error
}

// ways lists the functions that BenchmarkWays measures. TestAllocationCounts does not use the last
// three, which only copy bytes.
var ways = []way{
	{"Encode", func(m *moved) error { _, err := m.codec.Encode(m.value); return err }},
	{"Append", func(m *moved) error { _, err := m.codec.Append(m.dst, m.value); return err }},
	{"Decode", func(m *moved) error { _, err := m.codec.Decode(m.packet); return err }},
	{"Unmarshal", func(m *moved) error { return m.codec.Unmarshal(m.packet, m.fresh()) }},
	{"UnmarshalReused", func(m *moved) error { return m.codec.Unmarshal(m.packet, m.filled) }},
	{"Marshal", func(m *moved) error { _, err := m.codec.Marshal(m.filled); return err }},

	{"AppendMarshal", func(m *moved) error {
		_, err := m.codec.AppendMarshal(m.dst, m.filled)
		return err
	}},
	{"Valid", func(m *moved) error { return m.codec.Valid(m.packet) }},
	{"Encoder", func(m *moved) error { return m.encoder.Encode(m.value) }},
	{"EncoderMarshal", func(m *moved) error { return m.encoder.Marshal(m.filled) }},
	{"DecoderUnmarshal", func(m *moved) error {
		m.stream.Reset(m.frame)
		return m.decoder.Unmarshal(m.filled)
	}},
	{"Decoder", func(m *moved) error {
		m.stream.Reset(m.frame)
		_, err := m.decoder.Decode()
		return err
	}},

	// A copy of the bytes is the lower bound for Append.
	{"Memmove", func(m *moved) error { copy(m.dst[:len(m.packet)], m.packet); return nil }},
	// The lower bound for packed arrays is a copy of their bytes to their place in a packet, which
	// is after the header and the count. In its page of memory, the destination has an offset that
	// is 8 bytes greater than the offset of the source. This is the worst case for a copy: loads
	// wait for stores that seem to be to the same address.
	{"MemmoveToPacket", func(m *moved) error {
		copy(m.dst[8:len(m.packet)], m.payload)
		return nil
	}},
	// A copy to new memory is the lower bound for Encode and Decode.
	{"AllocMemmove", func(m *moved) error { m.kept = bytes.Clone(m.packet); return nil }},
}

// benchmark measures each way. It keeps 64 MiB in use, because a program with a codec has other
// data too. With an empty heap the garbage collector would run every 4 MiB, and an allocation would
// cost up to twice as much.
func (m *moved) benchmark(b *testing.B, name string, ways []way) {
	live := make([]byte, 64<<20)

	for _, way := range ways {
		b.Run("way="+way.name+"/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(m.packet)))
			b.ReportAllocs()
			for b.Loop() {
				if err := way.move(m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}

	runtime.KeepAlive(live)
}

// TestAllocationCounts compares the numbers of allocations of the functions in ways with the
// recorded numbers. The test also fails if a number is lower than recorded. Values and texts of
// several packets share blocks of memory, so these numbers are averages, rounded down. Functions
// that reuse memory allocate nothing, and a Decoder allocates as often as Decode. The workload
// scene100 has the option Finite, which adds no allocation.
func TestAllocationCounts(t *testing.T) {
	if testkit.Raced || purego {
		t.Skip("the race detector empties the pools, and reflection allocates")
	}

	counts := map[string][6]float64{
		//            Encode, Append, Decode, Unmarshal, UnmarshalReused, Marshal
		"vector3":     {1, 0, 0, 1, 0, 1},
		"entity":      {1, 0, 4, 2, 0, 1},
		"scene100":    {1, 0, 442, 106, 0, 1},
		"ints1000":    {1, 0, 17, 2, 0, 1},
		"vec3arr1000": {1, 0, 49, 2, 0, 1},
		"strings1000": {1, 0, 64, 33, 0, 1},
		"pvec3_100k":  {1, 0, 2, 2, 0, 1},
		"pbyte_1M":    {1, 0, 2, 2, 0, 1},
		"pint32_256k": {1, 0, 2, 2, 0, 1},
		"pf64_128k":   {1, 0, 2, 2, 0, 1},
		"pstr_10k":    {1, 0, 10, 10, 0, 1},
	}

	for _, w := range workloads.All() {
		m := newMoved(t, w.Value, codec.Options{Finite: w.Name == "scene100"})
		m.fresh = w.New
		m.filled = w.New()
		require.NoError(t, codec.Unmarshal(m.packet, m.filled))

		runs := 20
		if len(m.packet) > 64<<10 {
			runs = 3
		}

		var got [12]float64
		for i := range got {
			got[i] = testkit.AllocsPerRun(runs, func() { assert.NoError(t, ways[i].move(m)) })
		}

		want := counts[w.Name]
		assert.Equal(t, append(want[:], 0, 0, 0, 0, 0, want[2]), got[:], w.Name)
	}
}
