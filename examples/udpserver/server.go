package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"time"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/variant"
)

const (
	ticks      = 20 // a second
	maxPlayers = 1000
	silence    = 5 * time.Second // after which a player is forgotten
)

// A player is whoever sends from one address.
type player struct {
	addr netip.AddrPort
	id   int32
	seq  int32 // the latest
	at   math.Vector2
	seen time.Time
}

// newer reports whether sequence number a comes after b, also where the numbers
// have begun again from the other end in between.
func newer(a, b int32) bool { return a-b > 0 }

// A server is one socket and the players behind it. One goroutine does
// everything: it reads until the next tick is due, then writes.
type server struct {
	conn  *net.UDPConn
	codec *codec.Codec
	log   *slog.Logger

	byAddr  map[netip.AddrPort]*player
	players []*player
	lastID  int32
	seq     int32

	base, each int // sizes of snapshots
	snapshot   snapshot
	window     []*player
	in         [budget + 1]byte
	out        []byte
}

func newServer(conn *net.UDPConn, d *variant.Dialect, log *slog.Logger) (*server, error) {
	c, err := codec.New(codec.Options{Dialect: d, Limits: codec.Limits{MaxDepth: 1}})
	if err != nil {
		return nil, err
	}
	s := &server{conn: conn, codec: c, log: log, byAddr: map[netip.AddrPort]*player{}}
	s.base, s.each, err = sizeOf(c)
	return s, err
}

// serve plays until ctx is done, and closes the socket.
func (s *server) serve(ctx context.Context) error {
	defer s.conn.Close()
	stop := context.AfterFunc(ctx, func() { s.conn.Close() })
	defer stop()
	for next := time.Now(); ; next = next.Add(time.Second / ticks) {
		if err := s.read(next); err != nil {
			if ctx.Err() != nil {
				return nil
			}
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
		var timeout net.Error
		switch {
		case err == nil:
			s.receive(addr, s.in[:n], time.Now())
		case errors.As(err, &timeout) && timeout.Timeout():
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		default: // an ICMP message of somebody who has gone, say
			s.log.Debug("read", "err", err)
		}
	}
}

// receive takes what a datagram says, if it says anything and is the latest.
func (s *server) receive(addr netip.AddrPort, datagram []byte, now time.Time) {
	if len(datagram) > budget {
		return
	}
	v, err := s.codec.Decode(datagram)
	if err != nil {
		s.log.Debug("bad datagram", "addr", addr, "err", err)
		return
	}
	message, _ := v.(variant.Dictionary)
	seq, ok := field[variant.Int](message, "seq")
	at, ok2 := field[math.Vector2](message, "at")
	if !ok || !ok2 || !at.IsFinite() {
		return
	}
	p := s.byAddr[addr]
	switch {
	case p == nil && len(s.players) == maxPlayers:
		return
	case p == nil:
		s.lastID++
		p = &player{addr: addr, id: s.lastID}
		s.byAddr[addr] = p
		s.players = append(s.players, p)
	case !newer(int32(seq), p.seq):
		return
	}
	p.seq, p.at, p.seen = int32(seq), at, now
}

// tick forgets who is silent and sends everybody a snapshot.
func (s *server) tick(now time.Time) {
	heard := s.players[:0]
	for _, p := range s.players {
		if now.Sub(p.seen) > silence {
			delete(s.byAddr, p.addr)
			continue
		}
		heard = append(heard, p)
	}
	clear(s.players[len(heard):])
	s.players = heard
	s.seq++
	for i, p := range s.players {
		if err := s.encode(i); err != nil {
			s.log.Error("snapshot", "err", err)
			continue
		}
		if _, err := s.conn.WriteToUDPAddrPort(s.out, p.addr); err != nil {
			s.log.Debug("write", "addr", p.addr, "err", err)
		}
	}
}

// encode makes the snapshot for player i in s.out. It allocates nothing once the
// slices have grown.
func (s *server) encode(i int) error {
	room := min((budget-s.base)/s.each, len(s.players)) - 1
	s.window = append(s.window[:0], s.players[i])
	first := int(uint32(s.seq)) * room
	for k := range room { // of those behind i, in a circle
		others := len(s.players) - 1
		s.window = append(s.window, s.players[(i+1+(first+k)%others)%len(s.players)])
	}
	s.snapshot.of(s.seq, s.window)
	out, err := s.codec.Append(s.out[:0], &s.snapshot)
	if err == nil {
		s.out = out
	}
	return err
}

// field returns the value of a key, if it is a T.
func field[T variant.Variant](d variant.Dictionary, key variant.String) (T, bool) {
	v, _ := d.Get(key)
	return variant.As[T](v)
}
