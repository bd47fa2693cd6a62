package proxy

import (
	"context"
	"errors"
	"fmt"
	"net"

	"godotvariant/codec/transport/enet"
)

// Serve listens on an address and forwards connections until ctx is done. The transport is "tcp",
// "udp", "ws" or "enet". Before Serve serves the first client, it calls onListen with the address
// of the listener. If onListen returns an error, Serve ends and returns the error.
func (p *Proxy) Serve(ctx context.Context, transport, listen string,
	onListen func(net.Addr) error) error {
	switch transport {
	case "udp":
		addr, err := net.ResolveUDPAddr("udp", listen)
		if err != nil {
			return err
		}

		conn, err := net.ListenUDP("udp", addr)
		if err != nil {
			return err
		}

		if err := onListen(conn.LocalAddr()); err != nil {
			return errors.Join(err, conn.Close())
		}

		return p.serveUDP(ctx, conn)

	case "tcp":
		l, err := listenTCP(listen, onListen)
		if err != nil {
			return err
		}

		return p.serveTCP(ctx, l)

	case "ws":
		target, err := wsTarget(p.To)
		if err != nil {
			return err
		}

		l, err := listenTCP(listen, onListen)
		if err != nil {
			return err
		}

		return p.serveWS(ctx, l, target)

	case "enet":
		l, err := enet.Listen(listen, enet.Options{Layer: p.Layer, Limits: limitsENet})
		if err != nil {
			return err
		}

		if err := onListen(l.Addr()); err != nil {
			return errors.Join(err, l.Close())
		}

		return p.serveENet(ctx, l)
	}

	return fmt.Errorf("%q is not a transport: it must be tcp, udp, ws or enet", transport)
}

// listenTCP listens on an address. Then it calls onListen with the address of the listener, which
// has the actual port.
func listenTCP(address string, onListen func(net.Addr) error) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}

	if err := onListen(l.Addr()); err != nil {
		return nil, errors.Join(err, l.Close())
	}

	return l, nil
}
