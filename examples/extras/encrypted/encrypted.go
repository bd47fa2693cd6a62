// Package encrypted has the ENet listener of the examples. If the user names a certificate, the
// listener encrypts ENet. The code is short, so that you can copy it.
package encrypted

import (
	"crypto/tls"
	"flag"

	"godotvariant/codec/transport/dtls"
	"godotvariant/codec/transport/enet"
)

// A Certificate names the files of a certificate and of its private key, in PEM. Without names ENet
// is not encrypted.
type Certificate struct{ Cert, Key string }

// Flags adds the flags -cert and -key to a program. They set the fields of the result.
func Flags() *Certificate {
	c := new(Certificate)
	flag.StringVar(&c.Cert, "cert", "", "the certificate, in PEM: ENet is then encrypted by DTLS")
	flag.StringVar(&c.Key, "key", "", "the private key of the certificate, in PEM")
	return c
}

// Listen returns a listener for games. With a certificate a game joins by
//
//	peer.create_client(address, port)
//	peer.host.dtls_client_setup("name in the certificate", TLSOptions.client(certificate))
func (c *Certificate) Listen(address string, o enet.Options) (*enet.Listener, error) {
	if c.Cert == "" {
		return enet.Listen(address, o)
	}

	certificate, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		return nil, err
	}

	socket, err := dtls.Listen(address, dtls.Options{
		Certificates: []tls.Certificate{certificate},
	})
	if err != nil {
		return nil, err
	}

	return enet.New(socket, o), nil
}
