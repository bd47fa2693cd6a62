package proxy

import (
	"context"
	"errors"
	"io"
	"net"
)

// serveTCP forwards connections until ctx is done, and then closes them.
func (p *Proxy) serveTCP(ctx context.Context, l net.Listener) error {
	return acceptAll(ctx, p, l, func(ctx context.Context, conn net.Conn) {
		p.relay(ctx, conn.(*net.TCPConn))
	})
}

// relay connects one client with the server.
func (p *Proxy) relay(ctx context.Context, from *net.TCPConn) {
	id := int(p.lastID.Add(1))
	p.add(Record{Conn: id, From: client, Kind: kindOpen, Note: from.RemoteAddr().String()})
	var d net.Dialer

	conn, err := d.DialContext(ctx, "tcp", p.To)
	if err != nil {
		p.add(Record{Conn: id, From: server, Kind: kindEnd, Note: err.Error()})
		reset(from)
		return
	}

	to := conn.(*net.TCPConn)
	stop := context.AfterFunc(ctx, func() { reset(from); reset(to) })
	defer stop()

	answered := make(chan error, 1)
	go func() { answered <- p.pump(id, server, to, from) }()

	err = p.pump(id, client, from, to)
	if errors.Join(err, <-answered) != nil {
		reset(from)
		reset(to)
	}

	from.Close()
	to.Close()
}

// pump forwards the bytes of src to dst, until src ends or a write to dst fails. If the peer of src
// sends nothing more, pump closes dst for writing. If src is reset, pump resets dst.
func (p *Proxy) pump(id int, side string, src, dst *net.TCPConn) error {
	frames := splitter{max: p.MaxFrame, emit: func(kind string, part []byte) {
		p.add(Record{Conn: id, From: side, Kind: kind, Packet: part})
	}}

	end := func(note string) { // called before dst learns that src has ended
		frames.end()
		p.add(Record{Conn: id, From: side, Kind: kindEnd, Note: note})
	}

	buf := make([]byte, 32<<10)
	for {
		n, err := src.Read(buf)
		frames.feed(buf[:n]) // record the bytes before Write, so that they precede their answer

		if n > 0 {
			if _, err := dst.Write(buf[:n]); err != nil {
				// Do not reset the connections here, because bytes from dst may not have reached
				// src yet. The other pump ends soon, and then both connections are reset.
				end("not passed on: " + err.Error())
				return err
			}
		}

		switch {
		case err == io.EOF:
			end("")
			return dst.CloseWrite()

		case errors.Is(err, net.ErrClosed): // the other pump or the proxy has closed src
			end("")
			reset(dst)
			return err

		case err != nil:
			end(err.Error())
			reset(dst)
			return err
		}
	}
}

// reset closes a connection so that the peer gets an error.
func reset(c *net.TCPConn) {
	_ = c.SetLinger(0)
	c.Close()
}
