package message

import (
	"errors"
	"sync"
	"time"

	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A Peer is a client of a [Server]. Any goroutine and any handler may call its methods. The zero
// Peer is a client that has left, for tests of handlers: its methods return errors.
//
// The Server uses the field Value of the transport.Peer: do not set it.
type Peer struct {
	*transport.Peer
	tap func(p *Peer, way transport.Direction, name string, packet []byte) // nil without Server.Tap

	mu        sync.Mutex
	format    format
	pinged    time.Time // time of the last call of Ping; zero if no Pong is expected
	roundTrip time.Duration
	state     int // greatest number among the states that were sent to the client
}

// Dialect returns the client's dialect. On a server with several dialects, it returns nil before
// the client's first message.
func (p *Peer) Dialect() *variant.Dialect { return p.spoken().dialect }

// speak sets the format of the messages to the client.
func (p *Peer) speak(f format) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.format = f
}

func (p *Peer) spoken() format {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.format
}

// fed returns the greatest number of a state that Feeds have sent to the client; 0 if there is
// none. Each state of a Feed has a number, see Update.Seq.
func (p *Peer) fed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// feed stores the number of a state that a Feed sends to the client.
func (p *Peer) feed(state int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = max(p.state, state)
}

// Send sends a message, see [Mux.Append]. It encodes the message, but does not wait until the
// packet is written. The errors are those of Mux.Append, and variant.ErrLimit for a packet that is
// longer than Limits.MaxFrame of Server.Out or than the transport can carry: 65,507 bytes for UDP.
// If the client has left, Send returns the reason. If the client's queue is full, Send disconnects
// it and returns a reason of kind transport.ErrSlow.
func (p *Peer) Send(m any) error {
	if why := p.Ended(); why != nil {
		return why
	}

	return p.spoken().encode(m, func(made packetOf) error {
		if made.err != nil {
			return made.err
		}
		return p.sent(made, p.Peer.SendCopy(transport.Message{Data: made.bytes}))
	})
}

// post queues a packet. The caller must not change the packet afterwards.
func (p *Peer) post(made packetOf) error {
	return p.sent(made, p.Peer.Send(transport.Message{Data: made.bytes}))
}

// sent tells Tap that a packet was queued, unless there was an error.
func (p *Peer) sent(made packetOf, err error) error {
	if err != nil {
		var long *variant.Error
		if errors.As(err, &long) && p.Ended() == nil {
			err = &Error{made.name, err}
		}
		return err
	}

	p.tapped(transport.Outgoing, made.name, made.bytes)
	return nil
}

// tapped calls Server.Tap.
func (p *Peer) tapped(way transport.Direction, name string, packet []byte) {
	if p.tap != nil {
		p.tap(p, way, name, packet)
	}
}

// Ping sends a message and starts to measure a round trip. Call Pong in the handler of the client's
// answer. After a Ping, only the first Pong counts.
func (p *Peer) Ping(m any) error {
	p.mu.Lock()
	p.pinged = time.Now()
	p.mu.Unlock()
	return p.Send(m)
}

// Pong ends the measurement that [Peer.Ping] started. [Peer.Stats] returns the result.
func (p *Peer) Pong() {
	p.mu.Lock()
	defer p.mu.Unlock()

	if !p.pinged.IsZero() {
		p.roundTrip = time.Since(p.pinged)
		p.pinged = time.Time{}
	}
}

// Stats returns the counts up to now. RoundTrip is the time between Ping and Pong. Before the first
// Pong it is the time that the transport's own ping has measured.
func (p *Peer) Stats() transport.Stats {
	s := p.Peer.Stats()

	p.mu.Lock()
	defer p.mu.Unlock()
	if p.roundTrip > 0 {
		s.RoundTrip = p.roundTrip
	}

	return s
}
