package dtls

import (
	"crypto/tls"
	"crypto/x509"
	"io"

	"github.com/pion/dtls/v3"
	"github.com/pion/logging"
)

// Options say how the two sides identify each other.
type Options struct {
	// Certificates are the certificates of a [Socket] with their private keys, as
	// tls.LoadX509KeyPair and tls.X509KeyPair return them. Listen needs at least one. If there are
	// several, a client gets the certificate for the name that it requests. A certificate must have
	// a subject, since Godot refuses an empty one. Godot: TLSOptions.server.
	Certificates []tls.Certificate
	// Limits bound what strangers can make a Socket store. Dial uses only HandshakeTime.
	Limits Limits

	// RootCAs are the certificates that Dial trusts, for instance a self-signed certificate of the
	// server. By default Dial trusts the certificates of the system. Godot: TLSOptions.client.
	RootCAs *x509.CertPool
	// ServerName is the name in the certificate of the server that Dial connects to. The default is
	// the host of the address. Godot: the first argument of dtls_client_setup.
	ServerName string
	// InsecureSkipVerify makes Dial trust every certificate, so that anybody on the way can read
	// and change everything. Godot: TLSOptions.client_unsafe.
	InsecureSkipVerify bool
}

// server returns the options of a server's sessions.
func (o Options) server() []dtls.ServerOption {
	return []dtls.ServerOption{silent, dtls.WithCertificates(o.Certificates...)}
}

// client returns the options of a client's session.
func (o Options) client() []dtls.ClientOption {
	all := []dtls.ClientOption{
		silent,
		dtls.WithServerName(o.ServerName),
		dtls.WithInsecureSkipVerify(o.InsecureSkipVerify),
	}
	if o.RootCAs != nil {
		all = append(all, dtls.WithRootCAs(o.RootCAs))
	}
	return all
}

// silent turns logging off, because strangers could cause any number of lines in the log.
var silent = dtls.WithLoggerFactory(&logging.DefaultLoggerFactory{
	Writer:          io.Discard,
	DefaultLogLevel: logging.LogLevelDisabled,
})
