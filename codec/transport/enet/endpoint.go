package enet

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet/internal/compress"
	"godotvariant/codec/transport/enet/internal/core"
	"godotvariant/codec/transport/internal/udp"
)

// When datagrams arrive often, an endpoint works in beats, as an engine works in frames. It reads
// all datagrams of a beat, the program handles them, and the endpoint sends the answers of the
// program together with the acknowledgements. So the process wakes up only a few times, even with
// many clients. Waking up takes more time than handling a datagram.
const (
	// beat is the time in which datagrams are gathered. It is shorter than a frame of a game.
	beat = 4 * time.Millisecond
	// turn is how long an endpoint waits after the program's first answer to the datagrams of a
	// beat, because more answers may follow. Then the endpoint sends all of them. It sends later
	// answers half a beat after that. In readInBeats, turn is how long the reading of a beat takes
	// at most.
	turn = 100 * time.Microsecond
)

// An endpoint is a socket with the core.Host for all connections over this socket.
type endpoint struct {
	socket   *udp.Socket
	throttle Throttle
	began    time.Time
	clock    *time.Timer // rings when the Host has to be polled

	mu     sync.Mutex
	host   *core.Host
	polled time.Time        // time of the last poll
	urgent time.Time        // time when a message that needs an answer was last sent or received
	due    time.Time        // time when the clock rings
	handle func(core.Event) // called while mu is held
	last   bool             // the socket has to be closed when the last connection has ended
	users  map[user]bool    // connections that have not ended
	blocks map[user]bool    // connections whose Send waits
	failed chan struct{}    // closed when the socket has failed or was closed
	broken bool             // the socket has failed or was closed
}

// A user of an endpoint is a connection. The endpoint holds its mutex while it calls these methods.
type user interface {
	end(why error) // the socket has failed
	roomier()      // the queue may have become shorter
}

// newEndpoint returns an endpoint of a socket. It starts no goroutine.
func newEndpoint(c net.PacketConn, server bool, o Options) *endpoint {
	var coder compress.RangeCoder
	decompress := []core.Decompress{coder.Decode, compress.FastLZ, compress.Zlib}
	if o.Decompress != nil {
		decompress = append(decompress, o.Decompress)
	}

	return &endpoint{
		socket:   udp.New(c),
		throttle: o.Throttle,
		began:    time.Now(),
		clock:    time.NewTimer(0),
		users:    map[user]bool{},
		blocks:   map[user]bool{},
		failed:   make(chan struct{}),
		host: core.NewHost(core.Config{
			Server: server, Decompress: decompress, Random: random, Limits: o.Limits.core(),
			Bandwidth: core.Bandwidth{
				Incoming: uint32(max(o.InBandwidth, 0)), Outgoing: uint32(max(o.OutBandwidth, 0)),
			},
		}),
	}
}

// random returns random bits that an attacker can't guess.
func random() uint32 {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint32(b[:])
}

// now returns the time for the Host: the milliseconds since the endpoint was made.
func (e *endpoint) now() uint32 { return uint32(time.Since(e.began).Milliseconds()) }

// receive handles a datagram.
func (e *endpoint) receive(from netip.AddrPort, datagram []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()

	e.host.Receive(from, datagram, e.now())
	e.takeEvents()

	switch e.host.Demand() {
	case core.Now:
		e.urgent = time.Now()
		e.pollBy(e.urgent)
	case core.Soon:
		e.pollBy(time.Now().Add(beat))
	}
}

// isUrgent reports whether a message that needs an answer was sent or received recently. The
// argument maxAge is the greatest age of such a message.
func (e *endpoint) isUrgent(maxAge time.Duration) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return time.Since(e.urgent) < maxAge
}

// sendSoon makes the writer send the messages of the program after the time turn, or at the time
// beat/2 after the last poll if that is later. If the clock rings before, the writer sends the
// messages then. The caller holds mu.
func (e *endpoint) sendSoon() {
	at := time.Now().Add(turn)
	if next := e.polled.Add(beat / 2); at.Before(next) {
		at = next
	}

	e.pollBy(at)
}

// pollBy makes the timer e.clock ring at a time, unless it rings earlier. The caller holds mu.
func (e *endpoint) pollBy(at time.Time) {
	if at.Before(e.due) {
		e.due = at
		e.clock.Reset(time.Until(at))
	}
}

// takeEvents handles the events of the Host. The caller holds mu.
func (e *endpoint) takeEvents() {
	for _, event := range e.host.Events() {
		if event.Kind == core.Connected && e.throttle != (Throttle{}) {
			event.Peer.ConfigureThrottle(e.throttle.rule())
		}
		e.handle(event)
	}

	for u := range e.blocks {
		u.roomier()
	}
}

// poll returns the datagrams to write, and whether they are the last ones.
func (e *endpoint) poll() (datagrams []core.Datagram, over bool) {
	e.mu.Lock()
	defer e.mu.Unlock()

	datagrams, wait := e.host.Poll(e.now())
	wait = max(wait, beat)
	e.polled = time.Now()
	e.due = e.polled.Add(wait)
	e.clock.Reset(wait)

	e.takeEvents()
	over = e.broken || e.last && e.host.Peers() == 0
	return datagrams, over
}

// fail ends all connections after an error of the socket.
func (e *endpoint) fail(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()

	e.broken = true
	close(e.failed)
	for u := range e.users {
		u.end(fmt.Errorf("%w: %w", transport.ErrLost, err))
	}

	e.sendSoon()
}

// closeAfterLast closes the socket as soon as there are no connections.
func (e *endpoint) closeAfterLast() {
	e.mu.Lock()
	defer e.mu.Unlock()

	e.last = true
	e.host.Refuse()
	e.sendSoon()
}
