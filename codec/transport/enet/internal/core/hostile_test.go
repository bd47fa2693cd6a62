package core

import (
	"encoding/hex"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/enet/internal/command"
	"godotvariant/internal/test/testkit"
)

var hostileDatagrams = flag.Int("datagrams", 50_000, "of TestHostileDatagrams")

// recordedDatagrams returns recorded datagrams of clients, which the tests damage.
func recordedDatagrams(t testing.TB) (all [][]byte) {
	for _, name := range []string{"mixed-4.6", "mixed-3.2", "conn-4.6"} {
		for _, s := range captures(t, name) {
			for _, r := range s.rows {
				if data, _ := hex.DecodeString(r.Hex); r.Way == "up" && len(data) > 0 {
					all = append(all, data)
				}
			}
		}
	}
	return all
}

// A hostileSender makes damaged datagrams.
type hostileSender struct {
	rng      *rand.Rand
	recorded [][]byte
}

// datagram returns a damaged datagram, or a datagram of well-formed commands with random fields.
func (x *hostileSender) datagram(head command.Head) []byte {
	if x.rng.IntN(3) == 0 {
		data := append([]byte(nil), x.recorded[x.rng.IntN(len(x.recorded))]...)
		for range x.rng.IntN(4) {
			data[x.rng.IntN(len(data))] = byte(x.rng.Uint32())
		}
		return data[:x.rng.IntN(len(data)+1)]
	}

	b := head.Append(nil)
	for range 1 + x.rng.IntN(80) {
		kind := command.Kind(1 + x.rng.IntN(12))
		body := make([]byte, kind.Size()-4)
		for i := range body {
			if x.rng.IntN(3) == 0 {
				body[i] = byte(x.rng.Uint32())
			}
		}
		c := command.Command{
			Kind: kind, Acknowledged: x.rng.IntN(2) == 0, Channel: uint8(x.rng.IntN(5)),
			Number: uint16(x.rng.IntN(40)), Body: body,
		}
		if x.rng.IntN(4) == 0 {
			c.Channel = command.ControlChannel
		}
		n := x.rng.IntN(60)
		switch kind {
		case command.SendReliable:
			c.Body = command.Length(n)
		case command.SendUnreliable, command.SendUnsequenced:
			c.Body = command.Lengths(uint16(x.rng.IntN(100)), n)
		case command.SendFragment, command.SendUnreliableFragment:
			n = 512 + x.rng.IntN(3)*100
			count := 1 + x.rng.Uint32N(4)
			index := x.rng.Uint32N(count)
			c.Body = command.Fragment{
				Start: c.Number - uint16(index), Count: count, Index: index,
				Total: count * uint32(n), Offset: index * uint32(n),
			}.Body(n)
		default:
			n = 0
		}
		c.Data = make([]byte, n)
		if len(b)+c.Len() > command.MaxDatagram {
			break
		}
		b = c.Append(b)
	}
	return b
}

// TestHostileDatagrams: datagrams of a connected client and of strangers do not make a Host panic
// or exceed its limits. The flag -datagrams sets their number.
func TestHostileDatagrams(t *testing.T) {
	if testkit.Raced {
		t.Skip("the core has one goroutine")
	}

	x := &hostileSender{rng: rand.New(rand.NewPCG(7, 7)), recorded: recordedDatagrams(t)}
	l := Limits{MaxPeers: 40, MaxHalfOpen: 16, MaxPacket: 4096, MaxWaiting: 32768}
	var p *pairing
	bytes, sentBytes, ends := 0, 0, 0
	for i := range *hostileDatagrams {
		if p == nil || p.far.Gone() || i%1000 == 0 {
			p = newPairing(t, uint64(i), Config{Limits: l, Decompress: decompressors()}).connect()
			ends++
		}
		head := command.Head{
			Peer: p.far.number, Session: p.far.fromPeer, Timed: x.rng.IntN(4) > 0,
			Time: uint16(p.now),
		}
		from := clientAddr
		if x.rng.IntN(8) == 0 {
			from = stranger(x.rng.IntN(100))
			head.Peer = uint16(x.rng.IntN(20))
		}
		data := x.datagram(head)
		p.server.Receive(from, data, p.now)
		bytes += len(data)
		if x.rng.IntN(4) == 0 {
			p.far.Send(Packet{
				uint8(x.rng.IntN(4)), Mode(x.rng.IntN(3)), make([]byte, x.rng.IntN(3000)),
			})
		}
		if x.rng.IntN(4) == 0 {
			before := p.server.Stats().BytesOut
			p.server.Poll(p.now)
			sentBytes += p.server.Stats().BytesOut - before
			p.now += x.rng.Uint32N(30)
			p.take(p.server)
			p.packets = map[*Peer][]Packet{}
		}
		p.checkBounds(l)
	}
	t.Log(*hostileDatagrams, "datagrams,", bytes, "bytes in,", sentBytes, "out,",
		ends, "connections")
}

// checkBounds checks that the server does not exceed its limits.
func (p *pairing) checkBounds(l Limits) {
	h := p.server
	if h.HalfOpen() > l.MaxHalfOpen || h.Peers() > l.MaxPeers {
		require.Fail(p.t, "connections", "%d half open, %d", h.HalfOpen(), h.Peers())
	}
	for _, s := range h.slots {
		if s.peer == nil {
			continue
		}
		r := &s.peer.receiver
		most := l.MaxWaiting + l.MaxPacket + overhead
		if r.used < 0 || r.used > most || len(s.peer.acks) > maxAcks {
			require.Fail(p.t, "bounds", "%d bytes wait, %d acks", r.used, len(s.peer.acks))
		}
	}
}

// FuzzReceive passes any datagrams to a Host, from the address of a connected client and from
// unknown addresses.
func FuzzReceive(f *testing.F) {
	for i, data := range recordedDatagrams(f) {
		if i%10 == 0 && len(data) < 300 {
			f.Add(data, data)
		}
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		l := Limits{MaxPacket: 4096, MaxWaiting: 32768, MaxHalfOpen: 16, MaxPeers: 4}
		p := newPairing(t, 1, Config{Limits: l, Decompress: decompressors()}).connect()
		for i, data := range [][]byte{a, b, a} {
			p.server.Receive(clientAddr, data, p.now)
			p.server.Receive(stranger(i), data, p.now)
			p.run(10)
			p.checkBounds(l)
		}
	})
}
