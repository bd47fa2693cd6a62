package enet_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/internal/test/roundtrip"
	"godotvariant/variant"
)

// serve serves at a free port until the end of the test, and returns the address.
func serve(t *testing.T, s *transport.Server, o enet.Options) string {
	t.Helper()
	l, err := enet.Listen("127.0.0.1:0", o)
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Shutdown(ctx))
		require.ErrorIs(t, <-served, transport.ErrClosed)
	})
	return l.Addr().String()
}

func dial(t *testing.T, address string, o enet.Options) transport.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c, err := enet.Dial(ctx, address, o)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close(nil) })
	return c
}

// echo sends every message back.
func echo(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) }

// layers are the options of both sides, by name.
var layers = map[string][2]enet.Options{
	"Godot 4":       {{}, {}},
	"Godot 3":       {{}, {Layer: enet.Godot3}},
	"Godot 4 alone": {{Layer: enet.Godot4}, {Channels: 3}},
	"raw":           {{Layer: enet.Raw}, {Layer: enet.Raw, Channels: 3}},
}

// TestEcho: messages of all deliveries and channels come back unchanged.
func TestEcho(t *testing.T) {
	for name, o := range layers {
		t.Run(name, func(t *testing.T) {
			address := serve(t, &transport.Server{Receive: echo}, o[0])
			c := roundtrip.Client{Conn: dial(t, address, o[1])}
			channels := 2
			if name == "Godot 3" {
				channels = 1
			}
			for _, size := range []int{1, 8, 1300, 1365, 60000} {
				for delivery := range transport.Delivery(3) {
					for channel := range channels {
						m := transport.Message{
							Data: make([]byte, size), Delivery: delivery, Channel: channel,
						}
						m.Data[size-1] = byte(2*int(delivery) + channel)
						got, err := c.Exchange(m)
						require.NoError(t, err)
						if size > 1364 && delivery == transport.Unreliable {
							m.Delivery = transport.UnreliableOrdered // fragments are in order
						}
						require.True(t, bytes.Equal(m.Data, got.Data))
						m.Data, got.Data = nil, nil
						require.Equal(t, m, got, "%d bytes", size)
					}
				}
			}
		})
	}
}

// TestManyAndLarge: a client sends many messages, and some messages of a megabyte. All of them come
// back in order.
func TestManyAndLarge(t *testing.T) {
	limits := transport.Limits{
		MaxRate: -1, MaxByteRate: -1, MaxFrame: 2 << 20, MaxQueue: 1 << 20, MaxQueueBytes: 1 << 30,
	}
	address := serve(t, &transport.Server{Receive: echo, Limits: limits}, enet.Options{})
	c := dial(t, address, enet.Options{Limits: enet.Limits{MaxPacket: 2 << 20}})

	sizes := []int{1 << 20, 100, 1 << 20, 5000}
	for range 3000 {
		sizes = append(sizes, 100)
	}
	go func() {
		for i, size := range sizes {
			m := transport.Message{Data: make([]byte, size)}
			m.Data[0] = byte(i)
			if c.Send(m) != nil {
				return
			}
		}
	}()
	for i, size := range sizes {
		m, err := c.Receive()
		require.NoError(t, err)
		require.Len(t, m.Data, size)
		require.Equal(t, byte(i), m.Data[0])
	}
}

