package dtls_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/dtls"
	"godotvariant/codec/transport/enet"
	"godotvariant/internal/test/enginetest"
)

// portOf returns the environment variable by which a script gets the port of an address.
func portOf(t *testing.T, address string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	return "GDPORT=" + port
}

// generous are limits for packets of 300,000 bytes.
var generous = transport.Limits{MaxRate: -1, MaxByteRate: -1, MaxFrame: 2 << 20}

// TestGodotClient: a game whose dtls_client_setup trusts the certificate gets its packets back, and
// its session ends when the game ends. A game that expects another name in the certificate does not
// connect.
func TestGodotClient(t *testing.T) {
	engine := enginetest.Native4(t)
	i := newIdentity()
	folder := t.TempDir()
	i.write(t, folder)

	socket := listen(t, i.server(dtls.Limits{}))
	server := &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) },
		Limits:  generous,
	}
	go server.Serve(enet.New(socket, enet.Options{}))
	t.Cleanup(func() { server.Shutdown(context.Background()) })
	port := portOf(t, socket.LocalAddr().String())

	require.Equal(t, []string{
		"setup 0", "connected", "1 true", "1300 true", "1400 true", "60000 true", "300000 true",
	}, engine.Run(t, "testdata/client4.gd", folder, port, "GDNAME=localhost"))
	require.Equal(t, 1, socket.Stats().Opened)

	require.Subset(t,
		engine.Run(t, "testdata/client4.gd", folder, port, "GDNAME=game.example.org"),
		[]string{"setup 0", "refused", "mbedtls error: returned -0x2700"}) // the subject
	require.Equal(t, 1, socket.Stats().Opened)
}

// TestGodotServer: a client connects to a game whose dtls_server_setup has a certificate, and gets
// its messages back. A client that does not trust this certificate does not connect.
func TestGodotServer(t *testing.T) {
	engine := enginetest.Native4(t)
	i := newIdentity()
	folder := t.TempDir()
	i.write(t, folder)

	free, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	address := free.LocalAddr().String()
	require.NoError(t, free.Close())
	game := engine.Start(t, "testdata/server4.gd", folder, []string{portOf(t, address)})

	// The engine prints its lines only at its end. So the test waits for an answer to know that the
	// engine listens.
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var unknown x509.UnknownAuthorityError
	require.Eventually(t, func() bool {
		_, err := dtls.Dial(ctx, address, newIdentity().client())
		return errors.As(err, &unknown)
	}, patience, 10*time.Millisecond)

	session, err := dtls.Dial(ctx, address, i.client())
	require.NoError(t, err)
	o := enet.Options{Limits: enet.Limits{MaxPacket: generous.MaxFrame}}
	conn, err := enet.Client(ctx, session, session.Server(), o)
	require.NoError(t, err)
	for _, size := range []int{1, 1300, 1400, 60000, 300000} {
		m := transport.Message{Data: bytes.Repeat([]byte{byte(size % 251)}, size)}
		require.NoError(t, conn.Send(m))
		got, err := conn.Receive()
		require.NoError(t, err)
		require.True(t, bytes.Equal(m.Data, got.Data), "%d bytes", size)
	}

	require.NoError(t, conn.Send(transport.Message{Data: []byte("bye")}))

	// The game also prints an error about the client that has left.
	require.Subset(t, game.Wait(), []string{"setup 0", "bye"})
	conn.Close(transport.ErrSlow) // does not wait, because the other side no longer answers
}
