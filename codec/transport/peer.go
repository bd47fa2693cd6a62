package transport

import (
	"cmp"
	"context"
	"io"
	"net"
	"sync"
	"time"
)

// A Peer is a client of a [Server], from its connection to Leave. Any goroutine may call its
// methods. The functions of the Server may also call them. The zero Peer is a client that has left:
// Send and Ended return ErrClosed.
type Peer struct {
	// Value is for the program, which sets it in Server.Enter or earlier. The Server does not use
	// it.
	Value any

	conn   Conn
	passer passer // Conn if it has TrySend, or nil
	limits *Limits
	host   string
	since  time.Time
	tap    func(p *Peer, way Direction, m Message) // Server.Tap, or nil

	rates rates // guarded by the field turn of the visit

	mu      sync.Mutex
	changed sync.Cond // signals that queue has a new message, or that why was set
	queue   queue
	why     error // reason why the visit ends; nil before the end
	entered bool
	parting bool // Farewell or Refused is running, and may send
	broken  bool // nothing more can be sent
	times
	wrote time.Time // time when the last message was written
	alarm *time.Timer
	stats Stats
}

// Stats has counts of what a client and its server have sent to each other. Counts of bytes are
// lengths of messages, without the headers of the transport.
type Stats struct {
	Since                   time.Time // time when the client connected
	Received, ReceivedBytes int
	Sent, SentBytes         int           // messages that were written, and their bytes
	Queue, QueueBytes       int           // messages that wait to be written, and their bytes
	RoundTrip               time.Duration // time of the transport's last ping; 0 before the first
}

// newPeer returns the peer of a connection. It starts no goroutine.
func newPeer(conn Conn, l *Limits, host string) *Peer {
	p := &Peer{conn: conn, limits: l, host: host, since: time.Now()}
	p.changed.L = &p.mu
	p.idle = l.Idle
	p.patience = l.Patience
	p.passer, _ = conn.(passer)

	if f, ok := conn.(framer); ok {
		f.SetMaxFrame(l.MaxFrame)
	}

	return p
}

// Addr returns the address of the client.
func (p *Peer) Addr() net.Addr {
	if p == nil || p.conn == nil {
		return nil
	}
	return p.conn.RemoteAddr()
}

// Conn returns the connection, or nil. Use it only to call additional methods, because the Server
// itself receives, sends and closes.
func (p *Peer) Conn() Conn {
	if p == nil {
		return nil
	}
	return p.conn
}

// Send queues a message, and does not wait until it is written. The Data must not be changed
// afterwards; several peers may share it. The error is of kind variant.ErrLimit if the message is
// too long for the transport. Over UDP the limit is 65,507 bytes. If the visit has ended, Send
// returns the reason. If the queue is full, Send ends the visit and returns a reason of kind
// [ErrSlow].
func (p *Peer) Send(m Message) error { return p.send(m, false) }

// SendCopy is like Send, but queues a copy of the Data. Use it if the Data changes afterwards, such
// as the Data of Server.Receive. A copy of at most 16 KiB reuses the memory of an earlier copy that
// was already written, if there is one. Then SendCopy does not allocate.
func (p *Peer) SendCopy(m Message) error { return p.send(m, true) }

// send sends a message, or queues it. If copies is true, it queues a copy.
func (p *Peer) send(m Message, copies bool) error {
	if p == nil || p.conn == nil {
		return ErrClosed
	}

	if err := checkLength(p.conn, m.Data); err != nil {
		return err
	}
	if err := p.push(m, copies); err != nil {
		return err
	}

	if p.tap != nil {
		p.tap(p, Outgoing, m)
	}

	return nil
}

// push sends a message immediately if the connection can. Otherwise it adds the message to the
// queue.
func (p *Peer) push(m Message, copies bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.why != nil && !p.parting {
		return p.why
	}

	if p.pass(m) {
		return nil
	}

	if !p.queue.fits(len(m.Data), p.limits) {
		p.end(because(ErrSlow, "%d messages with %d bytes wait for it", p.queue.n, p.queue.bytes))
		p.queue.drop()
		return p.why
	}

	w := waitingMessage{Message: m}
	if copies {
		w.Data, w.buffer = copied(m.Data)
	}

	p.queue.push(w)
	p.changed.Signal()
	return nil
}

// pass sends a message immediately, if no other message waits and the connection does not have to
// wait. It reports whether it has sent the message.
func (p *Peer) pass(m Message) bool {
	if p.passer == nil || p.queue.n > 0 || p.broken || !p.passer.TrySend(m) {
		return false
	}

	p.wrote = time.Now()
	p.count(m)
	return true
}

