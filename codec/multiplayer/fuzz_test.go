package multiplayer_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/internal/recorded"
)

var damagedCount = flag.Int("damaged", 20_000, "how many damaged packets TestDamagedPackets makes")

// FuzzReceive: no packets make a World panic, and it keeps no more than its limits allow.
func FuzzReceive(f *testing.F) {
	lists, setups := map[int][]method{}, []answer{}
	for _, a := range recorded.Rows[answer](f, "answers-4.6.jsonl") {
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

// TestDamagedPackets gives Worlds damaged packets: no panic, and they keep no more than their
// limits allow. -damaged 10000000 makes more, and logs the rate.
func TestDamagedPackets(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	packets, _ := recorded.Packets(t, 1<<12)
	lists, machines := map[int][]method{}, []*machine{}
	for _, a := range recorded.Rows[answer](t, "answers-4.6.jsonl") {
		switch {
		case a.List != 0:
			lists[a.List] = a.methods(t)
		case a.Packets != nil:
			machines = append(machines, a.machine(t, lists))
		}
	}

	begin := time.Now()
	for range *damagedCount {
		b := recorded.Damage(random, packets[random.IntN(len(packets))])
		m := machines[random.IntN(len(machines))]
		m.errors, m.calls, m.out, m.signals = nil, nil, nil, nil
		m.took(m.Receive(int32(1+random.IntN(3)), multiplayer.Message{Data: b}))
		require.LessOrEqual(t, len(m.entities), 1025)
	}

	seconds := time.Since(begin).Seconds()
	t.Logf("%d packets, %.0f a second", *damagedCount, float64(*damagedCount)/seconds)
}
