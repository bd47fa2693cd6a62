package multiplayer_test

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// deaf is a Sender that keeps only the last message.
type deaf struct{ last []byte }

func (d *deaf) Send(_ int32, m transport.Message) error {
	d.last = m.Data
	return nil
}

func (d *deaf) Disconnect(int32) {}

// crowd returns a World with n peers. Their IDs begin at 2.
func crowd(t *testing.T, n int, o multiplayer.Options) *multiplayer.World {
	o.Sender = &deaf{}
	w := multiplayer.New(o)
	for id := range int32(n) {
		must(w.Connect(id + 2))
	}
	return w
}

// cost returns the number of bytes that a function allocates, and the number of allocations.
func cost(do func()) (bytes, count float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc), float64(after.Mallocs - before.Mallocs)
}

// TestManyFaults: a World refuses all parts of a packet. The cost of each refused part is the same
// for packets of any length. The text of the error is short.
func TestManyFaults(t *testing.T) {
	const unknown = packet.NumberBit | 77
	states := func(n int) []byte {
		b := []byte{6, 1, 0}
		for range n {
			b = binary.LittleEndian.AppendUint32(b, unknown)
			b = append(b, 1, 0, 0, 0, 1)
		}
		return b
	}
	changes := func(n int) []byte {
		b := []byte{6 | 1<<4}
		for range n {
			b = binary.LittleEndian.AppendUint32(b, unknown)
			b = append(b, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1)
		}
		return b
	}

	for name, c := range map[string]struct {
		packet func(n int) []byte
		most   int // number of parts that fit in the longest packet
	}{"Sync": {states, 14_000}, "Delta": {changes, 7_700}} {
		t.Run(name, func(t *testing.T) {
			w := crowd(t, 1, multiplayer.Options{})
			measure := func(n int) (bytes, count float64) {
				m := transport.Message{Data: c.packet(n)}
				require.LessOrEqual(t, len(m.Data), 1<<17)

				bytes, count = cost(func() {
					_, err := w.Receive(2, m)
					text := err.Error()
					require.Less(t, len(text), 1<<10)
					ending := fmt.Sprintf("and %d more errors", n-8)
					require.True(t, strings.HasSuffix(text, ending), text)
				})
				return bytes / float64(n), count / float64(n)
			}

			fewBytes, few := measure(c.most / 16)
			manyBytes, many := measure(c.most)
			require.Less(t, manyBytes, 1.5*fewBytes+100)
			require.Less(t, many, 1.1*few)
			require.Less(t, manyBytes, 2000.0)
		})
	}
}

// TestFaultsOfManyReceivers: a filter refuses a packet for each of a thousand clients. The text of
// the error is short.
func TestFaultsOfManyReceivers(t *testing.T) {
	filtered := 0
	refuse := func(r *multiplayer.Relayed) error {
		filtered++
		return fmt.Errorf("from %d to %d: %w", r.From.ID(), r.To.ID(), multiplayer.ErrRefused)
	}
	w := crowd(t, 1000, multiplayer.Options{Relay: &multiplayer.RelayRules{Filter: refuse}})

	bytes, _ := cost(func() {
		err := receive(t, w, 2, packet.Relay{Packet: []byte{3, 0xaa}})
		require.ErrorIs(t, err, multiplayer.ErrRefused)
		require.Less(t, len(err.Error()), 1<<10)
	})
	require.Equal(t, 999, filtered)
	require.Less(t, bytes, 500_000.0)
}

// kept returns how many bytes of memory a function leaves in use.
func kept(do func()) int {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	do()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return int(after.HeapAlloc) - int(before.HeapAlloc)
}