// End ends the visit after the waiting messages and the last message are sent, but not later than
// after Limits.Patience. After End, Receive is not called any more. Leave gets the reason of the
// first call; nil stands for [ErrEnded].
//
// End does not wait. A function that is running for the client goes on. If the caller holds
// Server.Lock, only Farewell, Refused and Leave begin after End.
func (p *Peer) End(why error) {
	if p == nil || p.conn == nil {
		return
	}

	p.mu.Lock()
	defer p.mu.Unlock()
	p.end(cmp.Or(why, ErrEnded))
}

func (p *Peer) end(why error) {
	if p.why != nil {
		return
	}

	p.why = why
	p.endBy = time.Now().Add(p.patience)
	if p.alarm != nil {
		p.alarm.Reset(p.patience)
	}
	p.changed.Broadcast()
}

// part sets the field parting. While parting is true, the program may send messages although the
// visit has ended.
func (p *Peer) part(parting bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parting = parting
}

// Ended returns the reason why the visit has ended, or nil.
func (p *Peer) Ended() error {
	if p == nil || p.conn == nil {
		return ErrClosed
	}

	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// Rate counts a message under a name. The argument limit is the greatest number of messages of this
// name in a second. If there are more, the error is of kind [ErrRate]. Only Server.Receive may call
// it.
func (p *Peer) Rate(name string, limit int) error {
	return p.rates.countName(name, limit, time.Now())
}

// Stats returns the counts up to now.
func (p *Peer) Stats() Stats {
	if p == nil || p.conn == nil {
		return Stats{}
	}

	p.mu.Lock()
	defer p.mu.Unlock()

	s := p.stats
	s.Since = p.since
	s.Queue = p.queue.n
	s.QueueBytes = p.queue.bytes
	return s
}

// count counts messages that were written.
func (p *Peer) count(ms ...Message) {
	p.stats.Sent += len(ms)
	for _, m := range ms {
		p.stats.SentBytes += len(m.Data)
	}
}

// fail ends the visit after an error of the connection.
func (p *Peer) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()

	p.broken = p.broken || err != io.EOF // after io.EOF the other direction may be open
	p.end(lost(err))
}

// enter records that Server.Enter has accepted the client.
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

// hear counts a message of n bytes that the client has sent. It returns false if the visit has
// ended.
func (p *Peer) hear(n int, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.why != nil {
		return false
	}

	p.idleBy = now.Add(p.idle)
	_, p.pings = p.conn.(pinger) // pongs count only after the first message
	p.stats.Received++
	p.stats.ReceivedBytes += n
	return true
}

// watch starts the alarm. The alarm ends the visit when a time limit of the visit has passed.
func (p *Peer) watch() {
	p.mu.Lock()
	defer p.mu.Unlock()

	p.idleBy = p.since.Add(p.idle)
	p.alarm = time.AfterFunc(p.rest(time.Now()), p.ring)
}

// ring is the function of the alarm. If a time limit has passed, ring ends the visit or pings the
// client. It sets the alarm again.
func (p *Peer) ring() {
	p.mu.Lock()
	now := time.Now()

	switch p.due(now) {
	case writeLimit:
		p.giveUp()
		p.mu.Unlock()
		p.conn.Close(ErrSlow)
		return
	case idleLimit:
		p.end(because(ErrIdle, "nothing came for %v", p.idle))
	case pingLimit:
		p.pinging = true
		go p.ping(p.idleBy)
	}

	p.alarm.Reset(p.rest(now))
	p.mu.Unlock()
}

// giveUp ends the visit of a client whose messages can't be written, and drops the messages.
func (p *Peer) giveUp() {
	p.end(because(ErrSlow, "nothing was written for %v", p.patience))
	p.broken = true
	p.queue.drop()
	p.changed.Broadcast()
}

// ping pings the client, and waits for the answer until the time by. The answer sets p.idleBy to a
// later time. If neither an answer nor a message arrives, the timer p.alarm ends the visit of the
// client.
func (p *Peer) ping(by time.Time) {
	ctx, cancel := context.WithDeadline(context.Background(), by)
	defer cancel()

	began := time.Now()
	err := p.conn.(pinger).Ping(ctx)

	p.mu.Lock()
	defer p.mu.Unlock()

	p.pinging = false
	if err == nil && p.why == nil {
		now := time.Now()
		p.idleBy = now.Add(p.idle)
		p.stats.RoundTrip = now.Sub(began)
	}
}
