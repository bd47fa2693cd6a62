package main

import (
	"context"
	"errors"
	"net"
	"strings"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
)

// doors are the listeners for clients.
type doors struct {
	settings
	tcp transport.Listener
	udp transport.Listener
	web net.Listener // listener for WebSocket
}

// openDoors listens for TCP, UDP and WebSocket.
func openDoors(s settings) (d *doors, err error) {
	d = &doors{settings: s}
	d.tcp, err = transport.Listen("tcp", s.listen)
	if err != nil {
		return nil, err
	}

	// UDP uses the same port as TCP, even if the system has chosen this port.
	d.udp, err = transport.Listen("udp", d.tcp.Addr().String())
	if err == nil {
		d.web, err = net.Listen("tcp", s.ws)
	}

	if err != nil {
		d.close()
		return nil, err
	}

	return d, nil
}

// serve accepts clients until ctx is done. The accepted clients stay connected until the host is
// drained.
func (d *doors) serve(ctx context.Context, host *rooms.Host) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	server := host.Server()
	var origins []string
	if d.origins != "" {
		origins = strings.Split(d.origins, ",")
	}
	sockets := websocket.New(websocket.Options{Origins: origins})
	site := httpServer(sockets)
	go func() { cancel(server.Serve(d.tcp, d.udp, sockets)) }()
	go func() {
		if d.cert != "" {
			cancel(site.ServeTLS(d.web, d.cert, d.certKey))
			return
		}
		cancel(site.Serve(d.web))
	}()

	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}

	return nil
}

func (d *doors) close() {
	for _, c := range []interface{ Close() error }{d.tcp, d.udp, d.web} {
		if c != nil {
			_ = c.Close()
		}
	}
}
