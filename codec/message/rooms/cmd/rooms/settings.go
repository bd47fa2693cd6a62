package main

import (
	"flag"
	"fmt"
	"time"
)

// settings are the values of the flags.
type settings struct {
	listen   string        // address for clients over TCP and UDP
	ws       string        // address for clients over WebSocket
	http     string        // address for operators
	key      string        // public key of tickets
	bus      busSettings   // settings of NATS
	prefix   string        // first part of all names in NATS
	version  int64         // version of the rules
	message  int           // greatest length of a client's message in bytes
	origins  string        // hosts of web pages that may connect
	cert     string        // certificate for WebSocket over TLS, or empty
	certKey  string        // key of the certificate
	lease    time.Duration // duration of the lease of the process
	patience time.Duration // greatest duration of draining
}

// parse returns the values of the flags.
func parse(args []string) (s settings, err error) {
	f := flag.NewFlagSet("rooms", flag.ContinueOnError)
	f.StringVar(&s.listen, "listen", "127.0.0.1:7400", "address for clients over TCP and UDP")
	f.StringVar(&s.ws, "ws", "127.0.0.1:7401", "address for clients over WebSocket")
	f.StringVar(&s.http, "http", "127.0.0.1:7480",
		"address of /metrics, /healthz and /readyz")
	f.StringVar(&s.key, "ticket-key", "",
		"public key of tickets, see cmd/sign; empty: a token is the name of a player")
	f.StringVar(&s.bus.url, "nats", "",
		"URLs of NATS servers, separated by commas; empty: start one")
	f.StringVar(&s.bus.listen, "bus", "",
		"address where the started NATS server takes other processes; empty: none")
	f.StringVar(&s.bus.folder, "store", "",
		"folder of the started NATS server; empty: a new one that is deleted at the end")
	f.IntVar(&s.bus.replicas, "replicas", 1, "how many NATS servers store each record")
	f.StringVar(&s.bus.ca, "nats-ca", "", "file with the certificates that vouch for NATS servers")
	f.StringVar(&s.bus.creds, "nats-creds", "", "file with the credentials for NATS servers")
	f.BoolVar(&s.bus.sync, "sync", false,
		"the started NATS server waits for the disk, so that a power loss takes nothing")
	f.StringVar(&s.prefix, "prefix", "rooms", "begins the names of the game's streams in NATS")
	f.Int64Var(&s.version, "version", 0, "version of the rules; old rooms stay on old processes")
	f.IntVar(&s.message, "max-message", 4<<10, "longest message of a client, in bytes")
	f.StringVar(&s.origins, "origins", "",
		"hosts of web pages that may connect besides this one, separated by commas")
	f.StringVar(&s.cert, "cert", "", "file with the certificate for WebSocket over TLS")
	f.StringVar(&s.certKey, "cert-key", "", "file with the key of the certificate")
	f.DurationVar(&s.lease, "lease", 0, "how long a dead process keeps its rooms; default 0.9s")
	f.DurationVar(&s.patience, "patience", 10*time.Second, "how long the end may take")

	if err := f.Parse(args); err != nil {
		return s, err
	}
	if f.NArg() > 0 {
		err = fmt.Errorf("rooms: unexpected argument %q", f.Arg(0))
		fmt.Fprintln(f.Output(), err)
	}

	return s, err
}
