package multiplayer_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/internal/test/recorded"
)

var damagedCount = flag.Int("damaged", 20_000, "how many damaged packets TestDamagedPackets makes")

// machines returns a function for each setup in the recording answers-4.6. The function makes a
// World that has already received the packets of the setup. The result packets has the rows with
// a single packet.
func machines(t testing.TB) (makers []func(*testing.T) *machine, packets []answer) {
	lists := map[int][]method{}
	for _, a := range recorded.Rows[answer](t, "answers-4.6.jsonl") {
		switch {
		case a.List != 0:
			lists[a.List] = a.methods(t)
		case a.Packets != nil:
			makers = append(makers, func(t *testing.T) *machine { return a.machine(t, lists) })
		default:
			packets = append(packets, a)
		}
	}
	return makers, packets
}

// FuzzReceive: no packet makes a World panic, and a World keeps no more than its limits allow.
func FuzzReceive(f *testing.F) {
	makers, packets := machines(f)
	for i, a := range packets {
		f.Add([]byte(a.Hex), byte(i), byte(a.From))
	}

	f.Fuzz(func(t *testing.T, b []byte, which, from byte) {
		m := makers[int(which)%len(makers)](t)
		for len(b) > 0 {
			n := min(len(b), max(1, int(b[0])))
			m.took(m.Receive(int32(from), transport.Message{Data: b[:n]}))
			b = b[n:]
		}
		m.took(m.Poll())
		require.LessOrEqual(t, len(m.entities), 1025)
	})
}

// TestDamagedPackets gives Worlds damaged packets. They do not panic, and keep no more than their
// limits allow. The flag -damaged 10000000 tries ten million packets. The test logs how many
// packets it tries in a second.
func TestDamagedPackets(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	packets, _ := recorded.Packets(t, 1<<12)
	makers, _ := machines(t)
	var worlds []*machine
	for _, newMachine := range makers {
		worlds = append(worlds, newMachine(t))
	}

	begin := time.Now()
	for range *damagedCount {
		b := recorded.Damage(random, packets[random.IntN(len(packets))])
		m := worlds[random.IntN(len(worlds))]
		m.errors, m.calls, m.out, m.signals = nil, nil, nil, nil
		m.took(m.Receive(int32(1+random.IntN(3)), transport.Message{Data: b}))
		require.LessOrEqual(t, len(m.entities), 1025)
	}

	seconds := time.Since(begin).Seconds()
	t.Logf("%d packets, %.0f a second", *damagedCount, float64(*damagedCount)/seconds)
}
