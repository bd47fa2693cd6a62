package dtls_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/dtls"
)

// An identity is a self-signed certificate for localhost, with its key.
type identity struct {
	certificate tls.Certificate
	trusted     *x509.CertPool // a pool with only this certificate
}

func newIdentity() *identity {
	certificate, trusted := selfSigned("localhost")
	return &identity{certificate, trusted}
}

// server returns the options of a server with the certificate.
func (i *identity) server(l dtls.Limits) dtls.Options {
	return dtls.Options{Certificates: []tls.Certificate{i.certificate}, Limits: l}
}

// client returns the options of a client that trusts the certificate.
func (i *identity) client() dtls.Options {
	return dtls.Options{RootCAs: i.trusted, ServerName: "localhost"}
}

// write writes server.crt and server.key to a folder.
func (i *identity) write(t *testing.T, folder string) {
	t.Helper()
	key, err := x509.MarshalPKCS8PrivateKey(i.certificate.PrivateKey)
	require.NoError(t, err)
	for name, block := range map[string]*pem.Block{
		"server.crt": {Type: "CERTIFICATE", Bytes: i.certificate.Certificate[0]},
		"server.key": {Type: "PRIVATE KEY", Bytes: key},
	} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	}
}