// TestManyShortLives: a peer may give numbers to any number of nodes, if these nodes do not exist
// at the same time.
func TestManyShortLives(t *testing.T) {
	w := crowd(t, 1, multiplayer.Options{Limits: multiplayer.Limits{MaxNumbers: 10}})
	number := func(i int, path string) error {
		return receive(t, w, 2, packet.SimplifyPath{
			Checksum: strings.Repeat("0", 32), Number: uint32(i), Path: path,
		})
	}
	w.Node("Main").Handle(anyPeer("f"), func() {})
	require.NoError(t, number(1, "Main"))
	for i := 2; i < 1000; i++ {
		path := fmt.Sprint("Bullet", i)
		n := w.Node(path)
		require.NoError(t, number(i, path))
		require.NoError(t, w.Remove(n))
	}
	require.NoError(t, receive(t, w, 2, packet.RPC{Node: 1}))

	for i := range 10 { // with Main there are 11 nodes, and the limit is 10
		w.Node(fmt.Sprint("House", i))
	}
	for i := range 9 {
		require.NoError(t, number(1000+i, fmt.Sprint("House", i)))
	}
	require.ErrorIs(t, number(1009, "House9"), variant.ErrLimit)

	require.NoError(t, w.Remove(w.Node("House3")))
	w.Node("House3") // the node exists again, and keeps its number
	require.ErrorIs(t, number(1009, "House9"), variant.ErrLimit)
	require.NoError(t, w.Remove(w.Node("House3")))
	require.NoError(t, number(1009, "House9"))
}

// TestForgottenNumbers: a World with a filter keeps only the node numbers that a client has used
// last, each with the path of its node. The client can't give a forgotten number to another path,
// because other clients may remember the first path.
func TestForgottenNumbers(t *testing.T) {
	var seen string
	see := func(r *multiplayer.Relayed) error {
		seen = r.Node
		return nil
	}
	w := crowd(t, 2, multiplayer.Options{
		Relay: &multiplayer.RelayRules{Filter: see}, Limits: multiplayer.Limits{MaxNumbers: 10},
	})
	relay := func(p packet.Packet) error {
		return receive(t, w, 2, packet.Relay{Peer: 3, Packet: append4(t, p)})
	}
	number := func(i int, path string) error {
		return relay(packet.SimplifyPath{
			Checksum: strings.Repeat("0", 32), Number: uint32(i), Path: path,
		})
	}

	for i := 1; i < 1000; i++ {
		require.NoError(t, number(i, fmt.Sprint("Bullet", i)))
		require.NoError(t, relay(packet.RPC{Node: 1}))
		require.Equal(t, "Bullet1", seen)
	}
	require.NoError(t, relay(packet.RPC{Node: 999}))
	require.Equal(t, "Bullet999", seen)
	require.NoError(t, relay(packet.RPC{Node: 2}))
	require.Empty(t, seen)
	require.ErrorIs(t, number(2, "Admin"), variant.ErrLimit)
	require.ErrorIs(t, number(999, "Admin"), packet.ErrNumber)
}

// TestKeptNumbers: a World with a filter keeps at most Limits.MaxNumbers paths of a client.
func TestKeptNumbers(t *testing.T) {
	pass := func(*multiplayer.Relayed) error { return nil }
	w := crowd(t, 2, multiplayer.Options{
		Relay: &multiplayer.RelayRules{Filter: pass}, Limits: multiplayer.Limits{MaxNumbers: 100},
	})
	used := kept(func() {
		for i := range 500 {
			given := append4(t, packet.SimplifyPath{
				Checksum: strings.Repeat("0", 32), Number: uint32(i + 1),
				Path: strings.Repeat("x", 4096),
			})
			_ = receive(t, w, 2, packet.Relay{Peer: 3, Packet: given})
		}
	})
	require.Less(t, used, 100*5000)
	runtime.KeepAlive(w)
}

// TestKeptSpawns: a spawned node keeps its name and its data in memory, but not the packet.
func TestKeptSpawns(t *testing.T) {
	w := crowd(t, 1, multiplayer.Options{})
	ignore := func(*multiplayer.Node, uint8, variant.Variant) (multiplayer.Instance, error) {
		return multiplayer.Instance{State: new(struct{})}, nil
	}
	s := w.Spawner("S", "P", ignore)
	s.Node().SetAuthority(2)
	require.NoError(t, receive(t, w, 2, packet.SimplifyPath{
		Checksum: strings.Repeat("0", 32), Number: 1, Path: "S",
	}))

	used := kept(func() {
		for i := range 100 {
			spawn := packet.Spawn{
				Spawner: 1, Node: uint32(i + 1), Name: fmt.Sprint("n", i),
				Scene: packet.CustomScene, Data: variant.String(strings.Repeat("x", 10_000)),
			}
			require.NoError(t, receive(t, w, 2, spawn))
		}
	})
	require.Less(t, used, 100*(10_000+2_500))
	require.NotNil(t, w.Find("P/n99"))
}