// TestEnds: each side gets the reason why the other side has disconnected.
func TestEnds(t *testing.T) {
	left := make(chan error, 1)
	reasons := make(chan error, 1)
	address := serve(t, &transport.Server{
		Leave: func(_ *transport.Peer, why error) { left <- why },
		Receive: func(p *transport.Peer, m transport.Message) error {
			p.End(<-reasons)
			return nil
		},
	}, enet.Options{})

	c := dial(t, address, enet.Options{})
	require.NoError(t, c.Close(nil))
	require.ErrorIs(t, <-left, io.EOF)
	_, err := c.Receive()
	require.ErrorIs(t, err, net.ErrClosed)
	require.ErrorIs(t, c.Send(transport.Message{}), net.ErrClosed)

	for _, why := range []error{nil, transport.ErrRate, transport.ErrIdle, errors.New("any")} {
		reasons <- why
		c := dial(t, address, enet.Options{})
		require.NoError(t, c.Send(transport.Message{Data: []byte("x")}))
		_, err := c.Receive()
		var end *enet.DisconnectError
		require.ErrorAs(t, err, &end)
		want := map[error]string{nil: "left"}
		switch {
		case why == nil:
			require.Equal(t, want[nil], transport.Reason(err))
		case variant.KindOf(why) != "":
			require.ErrorIs(t, err, why)
		default:
			require.ErrorIs(t, err, transport.ErrLost)
		}
		<-left
	}
}

// TestLimit: a packet over MaxFrame ends the visit before its second fragment arrives.
func TestLimit(t *testing.T) {
	left := make(chan error, 1)
	address := serve(t, &transport.Server{
		Leave:  func(_ *transport.Peer, why error) { left <- why },
		Limits: transport.Limits{MaxFrame: 4096},
	}, enet.Options{})
	c := dial(t, address, enet.Options{})
	require.NoError(t, c.Send(transport.Message{Data: make([]byte, 5000)}))
	require.ErrorIs(t, <-left, variant.ErrLimit)
	_, err := c.Receive()
	require.ErrorIs(t, err, variant.ErrLimit)
}

// TestPings: a client that sends no messages stays as long as it answers pings.
func TestPings(t *testing.T) {
	visits := make(chan *transport.Peer, 1)
	left := make(chan error, 1)
	address := serve(t, &transport.Server{
		Enter:  func(p *transport.Peer) error { visits <- p; return nil },
		Leave:  func(_ *transport.Peer, why error) { left <- why },
		Limits: transport.Limits{Idle: 200 * time.Millisecond},
	}, enet.Options{})
	c := dial(t, address, enet.Options{})
	require.NoError(t, c.Send(transport.Message{Data: []byte("x")}))
	p := <-visits
	measured := func() bool { return p.Stats().RoundTrip > 0 }
	require.Eventually(t, measured, 10*time.Second, time.Millisecond)
	select {
	case why := <-left:
		require.NoError(t, why)
	default:
	}
}

// TestDialInVain: without a server, Dial waits until its context is done.
func TestDialInVain(t *testing.T) {
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = enet.Dial(ctx, c.LocalAddr().String(), enet.Options{})
	require.ErrorIs(t, err, context.DeadlineExceeded)

	_, err = enet.Dial(ctx, "127.0.0.1:1", enet.Options{ID: 1})
	require.ErrorContains(t, err, "Options.ID 1")
}

// TestMisuse: a message that no packet can carry is an error, and the connection stays open.
func TestMisuse(t *testing.T) {
	address := serve(t, &transport.Server{Receive: echo}, enet.Options{})
	c := dial(t, address, enet.Options{Channels: 4})
	for _, m := range []transport.Message{{Channel: 3}, {Channel: -1}, {Delivery: 3}} {
		require.Error(t, c.Send(m), "%+v", m)
	}
	require.NoError(t, c.Send(transport.Message{Channel: 2, Data: []byte("last")}))
	m, err := c.Receive()
	require.NoError(t, err)
	require.Equal(t, "last", string(m.Data))
}

// TestIDs: a client chooses its ID. A server refuses 1, 0 and negative IDs.
func TestIDs(t *testing.T) {
	type identified interface{ PeerID() int32 }
	ids := make(chan int32, 1)
	address := serve(t, &transport.Server{Enter: func(p *transport.Peer) error {
		ids <- p.Conn().(identified).PeerID()
		return nil
	}}, enet.Options{})

	dial(t, address, enet.Options{ID: 1234})
	require.EqualValues(t, 1234, <-ids)
	c := dial(t, address, enet.Options{})
	require.Equal(t, c.(interface{ LocalID() int32 }).LocalID(), <-ids)
	require.EqualValues(t, 1, c.(identified).PeerID())

	bad := dial(t, address, enet.Options{Layer: enet.Raw, ID: -5})
	_, err := bad.Receive()
	require.ErrorIs(t, err, transport.ErrLost)
}

