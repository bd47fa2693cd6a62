package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
)

const (
	ticks = 20 // ticks in a second

	// maxDatagram is the length of the longest datagram that every network carries in one piece,
	// with the headers of IP and UDP. maxVisible players of 12 bytes each fit into it.
	maxDatagram = 1200
	maxVisible  = 94
)

// limits are the limits of the server. It forgets a player from which nothing has arrived for 5
// seconds. A snapshot that has to wait is too old, so it is dropped.
var limits = transport.Limits{
	MaxPeers: 1000,
	MaxFrame: maxDatagram,
	MaxQueue: 4,
	Idle:     5 * time.Second,
}

// errNotFinite is the error for a position whose numbers include an infinity or a NaN.
var errNotFinite = errors.New("the position is not finite")

// A report is the message that a client sends: its position, with a number.
type report struct {
	Seq int64        `godot:"seq"`
	At  math.Vector2 `godot:"at"`
}

// A snapshot is the message that a client receives: the positions of some players.
type snapshot struct {
	Seq int64          `godot:"seq"`
	IDs []int32        `godot:"ids"`
	At  []math.Vector2 `godot:"at"`
}

// A player is an address that sends reports.
type player struct {
	report // the latest report
	peer   *transport.Peer
	id     int32
}

// A server has the players. The transport reads and writes their datagrams, and forgets players
// that send nothing.
type server struct {
	conns transport.Server
	codec *codec.Codec
	log   *slog.Logger

	mu      sync.Mutex // held during receive and tick
	players []*player
	lastID  int32

	snapshot snapshot // snapshot whose memory is reused for each datagram
}

func newServer(d *variant.Dialect, log *slog.Logger) *server {
	c := codec.MustNew(codec.Options{Dialect: d, Limits: codec.Limits{MaxDepth: 1}})
	s := &server{codec: c, log: log}
	s.conns.Limits = limits
	s.conns.Lock = &s.mu
	s.conns.Enter = s.enter
	s.conns.Receive = s.receive
	s.conns.Leave = s.leave
	return s
}

// serve runs the game until ctx is done or the listener fails, and returns the reason.
func (s *server) serve(ctx context.Context, l transport.Listener) error {
	clock := time.NewTicker(time.Second / ticks)
	defer clock.Stop()

	ended := make(chan error, 1)
	go func() { ended <- s.conns.Serve(l) }()
	stop := context.AfterFunc(ctx, func() { _ = s.conns.Shutdown(context.Background()) })
	defer stop()

	for {
		select {
		case err := <-ended:
			return err
		case <-clock.C:
			s.tick()
		}
	}
}

// enter adds a player. The player has proven that it receives datagrams at its address.
func (s *server) enter(p *transport.Peer) error {
	s.lastID++
	one := &player{peer: p, id: s.lastID}
	p.Value = one
	s.players = append(s.players, one)
	return nil
}

// leave forgets a player.
func (s *server) leave(p *transport.Peer, why error) {
	s.log.Debug("left", "addr", p.Addr(), "why", why)
	s.players = slices.DeleteFunc(s.players, func(other *player) bool { return other.peer == p })
}

// receive handles the report in a datagram, if it is newer than the last report of the player. A
// bad datagram does not disconnect the player, because another program may have sent it with the
// player's address.
func (s *server) receive(p *transport.Peer, m transport.Message) error {
	if err := p.Value.(*player).take(s.codec, m.Data); err != nil {
		s.log.Debug("bad datagram", "addr", p.Addr(), "err", err)
	}
	return nil
}

// take stores the report in a datagram, if it is newer than the last report.
func (p *player) take(c *codec.Codec, datagram []byte) error {
	var r report
	if err := c.Unmarshal(datagram, &r); err != nil {
		return err
	}
	if !r.At.IsFinite() {
		return errNotFinite
	}

	if r.Seq > p.Seq {
		p.report = r
	}
	return nil
}

// tick sends a new snapshot to each player that has sent a report.
func (s *server) tick() {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.snapshot.Seq++
	for i, p := range s.players {
		datagram, err := s.encode(i)
		if err != nil {
			s.log.Error("snapshot", "err", err)
			continue
		}
		_ = p.peer.Send(transport.Message{Data: datagram, Delivery: transport.Unreliable})
	}
}

// encode returns the snapshot for player i: first the player itself, then other players. If not all
// other players fit, each snapshot continues with the player after the last one in the previous
// snapshot. After the last of all players it continues with the first one.
func (s *server) encode(i int) ([]byte, error) {
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

	return s.codec.Marshal(m)
}
