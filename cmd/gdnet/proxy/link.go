package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/coder/websocket"
)

// A link is the connection of a replay with the server.
type link interface {
	send(r Record) error
	receive(emit func(kind string, part []byte)) // receive returns when the connection ends
	// closeWrite tells the server that the client sends nothing more. It returns false if the
	// transport can't do that.
	closeWrite() bool
	close()
}

// dial connects to the server at an address. The argument opening is the record of how the client
// has connected.
func dial(ctx context.Context, transport, address string, opening Record) (link, error) {
	switch transport {
	case "tcp", "udp":
		var d net.Dialer
		conn, err := d.DialContext(ctx, transport, address)
		if err != nil {
			return nil, err
		}

		if transport == "udp" {
			return &udpLink{conn}, nil
		}

		return &tcpLink{conn.(*net.TCPConn)}, nil

	case "ws":
		target, err := wsTarget(address)
		if err != nil {
			return nil, err
		}

		conn, _, err := dialWS(ctx, target, opening.Path, opening.Protocols, nil)
		if err != nil {
			return nil, err
		}

		conn.SetReadLimit(MaxFrame)
		return &wsLink{ctx, conn}, nil

	case "enet":
		conn, err := dialENet(ctx, address, layerOf(opening.Game), opening.Peer)
		if err != nil {
			return nil, err
		}

		return &enetLink{conn}, nil
	}

	return nil, fmt.Errorf("the capture is of the transport %q, which this program does not know",
		transport)
}

type tcpLink struct{ *net.TCPConn }

func (l *tcpLink) send(r Record) error {
	_, err := l.Write(wire(r))
	return err
}

func (l *tcpLink) receive(emit func(kind string, part []byte)) {
	frames := splitter{max: MaxFrame, emit: emit}
	defer frames.end()

	buf := make([]byte, 32<<10)
	for {
		n, err := l.Read(buf)
		frames.feed(buf[:n])
		if err != nil {
			return
		}
	}
}

func (l *tcpLink) closeWrite() bool { return l.CloseWrite() == nil }
func (l *tcpLink) close()           { l.Close() }

type udpLink struct{ net.Conn }

func (l *udpLink) send(r Record) error {
	_, err := l.Write(r.Packet)
	return err
}

func (l *udpLink) receive(emit func(kind string, part []byte)) {
	buf := make([]byte, maxDatagram)
	for {
		n, err := l.Read(buf)
		if err != nil {
			return
		}
		emit(kindPacket, bytes.Clone(buf[:n]))
	}
}

func (l *udpLink) closeWrite() bool { return false }
func (l *udpLink) close()           { l.Close() }

type wsLink struct {
	ctx  context.Context
	conn *websocket.Conn
}

func (l *wsLink) send(r Record) error {
	for kind, name := range kinds {
		if name == r.Kind {
			return l.conn.Write(l.ctx, kind, r.Packet)
		}
	}
	return errors.New("a message over the limit was recorded in pieces and cannot be sent again: " +
		"record with a higher limit")
}

func (l *wsLink) receive(emit func(kind string, part []byte)) {
	for {
		kind, b, err := l.conn.Read(l.ctx)
		if err != nil {
			return
		}
		emit(kinds[kind], b)
	}
}

// closeWrite sends the closing code. The server may still send messages before it confirms this
// code.
func (l *wsLink) closeWrite() bool {
	go l.conn.Close(websocket.StatusNormalClosure, "")
	return true
}

func (l *wsLink) close() { l.conn.CloseNow() }
