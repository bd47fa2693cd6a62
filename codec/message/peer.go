package message

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A Peer is a client of a [Server]. Any goroutine may call its methods, and so may handlers. The zero
// Peer is a client that has left, for tests of handlers: its methods return errors.
//
// The Server uses the field Value.
type Peer struct {
	*transport.Peer
	tap func(p *Peer, way transport.Direction, name string, packet []byte) // or nil

	mu        sync.Mutex
	format    format
	pinged    time.Time // when Ping was sent; zero: no answer is awaited
	roundTrip time.Duration
	state     int // the greatest number of a state that a Feed has sent
}

// A format has the codec and the message names with which messages are encoded.
type format struct {
	mux     encoder // the *Mux of the server
	out     *codec.Codec
	dialect *variant.Dialect // nil until it is known
}

// An encoder is a [Mux] with any type of sender.
type encoder interface {
	encode(c *codec.Codec, dst []byte, v any) (name string, packet []byte, err error)
}

// Dialect returns a copy of the client's dialect. Compare the names of dialects, not the pointers.
// On a server with several dialects, Dialect returns nil before the client's first message.
func (p *Peer) Dialect() *variant.Dialect {
	f := p.spoken()
	if f.dialect == nil {
		return nil
	}
	return f.dialect.Clone()
}

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

// fed returns the greatest number of a state that the client was sent.
func (p *Peer) fed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// feed notes the number of a state that the client is sent.
func (p *Peer) feed(state int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = max(p.state, state)
}

// Send sends a message, see [Mux.Append]. It encodes the message and does not wait until it is
// written. The errors are those of Mux.Append, and variant.ErrLimit for a packet that is longer
// than Limits.MaxFrame of Server.Out or than the transport can carry: 65,507 bytes for UDP. If the
// client has left, Send returns the reason. If the client's queue is full, Send disconnects it and
// returns a reason of kind transport.ErrSlow.
func (p *Peer) Send(m any) error {
	if why := p.Ended(); why != nil {
		return why
	}

	name, packet, err := p.spoken().encode(m)
	if err != nil {
		return err
	}

	return p.post(name, packet)
}

// scratch has buffers for encoding messages.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

// maxScratch is the greatest capacity in bytes of a buffer that is kept for the next packet.
const maxScratch = 64 << 10

// encode returns the packet of a message, in a slice that has no spare capacity.
func (f format) encode(m any) (name string, packet []byte, err error) {
	buf := scratch.Get().(*[]byte)
	defer scratch.Put(buf)

	name, b, err := f.mux.encode(f.out, (*buf)[:0], m)
	if err != nil {
		return "", nil, err
	}

	packet = bytes.Clone(b)
	if cap(b) <= maxScratch {
		*buf = b
	}

	if most := f.out.Limits().MaxFrame; len(packet) > most {
		err = &Error{name, tooLong(len(packet), most)}
	}

	return name, packet, err
}

// tooLong returns the error of a packet of n bytes over Limits.MaxFrame of a codec.
func tooLong(n, most int) error {
	return &variant.Error{Op: "encode", Path: "$", Err: variant.Because(variant.ErrLimit,
		fmt.Sprintf("the packet has %d bytes, Limits.MaxFrame is %d", n, most))}
}

// post queues a packet. The caller must not change the packet afterwards.
func (p *Peer) post(name string, packet []byte) error {
	err := p.Peer.Send(transport.Message{Data: packet})
	if err != nil {
		var long *variant.Error
		if errors.As(err, &long) && p.Ended() == nil {
			err = &Error{name, err}
		}
		return err
	}

	p.tapped(transport.Outgoing, name, packet)
	return nil
}

// tapped calls Server.Tap.
func (p *Peer) tapped(way transport.Direction, name string, packet []byte) {
	if p.tap != nil {
		p.tap(p, way, name, packet)
	}
}

// Ping sends a message and starts the measurement of a round trip. Call Pong in the handler of the
// client's answer. Only the first answer after a Ping counts.
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

// Stats returns the counts up to now. RoundTrip is that between Ping and Pong, or of the transport's
// own ping before the first Pong.
func (p *Peer) Stats() transport.Stats {
	s := p.Peer.Stats()

	p.mu.Lock()
	defer p.mu.Unlock()
	if p.roundTrip > 0 {
		s.RoundTrip = p.roundTrip
	}

	return s
}
