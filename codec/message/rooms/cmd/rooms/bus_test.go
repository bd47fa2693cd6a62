package main

import (
	"context"
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/natsd"
)

// TestBusWaits: a process that starts before NATS waits for NATS. At first no program listens at
// the address of NATS. Then a program listens there that closes each connection. After that NATS
// starts.
func TestBusWaits(t *testing.T) {
	address := freeAddress(t)
	folder := t.TempDir()
	started := make(chan struct{})
	go func() {
		defer close(started)
		l := must(net.Listen("tcp", address))
		for range 2 {
			must(l.Accept()).Close()
		}
		l.Close()

		s := must(natsd.Start(natsd.Options{Address: address, Folder: folder}))
		t.Cleanup(s.Shutdown)
	}()

	b, err := openBus(t.Context(), busSettings{url: "nats://" + address})
	require.NoError(t, err)
	b.close()
	<-started
}

// TestBusGivesUp: openBus returns the error of NATS when its context is done. If the settings are
// wrong, it returns the error at once.
func TestBusGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := openBus(ctx, busSettings{url: "nats://" + freeAddress(t)})
	require.EqualError(t, err, "nats: no servers available for connection")

	_, err = openBus(t.Context(), busSettings{url: "nats://127.0.0.1:4222", ca: "nowhere.pem"})
	require.ErrorContains(t, err, "nowhere.pem")
}
