package dtls_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/dtls"
	"godotvariant/codec/transport/enet"
	"godotvariant/internal/test/roundtrip"
)

// patience is the longest time that a test waits for an event.
const patience = 30 * time.Second

// listen returns a Socket at a free port.
func listen(t *testing.T, o dtls.Options) *dtls.Socket {
	t.Helper()
	s, err := dtls.Listen("127.0.0.1:0", o)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// dial returns a Session with a Socket.
func dial(t *testing.T, s *dtls.Socket, o dtls.Options) *dtls.Session {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := dtls.Dial(ctx, s.LocalAddr().String(), o)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// echo sends every payload back until the Socket is closed.
func echo(s net.PacketConn) {
	buf := make([]byte, 64<<10)
	for {
		n, from, err := s.ReadFrom(buf)
		if err != nil {
			return
		}
		_, _ = s.WriteTo(buf[:n], from)
	}
}

// requireEcho sends a payload until it comes back, because a datagram may be lost.
func requireEcho(t *testing.T, c net.PacketConn, text string) {
	t.Helper()
	buf := make([]byte, 2048)
	require.Eventually(t, func() bool {
		_, err := c.WriteTo([]byte(text), nil)
		require.NoError(t, err)
		require.NoError(t, c.SetReadDeadline(time.Now().Add(patience/10)))
		for {
			n, _, err := c.ReadFrom(buf)
			if err != nil {
				return false
			}
			if string(buf[:n]) == text {
				return true
			}
		}
	}, patience, time.Millisecond)
}

// requireStats waits until the counts of a Socket are right. The argument right reports whether
// they are.
func requireStats(t *testing.T, s *dtls.Socket, right func(dtls.Stats) bool) {
	t.Helper()
	if !assert.Eventually(t, func() bool { return right(s.Stats()) }, patience, time.Millisecond) {
		t.Fatalf("%+v", s.Stats())
	}
}

// TestENet: messages of all deliveries come back unchanged, and the client notices the end of the
// server.
func TestENet(t *testing.T) {
	i := newIdentity()
	socket := listen(t, i.server(dtls.Limits{}))
	server := &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) },
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(enet.New(socket, enet.Options{})) }()

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	session := dial(t, socket, i.client())
	conn, err := enet.Client(ctx, session, session.Server(), enet.Options{})
	require.NoError(t, err)

	client := roundtrip.Client{Conn: conn}
	for _, size := range []int{1, 1300, 1400, 60000} {
		for _, delivery := range []transport.Delivery{
			transport.Reliable, transport.UnreliableOrdered,
		} {
			data := bytes.Repeat([]byte{byte(delivery)}, size)
			m := transport.Message{Data: data, Delivery: delivery}
			got, err := client.Exchange(m)
			require.NoError(t, err)
			require.True(t, bytes.Equal(m.Data, got.Data))
			require.Equal(t, delivery, got.Delivery)
		}
	}

	require.NoError(t, server.Shutdown(ctx))
	require.ErrorIs(t, <-served, transport.ErrClosed)
	_, err = conn.Receive()
	require.Error(t, err)
}

// TestDatagrams: a Socket carries the plain datagrams of package transport, too.
func TestDatagrams(t *testing.T) {
	i := newIdentity()
	socket := listen(t, i.server(dtls.Limits{}))
	server := &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) },
	}
	go server.Serve(transport.Datagrams(socket, transport.DatagramOptions{NoProof: true}))
	t.Cleanup(func() { server.Shutdown(context.Background()) })
	requireEcho(t, dial(t, socket, i.client()), "a datagram")
}

