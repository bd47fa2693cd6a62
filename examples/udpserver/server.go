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
	silence    = 5 * time.Second // after which a player is forgotten

	// A datagram of 1,200 bytes, with the headers of IP and UDP, passes every network in one piece. So many players
	// fit in, of 12 bytes each.
	budget = 1200
	room   = 94
)

// A report is what a client sends.
type report struct {
	Seq int64        `godot:"seq"`
	At  math.Vector2 `godot:"at"`
}

// A snapshot is what it gets.
type snapshot struct {
	Seq int64          `godot:"seq"`
	IDs []int32        `godot:"ids"`
	At  []math.Vector2 `godot:"at"`
}

// A player is whoever sends from one address.
type player struct {
	report // the latest
	addr   netip.AddrPort
	id     int32
	seen   time.Time
}

// A server is one socket and the players behind it. One goroutine does everything: it reads until the next tick is due,
// then writes.
type server struct {
	conn  *net.UDPConn
	codec *codec.Codec
	log   *slog.Logger

	byAddr  map[netip.AddrPort]*player
	players []*player
	lastID  int32

	snapshot snapshot // used again for each datagram, as in and out are
	in       [budget + 1]byte
	out      []byte
}

func newServer(conn *net.UDPConn, d *variant.Dialect, log *slog.Logger) *server {
	c := codec.MustNew(codec.Options{Dialect: d, Limits: codec.Limits{MaxDepth: 1}})
	return &server{conn: conn, codec: c, log: log, byAddr: map[netip.AddrPort]*player{}}
}

// serve plays until ctx is done, closes the socket, and returns why.
func (s *server) serve(ctx context.Context) error {
	defer s.conn.Close()
	defer context.AfterFunc(ctx, func() { s.conn.Close() })()
	for next := time.Now(); ; next = next.Add(time.Second / ticks) {
		if err := s.read(next); err != nil {
			return err
		}
		s.tick(time.Now())
	}
}

// read takes datagrams until the tick at next.
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
		case err != nil: // an ICMP message of a player that has gone, say
			s.log.Debug("read", "err", err)
		case n <= budget:
			s.receive(addr, s.in[:n], time.Now())
		}
	}
}

// receive takes what a datagram reports, if that is newer than what came before.
func (s *server) receive(addr netip.AddrPort, datagram []byte, now time.Time) {
	var r report
	if err := s.codec.Unmarshal(datagram, &r); err != nil {
		s.log.Debug("bad datagram", "addr", addr, "err", err)
		return
	}
	p := s.byAddr[addr]
	if r.Seq < 1 || !r.At.IsFinite() || p != nil && r.Seq <= p.Seq || p == nil && len(s.players) == maxPlayers {
		return
	}
	if p == nil {
		s.lastID++
		p = &player{addr: addr, id: s.lastID}
		s.byAddr[addr] = p
		s.players = append(s.players, p)
	}
	p.report, p.seen = r, now
}

// tick forgets who is silent and sends everybody a snapshot.
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

// encode makes the snapshot for player i in s.out: first itself, then those behind it in the circle of all players, in turn.
func (s *server) encode(i int) (err error) {
	m, others := &s.snapshot, int64(len(s.players)-1)
	m.IDs, m.At = append(m.IDs[:0], s.players[i].id), append(m.At[:0], s.players[i].At)
	n := min(room-1, others)
	for k := range n {
		p := s.players[(int64(i)+1+(m.Seq*n+k)%others)%(others+1)]
		m.IDs, m.At = append(m.IDs, p.id), append(m.At, p.At)
	}
	s.out, err = s.codec.AppendMarshal(s.out[:0], m)
	return err
}
