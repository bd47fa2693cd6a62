package core

import (
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/enet/internal/command"
)

// connectDatagram returns a CONNECT.
func connectDatagram(id uint32) []byte {
	h := command.Handshake{
		ToClient: noSession, ToServer: noSession, MTU: 1392, Window: 65536, Channels: 255,
		Throttle: defaultThrottle, ConnectID: id, Data: id,
	}
	head := command.Head{Peer: command.NoPeer, Timed: true}
	return command.Command{
		Kind: command.Connect, Acknowledged: true, Channel: command.ControlChannel, Number: 1,
		Body: h.Body(command.Connect),
	}.Append(head.Append(nil))
}

// stranger returns an address of IPv4.
func stranger(i int) netip.AddrPort {
	a := netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
	return netip.AddrPortFrom(a, 1000)
}

func testHost(l Limits) *Host {
	n := uint32(0)
	random := func() uint32 {
		n += 7919
		return n
	}
	return NewHost(Config{Server: true, Decompress: decompressors(), Limits: l, Random: random})
}

// TestHalfOpen: clients that have not proven their address do not prevent other clients from
// connecting. A client that has not proven its address gets no more bytes than it has sent.
func TestHalfOpen(t *testing.T) {
	h := testHost(Limits{MaxPeers: 10, MaxHalfOpen: 20, MaxHalfOpenPerHost: 3})
	in, out := map[netip.AddrPort]int{}, map[netip.AddrPort]int{}
	send := func(from netip.AddrPort, data []byte, now uint32) {
		in[from] += len(data)
		h.Receive(from, data, now)
		sent, _ := h.Poll(now)
		for _, d := range sent {
			out[d.To] += len(d.Data)
			require.LessOrEqual(t, out[d.To], in[d.To])
		}
	}

	now := uint32(1000)
	for i := range 1000 {
		send(stranger(i), connectDatagram(uint32(i)), now)
		send(stranger(0), connectDatagram(uint32(5000+i)), now)
		require.LessOrEqual(t, h.HalfOpen(), 20)
		require.LessOrEqual(t, len(h.slots), 20)
	}
	require.Zero(t, h.Peers())
	require.Empty(t, h.Events())

	last := stranger(999)
	require.Equal(t, 48, out[last])
	for range 10 {
		send(last, connectDatagram(999), now)
	}
	require.Equal(t, 48*11, out[last], "one answer for each CONNECT")

	for ms := range uint32(33000) { // the Host sends nothing more, even if much time passes
		h.Poll(now + ms)
		require.Equal(t, 48*11, out[last])
	}
	require.Zero(t, h.HalfOpen(), "they are forgotten")
}

// TestCookie: only a client that has received the answer to its CONNECT gets a connection.
func TestCookie(t *testing.T) {
	h := testHost(Limits{})
	h.Receive(stranger(1), connectDatagram(1), 5)
	out, _ := h.Poll(5)
	head, body, _ := command.ParseHead(out[0].Data)
	c, _, _ := command.Next(body)
	verify := command.ParseHandshake(c.Body)

	answer := func(time uint16) []byte {
		head := command.Head{Peer: verify.Peer, Session: verify.ToServer}
		return command.Ack{Number: 1, Time: time}.Append(head.Append(nil), command.ControlChannel)
	}
	h.Receive(stranger(1), answer(head.Time+1), 5)
	require.Zero(t, h.Peers())
	h.Receive(stranger(2), answer(head.Time), 5)
	require.Zero(t, h.Peers())
	h.Receive(stranger(1), answer(head.Time), 5)
	require.Equal(t, 1, h.Peers())
	require.Zero(t, h.HalfOpen())

	h.Receive(stranger(3), connectDatagram(1), 5)
	for i := range uint16(20) {
		h.Receive(stranger(3), answer(i), 5)
	}
	require.Equal(t, 1, h.Peers())
}

// TestFull: a full Host sends no answers.
func TestFull(t *testing.T) {
	p := newPairing(t, 1, Config{Limits: Limits{MaxPeers: 1}}).connect()
	p.run(10)
	p.server.Receive(stranger(1), connectDatagram(1), p.now)
	out, _ := p.server.Poll(p.now)
	require.Empty(t, out)
	require.Equal(t, 1, p.server.Stats().Refused)
}

