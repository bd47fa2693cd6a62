package message

import (
	"net"
	"sync"
	"time"
)

// ServePacket reads the datagrams of a connection. Each datagram is one message, and each address
// one client. A datagram from an unknown address is dropped, without an answer and without a call
// of Enter, if it is not a message with a known name in one of the dialects, or if it is longer
// than Limits.MaxFrame.
//
// It returns when reading fails with an error that is not temporary, as it does after Close. Before
// that it disconnects its clients and waits for the last Leave, as [Server.Serve] does. ServePacket
// returns the error of reading, or [ErrClosed] after [Server.Shutdown], which also closes the
// connection.
func (s *Server[S]) ServePacket(conn net.PacketConn) error {
	from, err := s.begin(func() { _ = conn.SetReadDeadline(time.Unix(1, 0)) }) // wakes the reader
	if err != nil {
		conn.Close()
		return err
	}

	d := datagrams{conn: conn, table: map[string]*datagramConn{}}
	for buf := make([]byte, 64<<10); ; {
		n, addr, err := conn.ReadFrom(buf)
		if err != nil && !s.isClosed() && passes(err) {
			continue
		}

		if err != nil {
			err = s.end(from, err)
			if err == ErrClosed {
				conn.Close()
			}
			return err
		}

		c := d.find(addr)
		if c == nil {
			if !s.welcomes(addr, buf[:n]) {
				continue
			}

			c = d.add(addr, s.maxFrame())
			from.tasks.Add(1)
			go func() {
				defer from.tasks.Done()
				defer d.remove(c)
				_ = s.visit(c, from) // Leave has the reason
			}()
		}

		c.deliver(buf[:n])
	}
}

// welcomes reports whether a datagram may make its address a new client.
func (s *Server[S]) welcomes(addr net.Addr, datagram []byte) bool {
	if len(datagram) > s.maxFrame() || s.tallies.over(hostOf(addr), s.PerSecond, time.Now()) {
		return false
	}
	_, known := s.recognise(datagram)
	return known
}

func (s *Server[S]) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// datagrams has the clients of a connection, by their addresses.
type datagrams struct {
	conn  net.PacketConn
	mu    sync.Mutex
	table map[string]*datagramConn
}

func (d *datagrams) find(addr net.Addr) *datagramConn {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.table[addr.String()]
}

func (d *datagrams) add(addr net.Addr, most int) *datagramConn {
	d.mu.Lock()
	defer d.mu.Unlock()

	c := &datagramConn{
		conn: d.conn, addr: addr, most: most,
		arrived: make(chan []byte, maxArrived),
		closed:  make(chan struct{}),
	}
	d.table[addr.String()] = c

	return c
}

func (d *datagrams) remove(c *datagramConn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.table, c.addr.String())
}
