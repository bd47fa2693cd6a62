package main

import (
	"context"
	"errors"
	"net"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
)

// doors are the listeners for clients.
type doors struct {
	tcp transport.Listener
	udp transport.Listener
	ws  net.Listener
}

// openDoors listens for TCP and UDP at the address listen, and for WebSocket at the address ws.
func openDoors(listen, ws string) (d *doors, err error) {
	d = new(doors)
	d.tcp, err = transport.Listen("tcp", listen)
	if err != nil {
		return nil, err
	}

	// UDP uses the port of TCP, even if the system has chosen it.
	d.udp, err = transport.Listen("udp", d.tcp.Addr().String())
	if err == nil {
		d.ws, err = net.Listen("tcp", ws)
	}

	if err != nil {
		d.close()
		return nil, err
	}

	return d, nil
}

// serve accepts clients until ctx is done. The accepted clients stay connected until the node is
// drained.
func (d *doors) serve(ctx context.Context, node *rooms.Node) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	server := node.Server()
	sockets := websocket.New(websocket.Options{})
	go func() { cancel(server.Serve(d.tcp, d.udp, sockets)) }()
	go func() { cancel(httpServer(sockets).Serve(d.ws)) }()

	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}

	return nil
}

func (d *doors) close() {
	for _, c := range []interface{ Close() error }{d.tcp, d.udp, d.ws} {
		if c != nil {
			_ = c.Close()
		}
	}
}