// TestWaitingIsBounded: the bytes of incomplete packets, and of packets that the program does not
// read, are limited. The packet that is next in order still arrives.
func TestWaitingIsBounded(t *testing.T) {
	l := Limits{MaxPacket: 4096, MaxWaiting: 16384}
	p := newPairing(t, 1, Config{Limits: l}).connect()
	r := &p.far.receiver
	for i := range 200 {
		r.takeReliable(0, uint16(i+2), make([]byte, 1000))
		f := command.Fragment{Start: uint16(500 + 3*i), Count: 3, Total: 3000}
		r.takeFragment(1, f, make([]byte, 1000))
		r.takeUnreliable(2, 5, uint16(i+1), make([]byte, 1000), p.now)
		f = command.Fragment{Start: uint16(i + 1), Count: 3, Total: 3000}
		r.takeUnreliableFragment(3, 0, f, make([]byte, 1000), p.now)
		require.LessOrEqual(t, r.used, l.MaxWaiting)
	}
	require.Greater(t, r.used, l.MaxWaiting-1200)
	require.True(t, r.takeReliable(0, 1, make([]byte, 4000)))
	require.NotEmpty(t, r.inbox)

	long := command.Fragment{Start: 1, Count: 9, Total: 4097}
	require.False(t, r.takeFragment(1, long, make([]byte, 512)))
	require.Equal(t, 4097, p.far.TooLong())

	p.far.Forget()
	for range len(r.inbox) {
		r.next()
	}
	require.Zero(t, r.used)
}

// TestHeldTime: an unreliable packet waits at most heldTime for a reliable packet.
func TestHeldTime(t *testing.T) {
	p := newPairing(t, 1, Config{}).connect()
	p.far.receiver.takeUnreliable(0, 5, 1, []byte("x"), p.now)
	require.NotZero(t, p.far.receiver.used)
	p.run(7000)
	require.Zero(t, p.far.receiver.used)
}

// TestFragmentsOfNobody: a Host refuses fragments that no sender makes.
func TestFragmentsOfNobody(t *testing.T) {
	for _, f := range []command.Fragment{
		{Count: 0, Total: 1000},
		{Count: 2000, Total: 1000},
		{Count: 1 << 20, Total: 1 << 20},
		{Count: 100, Total: 1000},
		{Count: 2, Index: 2, Total: 2000, Offset: 2000},
		{Count: 2, Index: 1, Total: 2000, Offset: 1500},
		{Count: 2, Index: 0, Total: 2000, Offset: 1},
		{Count: 2, Index: 0, Total: 5000},
	} {
		a := newAssembly(f)
		require.True(t, a == nil || !a.fits(f, 1000), "%+v", f)
	}
}

// TestCommandsOfADatagram: the number of acknowledgements for one datagram is limited.
func TestCommandsOfADatagram(t *testing.T) {
	p := newPairing(t, 1, Config{}).connect()
	p.run(10)
	head := command.Head{Peer: p.far.number, Session: p.far.fromPeer, Timed: true}
	datagram := head.Append(nil)
	ping := command.Command{Kind: command.Ping, Acknowledged: true, Channel: command.ControlChannel}
	for len(datagram) < 4000 {
		datagram = ping.Append(datagram)
	}
	p.server.Receive(clientAddr, datagram, p.now)
	require.Len(t, p.far.acks, maxCommands)
}

// TestFirstOpenings: a Host opens only a limited number of compressed datagrams of strangers.
func TestFirstOpenings(t *testing.T) {
	opened := 0
	count := func(dst, src []byte) (int, error) {
		opened++
		return copy(dst, connectDatagram(1)[4:]), nil
	}
	h := NewHost(Config{
		Server: true, Decompress: []Decompress{count}, Random: func() uint32 { return 1 },
	})
	datagram := command.Head{Peer: command.NoPeer, Compressed: true}.Append(nil)
	datagram = append(datagram, make([]byte, 40)...)
	for i := range 1000 {
		h.Receive(stranger(i), datagram, 0)
	}
	require.Equal(t, maxOpenings, opened)
	h.Receive(stranger(1), datagram, uint32(time.Second.Milliseconds()))
	require.Equal(t, maxOpenings+1, opened)
}