// TestClosedListener: after Close no client can connect. Connections stay open until they end.
func TestClosedListener(t *testing.T) {
	l, err := enet.Listen("127.0.0.1:0", enet.Options{})
	require.NoError(t, err)
	far := make(chan transport.Conn, 1)
	go func() {
		c, _ := l.Accept()
		far <- c
	}()
	c := dial(t, l.Addr().String(), enet.Options{})
	server := <-far
	require.Equal(t, 1, l.Stats().Peers)
	require.NoError(t, l.Close())
	require.NoError(t, l.Close())
	_, err = l.Accept()
	require.ErrorIs(t, err, net.ErrClosed)

	require.NoError(t, server.Send(transport.Message{Data: []byte("still")}))
	m, err := c.Receive()
	require.NoError(t, err)
	require.Equal(t, "still", string(m.Data))

	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = enet.Dial(ctx, l.Addr().String(), enet.Options{})
	require.ErrorIs(t, err, context.DeadlineExceeded)

	require.NoError(t, c.Close(nil))
	_, err = server.Receive()
	require.ErrorIs(t, err, io.EOF)
	require.Eventually(t, func() bool {
		again, err := net.ListenPacket("udp", l.Addr().String())
		if err == nil {
			again.Close()
		}
		return err == nil
	}, 10*time.Second, time.Millisecond, "the socket closes with the last connection")
}

// TestSlowClient: a client that acknowledges no packets is disconnected after Patience.
func TestSlowClient(t *testing.T) {
	left := make(chan error, 1)
	s := &transport.Server{
		Enter: func(p *transport.Peer) error {
			for range 4 {
				if err := p.Send(transport.Message{Data: make([]byte, 300<<10)}); err != nil {
					return err
				}
			}
			return nil
		},
		Leave:  func(_ *transport.Peer, why error) { left <- why },
		Limits: transport.Limits{Patience: 100 * time.Millisecond},
	}
	address := serve(t, s, enet.Options{})
	c := dial(t, address, enet.Options{Limits: enet.Limits{MaxPacket: 2000, MaxWaiting: 10000}})
	require.ErrorIs(t, <-left, transport.ErrSlow)
	for {
		_, err := c.Receive()
		if errors.Is(err, transport.ErrSlow) {
			break
		}
		require.ErrorIs(t, err, variant.ErrLimit)
	}
}

// A tunnel is a packet connection that is not a UDP socket. It reverses the bytes of its datagrams.
type tunnel struct{ net.PacketConn }

func (c tunnel) ReadFrom(b []byte) (int, net.Addr, error) {
	n, from, err := c.PacketConn.ReadFrom(b)
	slices.Reverse(b[:n])
	return n, from, err
}

func (c tunnel) WriteTo(b []byte, to net.Addr) (int, error) {
	b = slices.Clone(b)
	slices.Reverse(b)
	return c.PacketConn.WriteTo(b, to)
}

// TestOtherNetworks: a listener and a client work over any packet connection.
func TestOtherNetworks(t *testing.T) {
	open := func() net.PacketConn {
		c, err := net.ListenPacket("udp", "127.0.0.1:0")
		require.NoError(t, err)
		return tunnel{c}
	}
	socket := open()
	server := &transport.Server{Receive: echo}
	go server.Serve(enet.New(socket, enet.Options{}))
	t.Cleanup(func() { server.Shutdown(context.Background()) })

	to, err := netip.ParseAddrPort(socket.LocalAddr().String())
	require.NoError(t, err)
	c, err := enet.Client(context.Background(), open(), to, enet.Options{})
	require.NoError(t, err)
	require.NoError(t, c.Send(transport.Message{Data: make([]byte, 5000)}))
	m, err := c.Receive()
	require.NoError(t, err)
	require.Len(t, m.Data, 5000)
	require.NoError(t, c.Close(nil))
}
