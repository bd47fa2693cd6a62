package main

import (
	"errors"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// startBroker starts a NATS server in this process. Other processes reach it at addr. If addr is
// empty, only this process does.
func startBroker(addr string) (*server.Server, error) {
	o := &server.Options{NoSigs: true, DontListen: addr == ""}

	if addr != "" {
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}

		o.Host = host
		o.Port, err = strconv.Atoi(port)
		if err != nil {
			return nil, err
		}

		if o.Port == 0 {
			o.Port = server.RANDOM_PORT
		}
	}

	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}

	s.Start()

	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, errors.New("the NATS server does not start")
	}

	return s, nil
}
