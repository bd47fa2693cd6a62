package dtls_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"log"
	"math/big"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/dtls"
	"godotvariant/codec/transport/enet"
)

// A server over ENet and DTLS with a self-signed certificate, and a client that trusts it.
func Example() {
	certificate, trusted := selfSigned("game.example.org")
	socket, err := dtls.Listen("127.0.0.1:0", dtls.Options{
		Certificates: []tls.Certificate{certificate},
	})
	if err != nil {
		log.Fatal(err)
	}
	server := &transport.Server{
		Receive: func(p *transport.Peer, m transport.Message) error {
			return p.Send(transport.Message{Data: append([]byte("you said "), m.Data...)})
		},
	}
	go server.Serve(enet.New(socket, enet.Options{}))
	defer server.Shutdown(context.Background())

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	session, err := dtls.Dial(ctx, socket.LocalAddr().String(), dtls.Options{
		RootCAs:    trusted,
		ServerName: "game.example.org",
	})
	if err != nil {
		log.Fatal(err)
	}
	conn, err := enet.Client(ctx, session, session.Server(), enet.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(nil)

	if err := conn.Send(transport.Message{Data: []byte("hello")}); err != nil {
		log.Fatal(err)
	}
	answer, err := conn.Receive()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(answer.Data))
	// Output: you said hello
}

// selfSigned returns a certificate for a name, and a pool with it for a client.
func selfSigned(name string) (tls.Certificate, *x509.CertPool) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: name},
		DNSNames:              []string{name},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().AddDate(10, 0, 0),
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		log.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}

	trusted := x509.NewCertPool()
	trusted.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, trusted
}
