package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"time"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

const (
	ticks      = 20 // a second
	maxPlayers = 1000
	silence    = 5 * time.Second // then a player is forgotten

	// maxDatagram is the most bytes that, with the headers of IP and UDP, every network carries
	// in one piece. maxVisible players fit in, 12 bytes each.
	maxDatagram = 1200
	maxVisible  = 94
)

// A report is a message of a client.
type report struct {
	Seq int64        `godot:"seq"`
	At  math.Vector2 `godot:"at"`
}

// A snapshot is the message that the client gets.
type snapshot struct {
	Seq int64          `godot:"seq"`
	IDs []int32        `godot:"ids"`
	At  []math.Vector2 `godot:"at"`
}

// A player is an address that sends reports.
type player struct {
	report // the latest
	addr   netip.AddrPort
	id     int32
	seen   time.Time
}

// A server has a socket and the players that use it. One goroutine does all the work: it reads
// until the next tick is due, then it writes.
type server struct {
	conn  *net.UDPConn
	codec *codec.Codec
	log   *slog.Logger

	byAddr  map[netip.AddrPort]*player
	players []*player
	lastID  int32

	// Each datagram uses the memory of these again.
	snapshot snapshot
	in       [maxDatagram + 1]byte
	out      []byte
}

func newServer(conn *net.UDPConn, d *variant.Dialect, log *slog.Logger) *server {
	c := codec.MustNew(codec.Options{Dialect: d, Limits: codec.Limits{MaxDepth: 1}})
	return &server{conn: conn, codec: c, log: log, byAddr: map[netip.AddrPort]*player{}}
}

// serve plays until ctx is done, closes the socket, and returns why.
func (s *server) serve(ctx context.Context) error {
	defer s.conn.Close()
	stop := context.AfterFunc(ctx, func() { s.conn.Close() })
	defer stop()

	for next := time.Now(); ; next = next.Add(time.Second / ticks) {
		if err := s.read(next); err != nil {
			return err
		}
		s.tick(time.Now())
	}
}

// read receives datagrams until the time of the next tick.
func (s *server) read(next time.Time) error {
	if err := s.conn.SetReadDeadline(next); err != nil {
		return err
	}

	for {
		n, addr, err := s.conn.ReadFromUDPAddrPort(s.in[:])
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // for example an ICMP message, because a player has left
			s.log.Debug("read", "err", err)
		case n <= maxDatagram:
			s.receive(addr, s.in[:n], time.Now())
		}
	}
}

// receive takes the report of a datagram, if it is newer than the last one of the player.
func (s *server) receive(addr netip.AddrPort, datagram []byte, now time.Time) {
	var r report
	if err := s.codec.Unmarshal(datagram, &r); err != nil {
		s.log.Debug("bad datagram", "addr", addr, "err", err)
		return
	}
	if r.Seq < 1 || !r.At.IsFinite() {
		return
	}

	p := s.byAddr[addr]
	if p == nil {
		if len(s.players) == maxPlayers {
			return
		}
		s.lastID++
		p = &player{addr: addr, id: s.lastID}
		s.byAddr[addr] = p
		s.players = append(s.players, p)
	}
	if r.Seq > p.Seq {
		p.report = r
		p.seen = now
	}
}

// tick forgets silent players and sends a snapshot to each of the others.
func (s *server) tick(now time.Time) {
	s.players = slices.DeleteFunc(s.players, func(p *player) bool {
		silent := now.Sub(p.seen) > silence
		if silent {
			delete(s.byAddr, p.addr)
		}
		return silent
	})

	s.snapshot.Seq++
	for i, p := range s.players {
		if err := s.encode(i); err != nil {
			s.log.Error("snapshot", "err", err)
		} else if _, err := s.conn.WriteToUDPAddrPort(s.out, p.addr); err != nil {
			s.log.Debug("write", "addr", p.addr, "err", err)
		}
	}
}

// encode makes s.out the snapshot for player i: the player itself, then others. If not all others
// fit, each snapshot goes on where the last one ended, in the circle of all players.
func (s *server) encode(i int) error {
	m := &s.snapshot
	m.IDs = append(m.IDs[:0], s.players[i].id)
	m.At = append(m.At[:0], s.players[i].At)

	others := len(s.players) - 1
	visible := min(maxVisible-1, others)
	for k := range visible {
		turn := (m.Seq*int64(visible) + int64(k)) % int64(others)
		p := s.players[(i+1+int(turn))%len(s.players)]
		m.IDs = append(m.IDs, p.id)
		m.At = append(m.At, p.At)
	}

	var err error
	s.out, err = s.codec.AppendMarshal(s.out[:0], m)
	return err
}
