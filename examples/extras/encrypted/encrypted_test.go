package encrypted

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/dtls"
	"godotvariant/codec/transport/enet"
)

// certificate writes the files of a certificate. It returns their names, and a pool with the
// certificate for clients that trust it.
func certificate(t *testing.T) (*Certificate, *x509.CertPool) {
	site := httptest.NewTLSServer(nil)
	defer site.Close()
	pair := site.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	require.NoError(t, err)

	write := func(name, kind string, der []byte) string {
		path := filepath.Join(t.TempDir(), name)
		block := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
		require.NoError(t, os.WriteFile(path, block, 0o600))
		return path
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(site.Certificate())
	return &Certificate{
		write("cert.pem", "CERTIFICATE", pair.Certificate[0]), write("key.pem", "PRIVATE KEY", key),
	}, trusted
}

// TestListen: a client with DTLS joins a listener that has a certificate. A client without DTLS
// joins a listener without a certificate.
func TestListen(t *testing.T) {
	c, trusted := certificate(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()

	for name, certificate := range map[string]*Certificate{"plain": {}, "encrypted": c} {
		l, err := certificate.Listen("127.0.0.1:0", enet.Options{})
		require.NoError(t, err)
		s := &transport.Server{
			Receive: func(p *transport.Peer, m transport.Message) error { return p.SendCopy(m) },
		}
		go s.Serve(l)

		var conn transport.Conn
		if name == "plain" {
			conn, err = enet.Dial(ctx, l.Addr().String(), enet.Options{})
		} else {
			session, fault := dtls.Dial(ctx, l.Addr().String(), dtls.Options{
				RootCAs: trusted, ServerName: "example.com",
			})
			require.NoError(t, fault)
			conn, err = enet.Client(ctx, session, session.Server(), enet.Options{})
		}
		require.NoError(t, err)
		require.NoError(t, conn.Send(transport.Message{Data: []byte("hello")}))
		m, err := conn.Receive()
		require.NoError(t, err)
		require.Equal(t, "hello", string(m.Data))
		require.NoError(t, conn.Close(nil))
		require.NoError(t, s.Shutdown(ctx))
	}

	_, err := (&Certificate{Cert: "none"}).Listen("127.0.0.1:0", enet.Options{})
	require.Error(t, err)
}
