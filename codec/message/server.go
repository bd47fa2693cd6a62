package message

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/internal/plan"
	"godotvariant/variant"
)

// A Server receives messages of clients for a [Mux], and sends them messages: [Server.Serve] over
// TCP, [Server.ServePacket] over UDP, or both at the same time. Each client is a [Peer], whose
// methods send to it.
//
// Clients are not trusted. The server disconnects a client after a damaged or unknown
// message, or an error of a handler, unless Fault returns nil for it. It also disconnects
// a client that sends nothing for the time Idle, sends more than PerSecond, or does not
// receive its messages. Other clients are not affected. To disconnect a UDP client is to
// forget its address: its next datagram makes it a new client.
//
// Set the fields before the first call, and do not change them after it. Zero fields have defaults.
type Server[S any] struct {
	// Mux has the messages. It must not be nil.
	Mux *Mux[S]

	// Enter returns the sender of a new client, which handlers get. If it returns an error, the
	// client is disconnected, and Leave is not called. Nil: the sender is the zero S.
	Enter func(p *Peer) (S, error)
	// Leave is called once for each client that has entered, after its last message. It gets the
	// reason: io.EOF if the client closed the connection.
	Leave func(from S, why error)
	// Fault is called for each error of [Mux.Dispatch], those of handlers included. If it returns
	// nil, the client stays connected. Nil: the client is disconnected.
	Fault func(from S, err error) error

	// Lock, if it is set, is locked during Enter, Leave, Fault and handlers, so that they never run
	// at the same time. Without it, those of one client never run at the same time, but those of
	// several clients do.
	Lock sync.Locker

	// In reads messages. Set its Limits.MaxFrame, which is for TCP: a datagram has at most 64 KiB.
	// Out writes messages. Nil is the codec of codec.Options{}.
	In, Out *codec.Codec

	Idle     time.Duration // the longest time until the next message of a client; default 30 s
	Patience time.Duration // the longest time to write a message to a TCP client; default 5 s
	Queue    int           // how many messages may wait to be sent to a client; default 1024
	// how many clients one Serve or ServePacket has; more are refused; default 1024
	MaxPeers  int
	PerSecond int // how many messages a client may send in a second; default: any number
}

// Serve accepts the clients of a listener. It returns when Accept fails with an error that is not
// temporary, as it does after Close. Before that it disconnects all clients and waits for the last
// Leave. The error is that of Accept.
func (s *Server[S]) Serve(l net.Listener) error {
	all := s.open(codec.FrameU32)
	defer all.close()

	for {
		conn, err := l.Accept()
		if passes(err) {
			continue
		} else if err != nil {
			return err
		}

		if g := all.enter(conn.RemoteAddr()); g == nil {
			conn.Close()
		} else {
			all.spawn(func() { all.read(g, conn) })
			all.spawn(func() {
				g.write(func(frame []byte) error {
					conn.SetWriteDeadline(time.Now().Add(or(s.Patience, 5*time.Second)))
					_, err := conn.Write(frame)
					return err
				})
				conn.Close() // ends the reading
			})
		}
	}
}

// read takes the messages of a TCP client.
func (all *guests[S]) read(g *guest[S], conn net.Conn) {
	dec := all.server.In.NewDecoder(bufio.NewReader(conn), all.framing)
	for packet := new(plan.Packet); ; {
		conn.SetReadDeadline(time.Now().Add(all.server.idle()))
		err := dec.Unmarshal(packet)
		if err == nil {
			err = all.take(g, *packet)
		}

		if err != nil {
			g.End(err)
			all.leave(g)
			return
		}
	}
}

// ServePacket reads the datagrams of a connection. Each datagram is one message, and each address
// one client. It returns when reading fails with an error that is not temporary, as it does after
// Close. Before that it disconnects all clients and waits for the last Leave. The error is that of
// reading.
func (s *Server[S]) ServePacket(conn net.PacketConn) error {
	all := s.open(codec.FrameNone)
	defer all.close()

	for buf := make([]byte, 64<<10); ; {
		n, addr, err := conn.ReadFrom(buf)
		if passes(err) {
			continue
		} else if err != nil {
			return err
		}

		g := all.find(addr)
		if g == nil {
			g = all.enter(addr)
			if g == nil {
				continue
			}

			g.silence = time.AfterFunc(s.idle(), func() { g.End(errSilent) })
			all.spawn(func() {
				g.write(func(packet []byte) error {
					_, err := conn.WriteTo(packet, addr)
					return err
				})
				g.silence.Stop()
				all.leave(g)
			})
		}

		g.silence.Reset(s.idle())

		if err := all.take(g, buf[:n]); err != nil {
			g.End(err)
		}
	}
}

// passes reports whether err is an error that passes, such as one for too many open files. Then it
// waits a moment.
func passes(err error) bool {
	var e interface{ Temporary() bool }
	if !errors.As(err, &e) || !e.Temporary() {
		return false
	}
	time.Sleep(20 * time.Millisecond)
	return true
}

// Why a Server ends a visit.
var (
	errSilent = fmt.Errorf("the client is silent: %w", os.ErrDeadlineExceeded)
	errSlow   = errors.New("the client does not take its messages")
	errFlood  = errors.New("the client sends too many messages")
	errEnded  = errors.New("the server has ended")
)

// guests are the clients of one listener or connection.
type guests[S any] struct {
	server  *Server[S]
	framing codec.Framing
	tasks   sync.WaitGroup

	mu   sync.Mutex
	here map[string]*guest[S] // by address
}

