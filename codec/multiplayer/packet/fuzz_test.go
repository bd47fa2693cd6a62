package packet_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/internal/test/recorded"
	"godotvariant/internal/test/testkit"
)

var damagedCount = flag.Int("damaged", 20_000, "how many damaged packets TestDamagedPackets makes")

// FuzzParse: no packet makes Decode panic. If Decode accepts a packet, Append writes this packet,
// and Decode reads the written bytes as the same packet.
func FuzzParse(f *testing.F) {
	packets4, packets3 := recorded.Packets(f, 200)
	for i := 0; i < len(packets4); i += 50 {
		f.Add(packets4[i], byte(0))
	}
	for i := 0; i < len(packets3); i += 20 {
		f.Add(packets3[i], byte(4))
	}

	var formats []*packet.Codec
	for _, p := range packet.Protocols() {
		formats = append(formats, recorded.Codec(f, p))
	}
	f.Fuzz(func(t *testing.T, b []byte, which byte) {
		stable(t, formats[int(which)%len(formats)], b)
	})
}

// stable decodes b, encodes the packet, and decodes and encodes it again. Both encodings must have
// equal bytes. It reports whether Decode has accepted b.
func stable(t *testing.T, f *packet.Codec, b []byte) bool {
	p, err := f.Decode(b)
	if err != nil {
		require.Nil(t, p)
		return false
	}

	once := must(f.Append(nil, p))
	require.Equal(t, once, must(f.Append(nil, must(f.Decode(once)))), "% x", b)
	return true
}

// TestDamagedPackets gives Decode damaged packets. Decode does not panic. The function stable
// checks the packets that Decode accepts. The flag -damaged 10000000 tries ten million packets. The
// test logs how many packets it tries in a second.
func TestDamagedPackets(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	packets4, packets3 := recorded.Packets(t, 1<<12)
	f4, f3 := recorded.Codec(t, packet.Godot4), recorded.Codec(t, packet.Godot3)

	begin, accepted, size := time.Now(), 0, 0
	for range *damagedCount {
		f, all := f4, packets4
		if random.IntN(8) == 0 {
			f, all = f3, packets3
		}
		b := recorded.Damage(random, all[random.IntN(len(all))])
		size += len(b)
		if stable(t, f, b) {
			accepted++
		}
	}

	seconds := time.Since(begin).Seconds()
	t.Logf("%d packets, %d accepted, %.0f packets and %.1f MB a second",
		*damagedCount, accepted, float64(*damagedCount)/seconds, float64(size)/seconds/1e6)
	require.Greater(t, accepted, *damagedCount/20)
}

// TestParseMemory: Decode allocates at most 8 KiB, plus 64 bytes for each byte of a packet.
func TestParseMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	packets4, _ := recorded.Packets(t, 1<<16)
	f := recorded.Codec(t, packet.Godot4)

	bools := append([]byte{6, 1, 0, 2, 0, 0, 0, 0, 0, 1, 0}, slices.Repeat([]byte{1}, 1<<16)...)
	nils := append([]byte{0, 1, 0, 255}, make([]byte, 4*255)...)
	states := slices.Concat([]byte{6, 1, 0}, slices.Repeat([]byte{2, 0, 0, 0, 1, 0, 0, 0, 1}, 5000))
	worst := [][]byte{bools, nils, states}
	for i, b := range append(worst, packets4[:min(3000, len(packets4))]...) {
		if i >= len(worst) {
			b = recorded.Damage(random, b)
		}

		_, _ = f.Decode(b) // the first call for a kind of packet also fills pools
		used := testkit.Allocated(func() { _, _ = f.Decode(b) })
		require.LessOrEqual(t, used, uint64(64*len(b)+8<<10), "%.100x", b)
	}
}