// TestCertificates: a client refuses a certificate of an unknown authority, and a certificate for
// another name.
func TestCertificates(t *testing.T) {
	i := newIdentity()
	socket := listen(t, i.server(dtls.Limits{}))
	address := socket.LocalAddr().String()

	var unknown x509.UnknownAuthorityError
	_, err := dtls.Dial(t.Context(), address, dtls.Options{ServerName: "localhost"})
	require.ErrorAs(t, err, &unknown)
	_, err = dtls.Dial(t.Context(), address, newIdentity().client())
	require.ErrorAs(t, err, &unknown)

	var name x509.HostnameError
	o := i.client()
	for _, wrong := range []string{"game.example.org", ""} { // 127.0.0.1 by default
		o.ServerName = wrong
		_, err = dtls.Dial(t.Context(), address, o)
		require.ErrorAs(t, err, &name)
	}

	go echo(socket)
	requireEcho(t, dial(t, socket, i.client()), "the right name")
	requireEcho(t, dial(t, socket, dtls.Options{InsecureSkipVerify: true}), "any certificate")
	requireStats(t, socket, func(s dtls.Stats) bool { return s.Opened == 2 && s.Failed == 4 })
}

// TestNoCertificate: a server without a certificate, or with an invalid one, does not start.
func TestNoCertificate(t *testing.T) {
	_, err := dtls.Listen("127.0.0.1:0", dtls.Options{})
	require.EqualError(t, err, "dtls: Options.Certificates: there is none")

	o := newIdentity().server(dtls.Limits{})
	o.Certificates[0].PrivateKey = nil
	_, err = dtls.Listen("127.0.0.1:0", o)
	require.EqualError(t, err, "dtls: Options.Certificates: the one at index 0 has no private key")

	o.Certificates[0].PrivateKey = "no key"
	_, err = dtls.Listen("127.0.0.1:0", o)
	require.ErrorContains(t, err, "dtls: Options.Certificates: ")
}

// TestEnds: each side learns that the other side has closed.
func TestEnds(t *testing.T) {
	i := newIdentity()
	socket := listen(t, i.server(dtls.Limits{}))
	c := dial(t, socket, i.client())
	requireStats(t, socket, func(s dtls.Stats) bool { return s.Sessions == 1 })
	require.NoError(t, c.Close())
	requireStats(t, socket, func(s dtls.Stats) bool { return s.Sessions == 0 })

	c = dial(t, socket, i.client())
	requireStats(t, socket, func(s dtls.Stats) bool { return s.Sessions == 1 })
	require.NoError(t, socket.Close())
	_, _, err := c.ReadFrom(make([]byte, 10))
	require.ErrorIs(t, err, io.EOF)
	_, _, err = socket.ReadFrom(make([]byte, 10))
	require.ErrorIs(t, err, net.ErrClosed)
}

// TestDeadline: a deadline ends ReadFrom. With a later deadline ReadFrom works again.
func TestDeadline(t *testing.T) {
	i := newIdentity()
	socket := listen(t, i.server(dtls.Limits{}))
	require.NoError(t, socket.SetDeadline(time.Unix(1, 0)))
	buf := make([]byte, 10)
	_, _, err := socket.ReadFrom(buf)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)

	require.NoError(t, socket.SetDeadline(time.Time{}))
	c := dial(t, socket, i.client())
	_, err = c.WriteTo([]byte("late"), nil)
	require.NoError(t, err)
	n, from, err := socket.ReadFrom(buf)
	require.NoError(t, err)
	require.Equal(t, "late", string(buf[:n]))
	require.Equal(t, c.LocalAddr().String(), from.String())
}

// TestNobody: WriteTo fails for a client without a session. Dial ends when its context is canceled
// while no server answers.
func TestNobody(t *testing.T) {
	socket := listen(t, newIdentity().server(dtls.Limits{}))
	_, err := socket.WriteTo([]byte("x"), net.UDPAddrFromAddrPort(stranger(1)))
	require.EqualError(t, err, "dtls: 192.0.2.1:1 has no session")

	silent, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	defer silent.Close()
	o := dtls.Options{Limits: dtls.Limits{HandshakeTime: time.Millisecond}}
	_, err = dtls.Dial(t.Context(), silent.LocalAddr().String(), o)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
