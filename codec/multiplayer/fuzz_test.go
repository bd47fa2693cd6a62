package multiplayer_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/internal/testkit"
)

var damagedCount = flag.Int("damaged", 20_000, "how many damaged packets TestDamagedPackets makes")

// recorded returns packets that engines sent, of Godot 4 and of Godot 3, without those that are
// longer than most.
func recorded(t testing.TB, most int) (packets4, packets3 [][]byte) {
	for _, file := range []string{
		"rpc-4.6.jsonl", "cache-4.6.jsonl", "sys-4.6.jsonl", "replication-4.6.jsonl",
	} {
		for _, row := range rows[struct{ Out []message }](t, file) {
			for _, m := range row.Out {
				packets4 = append(packets4, m.Data)
			}
		}
	}
	for _, row := range rows[answer](t, "answers-4.6.jsonl") {
		packets4 = append(packets4, row.Hex)
	}
	for _, row := range rows[struct{ Frames []frame }](t, "rpc-3.2.jsonl") {
		for _, f := range row.Frames {
			if len(f.data) > 9 {
				packets3 = append(packets3, f.data[9:])
			}
		}
	}

	long := func(b []byte) bool { return len(b) > most }
	return slices.DeleteFunc(packets4, long), slices.DeleteFunc(packets3, long)
}

// FuzzParse: no packet makes Parse panic, and what it accepts is written in a form that it reads as
// the same packet.
func FuzzParse(f *testing.F) {
	packets4, packets3 := recorded(f, 200)
	for i := 0; i < len(packets4); i += 50 {
		f.Add(packets4[i], byte(0))
	}
	for i := 0; i < len(packets3); i += 20 {
		f.Add(packets3[i], byte(4))
	}

	var formats []*multiplayer.Format
	for _, p := range multiplayer.Protocols() {
		formats = append(formats, format(f, p))
	}
	f.Fuzz(func(t *testing.T, b []byte, which byte) {
		stable(t, formats[int(which)%len(formats)], b)
	})
}

// stable holds the property of FuzzParse. It reports whether the packet was accepted.
func stable(t *testing.T, f *multiplayer.Format, b []byte) bool {
	p, err := f.Parse(b)
	if err != nil {
		require.Nil(t, p)
		return false
	}

	once, err := f.Append(nil, p)
	require.NoError(t, err, "% x", b)
	again, err := f.Parse(once)
	require.NoError(t, err, "% x", b)
	twice, err := f.Append(nil, again)
	require.NoError(t, err, "% x", b)
	require.Equal(t, once, twice, "% x", b)
	return true
}

// FuzzReceive: no packets make a World panic, and it keeps no more than its limits allow.
func FuzzReceive(f *testing.F) {
	lists, setups := map[int][]method{}, []answer{}
	for _, a := range rows[answer](f, "answers-4.6.jsonl") {
		switch {
		case a.List != 0:
			lists[a.List] = a.methods(f)
		case a.Packets != nil:
			setups = append(setups, a)
		default:
			f.Add([]byte(a.Hex), byte(len(setups)), byte(a.From))
		}
	}

	f.Fuzz(func(t *testing.T, b []byte, which, from byte) {
		m := setups[int(which)%len(setups)].machine(t, lists)
		for len(b) > 0 {
			n := min(len(b), max(1, int(b[0])))
			m.took(m.Receive(int32(from), multiplayer.Message{Data: b[:n]}))
			b = b[n:]
		}
		m.took(m.Poll())
		require.LessOrEqual(t, len(m.entities), 1025)
	})
}

// damage changes a packet at some places.
func damage(random *rand.Rand, b []byte) []byte {
	b = slices.Clone(b)
	for range 1 + random.IntN(3) {
		if len(b) == 0 {
			return b
		}

		at := random.IntN(len(b))
		switch random.IntN(7) {
		case 0:
			b[at] ^= 1 << random.IntN(8)
		case 1:
			b[at] = byte(random.Uint32())
		case 2:
			b = b[:at]
		case 3:
			b = slices.Insert(b, at, byte(random.Uint32()))
		case 4:
			b = slices.Delete(b, at, at+1)
		case 5:
			for i := range min(4, len(b)-at) {
				b[at+i] = 0xff
			}
		case 6:
			b = append(b, b[:at]...)
		}
	}
	return b
}

// TestDamagedPackets gives Parse and a World damaged packets: no panic, what is accepted is stable,
// and memory grows with the packet. -damaged 1000000 makes more, and logs the rate.
func TestDamagedPackets(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	packets4, packets3 := recorded(t, 1<<12)
	f4, f3 := format(t, multiplayer.Godot4), format(t, multiplayer.Godot3)

	lists, machines := map[int][]method{}, []*machine{}
	for _, a := range rows[answer](t, "answers-4.6.jsonl") {
		switch {
		case a.List != 0:
			lists[a.List] = a.methods(t)
		case a.Packets != nil:
			machines = append(machines, a.machine(t, lists))
		}
	}

	begin, accepted, size := time.Now(), 0, 0
	for range *damagedCount {
		f, all := f4, packets4
		if random.IntN(8) == 0 {
			f, all = f3, packets3
		}
		b := damage(random, all[random.IntN(len(all))])
		size += len(b)
		if stable(t, f, b) {
			accepted++
		}

		m := machines[random.IntN(len(machines))]
		m.errors, m.calls, m.out, m.signals = nil, nil, nil, nil
		m.took(m.Receive(int32(1+random.IntN(3)), multiplayer.Message{Data: b}))
	}

	seconds := time.Since(begin).Seconds()
	t.Logf("%d packets, %d accepted, %.0f packets and %.1f MB a second",
		*damagedCount, accepted, float64(*damagedCount)/seconds, float64(size)/seconds/1e6)
	require.Greater(t, accepted, *damagedCount/20)
}

// TestParseMemory: Parse allocates at most 64 bytes for each byte of a packet, and 8 KiB.
func TestParseMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	packets4, _ := recorded(t, 1<<16)
	f := format(t, multiplayer.Godot4)

	bools := append([]byte{6, 1, 0, 2, 0, 0, 0, 0, 0, 1, 0}, slices.Repeat([]byte{1}, 1<<16)...)
	nils := append([]byte{0, 1, 0, 255}, make([]byte, 4*255)...)
	states := slices.Concat([]byte{6, 1, 0}, slices.Repeat([]byte{2, 0, 0, 0, 1, 0, 0, 0, 1}, 5000))
	worst := [][]byte{bools, nils, states}
	for i, b := range append(worst, packets4[:min(3000, len(packets4))]...) {
		if i >= len(worst) {
			b = damage(random, b)
		}

		used := testkit.Allocated(func() { _, _ = f.Parse(b) })
		require.LessOrEqual(t, used, uint64(64*len(b)+8<<10), "%.100x", b)
	}
}
