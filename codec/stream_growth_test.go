package codec_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

// nullArray is the packet of an Array of n Nils.
func nullArray(n int) []byte {
	b := make([]byte, 8+4*n)
	copy(b, []byte{28, 0, 0, 0})
	binary.LittleEndian.PutUint32(b[4:], uint32(n))
	return b
}

// TestD1FrameNoneGrowth: a packet of 1.28 MB whose length is not known costs about as much
// as one in a frame. It is not read part by part.
func TestD1FrameNoneGrowth(t *testing.T) {
	const n = 320_000
	packet := nullArray(n)
	read := func(r io.Reader, f codec.Framing) {
		v, err := codec.NewDecoder(r, f).Decode()
		require.NoError(t, err)
		require.Len(t, v.(variant.Array).Items, n)
	}

	reads := asked{r: bytes.NewReader(packet)}
	read(&reads, codec.FrameNone)
	require.Less(t, len(reads.sizes), 20)

	frame := records(binary.LittleEndian, string(packet))
	bare := func() { read(bytes.NewReader(packet), codec.FrameNone) }
	framed := func() { read(bytes.NewReader(frame), codec.FrameU32) }
	require.LessOrEqual(t, testkit.Allocated(bare), 2*testkit.Allocated(framed))
	skipTimes(t)
	requireRatio(t, 2, framed, bare, "FrameNone is slower than FrameU32")
}

// repeated returns the same packet again and again, as long as no read goes past its end.
type repeated struct {
	t      testing.TB
	packet []byte
	at     int
}

func (r *repeated) Read(b []byte) (int, error) {
	if len(b) > len(r.packet)-r.at && !r.t.Failed() {
		r.t.Fatal("a read past the packet")
	}
	n := copy(b, r.packet[r.at:])
	r.at = (r.at + n) % len(r.packet)
	return n, nil
}

// TestD1SteadyState: once its buffer is large enough, a Decoder allocates only the value.
func TestD1SteadyState(t *testing.T) {
	if raced {
		t.Skip("the race detector makes pools forget")
	}

	c := codec.MustNew(codec.Options{})
	for _, n := range []int{0, 1000, 100_000} {
		packet := nullArray(n)
		value := allocsPerRun(100, func() { _, _ = c.Decode(packet) })
		for f, input := range map[codec.Framing][]byte{
			codec.FrameNone: packet, codec.FrameU32: records(binary.LittleEndian, string(packet)),
		} {
			d := c.NewDecoder(&repeated{t: t, packet: input}, f)
			requireNext(t, d, variant.NewArray(make([]variant.Variant, n)...))
			assert.Equal(t, value, allocsPerRun(100, func() {
				_, _ = d.Decode()
			}), "%v, %d items", f, n)
			require.NoError(t, d.Err())
		}
	}
}

// TestD1BufferIsBounded: however a packet arrives, the buffer has at most twice the bytes
// that arrived, or MaxFrame.
func TestD1BufferIsBounded(t *testing.T) {
	for _, maxFrame := range []int{0, 100_000} {
		c := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: maxFrame}})
		for n := 1000; n < 24_000; n += 1000 {
			d := c.NewDecoder(bytes.NewReader(nullArray(n)), codec.FrameNone)
			_, err := d.Decode()
			require.NoError(t, err)
			most := 2 * len(d.Packet())

			if maxFrame > 0 {
				most = min(most, maxFrame)
			}

			assert.LessOrEqual(t, cap(d.Packet()), max(most, 4<<10))
		}
	}
}

// TestD1ReadsNoFurther: with FrameNone no byte after a packet is read, whatever is in it,
// although the parts that are still to come are asked for at once.
func TestD1ReadsNoFurther(t *testing.T) {
	check := func(c *codec.Codec, packet []byte) {
		t.Helper()
		if len(packet) == 0 || c.Valid(packet) != nil {
			return
		}
		_, err := c.NewDecoder(&repeated{t: t, packet: packet}, codec.FrameNone).Decode()
		require.NoError(t, err)
	}

	for _, mode := range modes {
		for _, r := range recorded {
			plain := codec.MustNew(codec.Options{Dialect: r.dialect, Precision: r.precision,
				Mode: mode})
			full := codec.MustNew(codec.Options{Dialect: r.dialect, Precision: r.precision,
				Mode: mode, FullObjects: true})
			for _, v := range vectors.Load(t, r.file) {
				check(plain, v.Hex)
				check(full, v.Hex)
			}
		}

		random := rand.New(rand.NewPCG(14, 1))
		for _, s := range allSettings {
			c := s.in(mode)
			for range 500 {
				packet, err := s.in(codec.Lenient).Encode(newGenerator(s,
					randomBytes(random, 1000)).value())
				require.NoError(t, err)
				check(c, packet)
			}
		}
	}

	registry := codec.NewRegistry()
	require.NoError(t, registry.Register(debtor(0), 100))
	c := codec.MustNew(codec.Options{Registry: registry})
	check(c, testkit.Encode(t, c, variant.NewArray(debtor(0), variant.String("a"),
		variant.Int(1<<40))))
}

// debtor is a type of a program's own that owes more than it reads.
type debtor int

func (debtor) Type() variant.Type             { return variant.TypeCustom }
func (debtor) Encode(w *variant.Writer) error { w.Int64(1); return w.Err() }
func (debtor) Decode(r *variant.Reader) (variant.Variant, error) {
	d := debtor(r.Int64())
	r.Owe(1000)
	return variant.Result(r, d)
}
