package main

import (
	"bytes"
	"net"
	"sync"
	"testing"
	"time"
)

// A proxy is between a process and NATS. It can hold, delay or lose data.
type proxy struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	open  [2]chan struct{} // by direction; a closed channel means that no data is held
	delay time.Duration    // delay in each direction
	rate  int              // bytes in a second, for each direction and connection; 0 means no limit
	conns []net.Conn
	trap  func() // called when the next record is sent to NATS; the record is lost; may be nil
}

// The directions through a proxy.
const (
	toNATS = iota
	fromNATS
)

func startProxy(t *testing.T, target string) *proxy {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	p := &proxy{listener: l, target: target}
	for way := range p.open {
		p.open[way] = make(chan struct{})
		close(p.open[way])
	}
	go p.accept()

	t.Cleanup(func() {
		l.Close()
		p.drop()
	})

	return p
}

func (p *proxy) url() string { return "nats://" + p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		near, err := p.listener.Accept()
		if err != nil {
			return
		}

		far, err := net.Dial("tcp", p.target)
		if err != nil {
			near.Close()
			continue
		}

		p.locked(func() { p.conns = append(p.conns, near, far) })
		go p.carry(near, far, toNATS)
		go p.carry(far, near, fromNATS)
	}
}

// A chunk is data that the proxy has not passed on yet.
type chunk struct {
	bytes []byte
	due   time.Time
}

// carry reads bytes from one connection, and the method deliver writes them to the other
// connection. Bytes that the proxy holds during a cut arrive late.
func (p *proxy) carry(from, to net.Conn, way int) {
	chunks := make(chan chunk, 256)
	go p.deliver(chunks, to, way)
	defer from.Close()
	defer close(chunks)

	for {
		buffer := make([]byte, 16<<10)
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		delay, _ := p.speed()
		chunks <- chunk{buffer[:n], time.Now().Add(delay)}
	}
}

// deliver writes chunks to the connection. After an error it drops all further chunks.
func (p *proxy) deliver(chunks <-chan chunk, to net.Conn, way int) {
	defer to.Close()
	lost := false
	for c := range chunks {
		if lost {
			continue
		}
		time.Sleep(time.Until(c.due))
		<-p.gate(way)

		passes := len(c.bytes)
		if way == toNATS {
			passes = p.passes(c.bytes)
		}
		_, err := to.Write(c.bytes[:passes])
		lost = err != nil || passes < len(c.bytes)
		if lost {
			to.Close()
		}
		if _, rate := p.speed(); rate > 0 {
			time.Sleep(time.Duration(len(c.bytes)) * time.Second / time.Duration(rate))
		}
	}
}

// passes returns the number of bytes of b that go to NATS. If a trap is set and b has a record,
// passes calls the trap, and all bytes from this record on are lost.
func (p *proxy) passes(b []byte) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := bytes.Index(b, []byte("HPUB rooms.log."))
	if at < 0 || p.trap == nil {
		return len(b)
	}

	p.trap()
	p.trap = nil
	return at
}

// set sets a trap, or removes it.
func (p *proxy) set(trap func()) { p.locked(func() { p.trap = trap }) }

func (p *proxy) locked(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
}

func (p *proxy) gate(way int) (open chan struct{}) {
	p.locked(func() { open = p.open[way] })
	return open
}

func (p *proxy) speed() (delay time.Duration, rate int) {
	p.locked(func() { delay, rate = p.delay, p.rate })
	return delay, rate
}

// slow delays all data from now on, and limits the rate. The method heal ends this.
func (p *proxy) slow(delay time.Duration, rate int) {
	p.locked(func() { p.delay, p.rate = delay, rate })
}

// cut stops the delivery of data until heal is called. The connections stay open, and the proxy
// keeps the data.
func (p *proxy) cut() {
	p.cutWay(toNATS)
	p.cutWay(fromNATS)
}

// cutWay holds all data in one direction.
func (p *proxy) cutWay(way int) { p.locked(func() { p.open[way] = make(chan struct{}) }) }

// heal delivers the held data late, and ends all faults.
func (p *proxy) heal() {
	p.slow(0, 0)
	p.locked(func() {
		for _, open := range p.open {
			select {
			case <-open: // no data is held in this direction
			default:
				close(open)
			}
		}
	})
}

// drop drops the held data, and closes all connections.
func (p *proxy) drop() {
	p.locked(func() {
		for _, c := range p.conns {
			c.Close()
		}
		p.conns = nil
	})
}
