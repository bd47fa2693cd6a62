package message

import (
	"bytes"
	"io"
	"net"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A Peer is a client of a [Server]. Any goroutine may call its methods, and so may handlers.
type Peer struct {
	conn     Conn
	host     string
	since    time.Time
	queueMax int
	patience time.Duration
	tap      func(p *Peer, way Direction, name string, packet []byte)
	silence  *time.Timer // ends the visit of a client that says nothing
	watchdog *time.Timer // closes the connection of a client that does not read

	mu      sync.Mutex
	format  format
	queue   [][]byte  // packets to write; writeAll may be writing the first
	changed sync.Cond // signals a change of queue or why
	why     error     // why the visit ends; nil before
	broken  bool      // the connection has failed
	entered bool
	stats   Stats
	pinged  time.Time // when Ping was sent; zero: no answer is awaited
	wrote   time.Time // when the last packet was written
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

// A Direction says which side sent a message. Server.Tap gets it.
type Direction uint8

const (
	Incoming Direction = iota // from the client
	Outgoing                  // to the client
)

// String returns "incoming" or "outgoing".
func (d Direction) String() string { return [...]string{"incoming", "outgoing"}[d&1] }

// Stats counts what a client and its server have sent each other. Bytes are counted in packets,
// without the headers of the transport.
type Stats struct {
	Since         time.Time // when the client connected
	Received      int       // messages of the client
	ReceivedBytes int
	Sent          int // messages that were written to the client
	SentBytes     int
	Queue         int // messages that wait to be written
	QueueBytes    int
	RoundTrip     time.Duration // between the last Ping and its Pong, 0 before the first
}

func newPeer(conn Conn, queueMax int, idle, patience time.Duration) *Peer {
	p := &Peer{conn: conn, queueMax: queueMax, patience: patience, since: time.Now()}
	p.host = hostOf(conn.RemoteAddr())
	p.changed.L = &p.mu
	p.silence = time.AfterFunc(idle, func() {
		p.End(because(ErrIdle, "nothing came for %v", idle))
	})

	p.watchdog = time.AfterFunc(time.Hour, p.giveUp)
	p.watchdog.Stop()
	return p
}

// Addr returns the address of the client.
func (p *Peer) Addr() net.Addr { return p.conn.RemoteAddr() }

// Dialect returns a copy of the client's dialect. Compare the names of dialects, not the pointers.
// On a server with several dialects, Dialect returns nil before the client's first message.
func (p *Peer) Dialect() *variant.Dialect {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.format.dialect == nil {
		return nil
	}

	return p.format.dialect.Clone()
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

// Send sends a message, see [Mux.Append]. It encodes the message and does not wait until it is
// written. The errors are those of Mux.Append, and variant.ErrLimit for a packet that is longer
// than Limits.MaxFrame of Server.Out or than the transport can carry: 65,507 bytes for UDP. If the
// client is disconnected, Send returns the reason. If Server.Queue messages wait for the client,
// Send disconnects it and returns that reason.
func (p *Peer) Send(m any) error {
	if why := p.ended(); why != nil {
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
		err = &Error{name, tooLong("encode", len(packet), most, "Limits.MaxFrame")}
	}

	return name, packet, err
}

// post adds a packet to the queue. The caller must not change the packet afterwards.
func (p *Peer) post(name string, packet []byte) error {
	if err := checkTransport(p.conn, packet); err != nil {
		return &Error{name, err}
	}

	if err := p.push(packet); err != nil {
		return err
	}

	if p.tap != nil {
		p.tap(p, Outgoing, name, packet)
	}

	return nil
}

// push appends a packet to the queue. It keeps len(queue) <= queueMax.
func (p *Peer) push(packet []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.why != nil {
		return p.why
	}

	if len(p.queue) == p.queueMax {
		p.queue = nil
		p.stats.QueueBytes = 0
		p.end(because(ErrSlow, "%d messages wait for it", p.queueMax))
		return p.why
	}

	p.queue = append(p.queue, packet)
	p.stats.QueueBytes += len(packet)
	p.changed.Signal()
	return nil
}

// End disconnects the client, after the messages that wait for it and the message of
// Server.Farewell are sent, but at most after Server.Patience. After End, no further handler is
// called for the client. Leave gets the reason of the first call; nil stands for [ErrEnded].
//
// End does not wait. A handler that is running goes on. If the caller holds Server.Lock, no handler
// of the client begins after End.
func (p *Peer) End(why error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end(why)
}

func (p *Peer) end(why error) {
	if p.why != nil {
		return
	}

	p.why = why
	if why == nil {
		p.why = ErrEnded
	}

	p.silence.Stop()
	p.watchdog.Reset(p.patience)
	p.changed.Signal()
}

// ended returns the reason why the visit ended, or nil if it has not ended.
func (p *Peer) ended() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// fail ends the visit after an error of the connection.
func (p *Peer) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = p.broken || err != io.EOF // a client may close one direction
	p.end(err)
}

// giveUp closes the connection of a client that does not read.
func (p *Peer) giveUp() {
	p.fail(because(ErrSlow, "nothing was written for %v", p.patience))
	p.conn.Close(ErrSlow)
}

// heard counts a packet from the client. It returns false if the visit has ended: the packet is
// then dropped.
func (p *Peer) heard(packet []byte, idle time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.why != nil {
		return false
	}

	p.silence.Reset(idle)
	p.stats.Received++
	p.stats.ReceivedBytes += len(packet)
	return true
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
		p.stats.RoundTrip = time.Since(p.pinged)
		p.pinged = time.Time{}
	}
}

// Stats returns the counts up to now.
func (p *Peer) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()

	s := p.stats
	s.Since = p.since
	s.Queue = len(p.queue)
	return s
}

