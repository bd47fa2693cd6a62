package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/meadow"
)

// newCertificate writes a self-signed certificate for this machine, and its key.
func newCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA:        true, BasicConstraintsValid: true,
	}
	public := must(x509.CreateCertificate(
		rand.Reader, template, template, private.Public(), private))

	write := func(name, kind string, content []byte) string {
		file := filepath.Join(t.TempDir(), name)
		block := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
		require.NoError(t, os.WriteFile(file, block, 0o600))
		return file
	}
	return write("cert.pem", "CERTIFICATE", public),
		write("key.pem", "EC PRIVATE KEY", must(x509.MarshalECPrivateKey(private)))
}

// TestTLSToNATS: the option -nats-ca names the certificate of the authority for a NATS server with
// TLS. Without the option, the program ends at once with an error.
func TestTLSToNATS(t *testing.T) {
	cert, key := newCertificate(t)
	nats := must(server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, TLS: true,
		TLSConfig: &tls.Config{
			Certificates: []tls.Certificate{must(tls.LoadX509KeyPair(cert, key))},
		},
	}))
	nats.Start()
	defer nats.Shutdown()
	require.True(t, nats.ReadyForConnections(patience))

	s := must(parse([]string{"-nats", "tls://" + nats.Addr().String(), "-nats-ca", cert}))
	b, err := openBus(t.Context(), s.bus)
	require.NoError(t, err)
	require.True(t, must(b.conn.TLSConnectionState()).HandshakeComplete)
	b.close()

	s.bus.ca = ""
	_, err = openBus(t.Context(), s.bus)
	var unknown *tls.CertificateVerificationError
	require.ErrorAs(t, err, &unknown)
}

// TestTLSToClients: with -cert and -cert-key, the WebSocket port uses TLS.
func TestTLSToClients(t *testing.T) {
	cert, key := newCertificate(t)
	b, err := openBus(t.Context(), busSettings{})
	require.NoError(t, err)
	defer b.close()
	host := must(rooms.Open(t.Context(), b.conn, rooms.Config{Game: meadow.Game{}}))
	defer func() { _ = host.Drain(t.Context()) }() // the test does not need the result

	d := must(openDoors(must(parse([]string{
		"-listen", "127.0.0.1:0", "-ws", "127.0.0.1:0", "-cert", cert, "-cert-key", key,
	}))))
	go func() { _ = d.serve(t.Context(), host) }() // ends with the test

	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(must(os.ReadFile(cert))))
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	answer, err := client.Get("https://" + d.web.Addr().String())
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusUpgradeRequired, answer.StatusCode)
}