// A guest is a client during its visit.
type guest[S any] struct {
	*Peer
	silence *time.Timer // ends the visit, over UDP

	mu     sync.Mutex // held while the program hears of the client
	from   S
	left   bool
	second time.Time // in which it has sent n messages
	n      int
}

func (s *Server[S]) open(f codec.Framing) *guests[S] {
	return &guests[S]{server: s, framing: f, here: map[string]*guest[S]{}}
}

// close sends all clients away.
func (all *guests[S]) close() {
	all.mu.Lock()
	for _, g := range all.here {
		g.End(errEnded)
	}
	all.mu.Unlock()
	all.tasks.Wait()
}

func (all *guests[S]) spawn(task func()) {
	all.tasks.Add(1)
	go func() {
		defer all.tasks.Done()
		task()
	}()
}

func (all *guests[S]) find(addr net.Addr) *guest[S] {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.here[addr.String()]
}

// enter begins a visit. It returns nil if the client may not enter.
func (all *guests[S]) enter(addr net.Addr) *guest[S] {
	s := all.server
	all.mu.Lock()
	room := len(all.here) < or(s.MaxPeers, 1024)
	all.mu.Unlock()

	if !room {
		return nil
	}

	p := &Peer{addr: addr, most: or(s.Queue, 1024)}
	p.filled.L = &p.mu
	enc := s.Out.NewEncoder(&p.frame, all.framing)
	p.encode = func(m any) error { return s.Mux.Send(enc, m) }
	g := &guest[S]{Peer: p}

	if s.Enter != nil {
		defer s.locked()()
		var err error
		g.from, err = s.Enter(p)
		if err != nil {
			return nil
		}
	}

	all.mu.Lock()
	defer all.mu.Unlock()
	all.here[addr.String()] = g

	return g
}

// take calls the handler of a message.
func (all *guests[S]) take(g *guest[S], packet []byte) error {
	s := all.server
	g.mu.Lock()
	defer g.mu.Unlock()

	if g.left {
		return errEnded
	}

	if now := time.Now(); now.Sub(g.second) >= time.Second {
		g.second = now
		g.n = 0
	}

	g.n++

	if s.PerSecond > 0 && g.n > s.PerSecond {
		return errFlood
	}
	defer s.locked()()

	err := s.Mux.receive(g.from, func(m any) error {
		err := s.In.Unmarshal(packet, m)
		if err != nil && all.framing != codec.FrameNone {
			var at *variant.Error
			if errors.As(err, &at) {
				at.Offset += 4 // the length before the packet
			}
		}

		return err
	})

	if err != nil && s.Fault != nil {
		return s.Fault(g.from, err)
	}

	return err
}

// leave ends a visit.
func (all *guests[S]) leave(g *guest[S]) {
	all.mu.Lock()
	delete(all.here, g.addr.String())
	all.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left = true

	if leave := all.server.Leave; leave != nil {
		defer all.server.locked()()
		leave(g.from, g.ended())
	}
}

// locked holds Lock until the function is called that it returns.
func (s *Server[S]) locked() (unlock func()) {
	if s.Lock == nil {
		return func() {}
	}
	s.Lock.Lock()
	return s.Lock.Unlock
}

func (s *Server[S]) idle() time.Duration { return or(s.Idle, 30*time.Second) }

// or returns x, or what stands for zero.
func or[T int | time.Duration](x, standard T) T {
	if x == 0 {
		return standard
	}
	return x
}

// A Peer is a client of a [Server]: a TCP connection, or an address from which datagrams come. Any
// goroutine may call its methods, and so may handlers.
type Peer struct {
	addr net.Addr
	most int // frames in the queue

	mu     sync.Mutex
	encode func(m any) error // writes to frame
	frame  bytes.Buffer
	queue  [][]byte
	filled sync.Cond // the queue, or why
	why    error     // of the end
}

// Addr returns the address of the client.
func (p *Peer) Addr() net.Addr { return p.addr }

// Send sends a message, see [Mux.Send]. It encodes the message and does not wait until it
// is written. The errors are those of Mux.Send. If the client is disconnected, Send
// returns the reason. If Server.Queue messages already wait for the client, Send
// disconnects it and returns that reason.
func (p *Peer) Send(m any) error {
	p.mu.Lock()
	defer p.mu.Unlock()

	if p.why != nil {
		return p.why
	}

	p.frame.Reset()

	if err := p.encode(m); err != nil {
		return err
	}

	if len(p.queue) == p.most {
		p.queue = nil
		p.end(errSlow)
		return p.why
	}

	p.queue = append(p.queue, bytes.Clone(p.frame.Bytes()))
	p.filled.Signal()
	return nil
}

// End disconnects the client, after the messages that wait for it are sent. Leave gets the reason
// of the first call.
func (p *Peer) End(why error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end(why)
}

func (p *Peer) end(why error) {
	if p.why == nil {
		p.why = why
		if why == nil {
			p.why = errEnded
		}
		p.filled.Signal()
	}
}

// ended returns the reason of the end.
func (p *Peer) ended() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// write writes the messages that are sent, until the end.
func (p *Peer) write(write func(frame []byte) error) {
	for {
		frames := p.waiting()
		if frames == nil {
			return
		}

		for _, frame := range frames {
			if err := write(frame); err != nil {
				p.End(err)
				return
			}
		}
	}
}

// waiting waits for messages and takes them out of the queue. It returns nil at the end.
func (p *Peer) waiting() [][]byte {
	p.mu.Lock()
	defer p.mu.Unlock()

	for len(p.queue) == 0 && p.why == nil {
		p.filled.Wait()
	}

	frames := p.queue
	p.queue = nil
	return frames
}