// writeAll writes packets of the queue, until the visit has ended and the queue is empty.
func (p *Peer) writeAll() {
	for {
		packet := p.first()
		if packet == nil || !p.write(packet) {
			return
		}
		p.pop(len(packet))
	}
}

// first waits until the queue has a packet and returns its first one. It returns nil if the visit
// has ended and the queue is empty.
func (p *Peer) first() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()

	for len(p.queue) == 0 && p.why == nil {
		p.changed.Wait()
	}

	if len(p.queue) == 0 {
		return nil
	}

	return p.queue[0]
}

// pop removes the first packet, of n bytes, after it was written.
func (p *Peer) pop(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()

	p.stats.Sent++
	p.stats.SentBytes += n

	if len(p.queue) == 0 { // the queue was dropped in the meantime
		return
	}

	p.queue[0] = nil
	p.queue = p.queue[1:]
	p.stats.QueueBytes -= n
}

// write writes a packet. The limit is patience for each packet, and after the end of the visit
// patience for all remaining packets together.
func (p *Peer) write(packet []byte) bool {
	p.mu.Lock()
	if p.why == nil {
		p.watchdog.Reset(p.patience)
	}
	p.mu.Unlock()

	err := p.conn.WritePacket(packet)

	p.mu.Lock()
	p.wrote = time.Now()
	if p.why == nil {
		p.watchdog.Stop()
	}
	p.mu.Unlock()

	if err != nil {
		p.fail(err)
	}

	return err == nil
}

// lag is how long a connection stays open after its last message. Engines lose a message that
// arrives in the same read as the end of the connection: Godot 3 and 4 over TCP, a native Godot 4
// over WebSocket. A game reads once in each of its frames.
const lag = 200 * time.Millisecond

// close closes the connection after the last message. The channel done is closed when the reader
// has ended.
func (p *Peer) close(done <-chan struct{}) {
	p.mu.Lock()
	why := p.why
	broken := p.broken
	rest := lag - time.Since(p.wrote)
	p.mu.Unlock()

	if _, datagrams := p.conn.(*datagramConn); !datagrams && !broken && rest > 0 {
		select {
		case <-done: // the client has closed
		case <-time.After(rest):
		}
	}

	if s, ok := p.conn.(*stream); ok && !broken {
		s.finish(min(p.patience, time.Second))
		<-done
	}

	p.conn.Close(why)
	p.watchdog.Stop()
	p.silence.Stop()
}

// enter makes the client one of Server.Peers.
func (p *Peer) enter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entered = true
}

func (p *Peer) hasEntered() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.entered
}

func (p *Peer) isBroken() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.broken
}
