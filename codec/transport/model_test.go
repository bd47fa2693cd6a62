//go:build go1.25

package transport_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
)

// modelRuns is the number of schedules that TestModel plays in memory. Each schedule takes a minute
// of the test's clock. Over sockets TestModel plays a quarter of this number, and at least one.
var modelRuns = flag.Int("modelruns", 4, "schedules of TestModel")

// TestModel plays random schedules with clients of every transport: they flood, send nothing, read
// slowly or not at all, send garbage and half of a frame, and close or reset the connection.
// Functions of the program fail, wait and panic. All rules in the documentation of the package must
// hold.
//
// Schedules in memory use the clock of the test. A synctest bubble can't wait for sockets, so the
// schedules over TCP, TLS, Unix sockets and UDP use the real clock, with shorter times.
func TestModel(t *testing.T) {
	for seed := range *modelRuns {
		t.Run(fmt.Sprint("memory/", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { schedule(t, uint64(seed), inMemory) })
		})
	}

	for seed := range max(1, *modelRuns/4) {
		t.Run(fmt.Sprint("sockets/", seed), func(t *testing.T) {
			goroutines := runtime.NumGoroutine()
			schedule(t, uint64(seed), overSockets)
			waitForGoroutines(t, goroutines, overSockets.slack)
		})
	}
}

// waitForGoroutines waits until no more than n goroutines are left.
func waitForGoroutines(t *testing.T, n int, most time.Duration) {
	by := time.Now().Add(most)
	for runtime.NumGoroutine() > n {
		if time.Now().After(by) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("goroutines are left:\n%s", stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A pace says on which network a schedule is played, and at which speed.
type pace struct {
	open    func(m *model) modelNet
	faster  time.Duration // all times of the schedule are divided by this number
	slack   time.Duration // the additional time that an action may take on a busy machine
	clients int
	limits  Limits
}

var inMemory = pace{open: (*model).memoryNet, faster: 1, clients: 400, limits: modelLimits}

var overSockets = func() pace {
	p := pace{
		open: (*model).socketNet, faster: 20, slack: time.Minute,
		clients: 300, limits: modelLimits,
	}
	p.limits.Idle /= p.faster
	p.limits.Patience /= p.faster
	return p
}()

// modelLimits are small, so that clients reach all of them.
var modelLimits = Limits{
	MaxPeers: 20, MaxPerHost: 4, MaxRate: 30, MaxByteRate: 2 << 10, MaxFrame: 512,
	MaxQueue: 16, MaxQueueBytes: 2 << 10, Idle: 10 * time.Second, Patience: 3 * time.Second,
}

// schedule plays one schedule.
func schedule(t *testing.T, seed uint64, p pace) {
	m := newModel(t, seed, p)
	n := p.open(m)
	served := make(chan error, 1)
	go func() { served <- m.server.Serve(n.listeners...) }()

	done := make(chan struct{})
	var checks sync.WaitGroup
	checks.Go(func() { m.check(done) })

	var all sync.WaitGroup
	for i := range p.clients {
		start := m.upTo(time.Minute)
		kind := n.kinds[m.number(len(n.kinds))]
		all.Go(func() {
			time.Sleep(start)
			if c, err := n.connect(kind, i); err == nil {
				m.play(c)
			}
		})
	}

	early := seed%2 == 1
	if early {
		time.Sleep(m.scaled(30 * time.Second)) // half of the schedule, which takes a minute
	} else {
		all.Wait()
		m.waitForSilence()
	}

	began := time.Now()
	require.NoError(t, m.server.Shutdown(context.Background()))
	assert.LessOrEqual(t, time.Since(began), m.longestEnd(), "Shutdown")
	require.ErrorIs(t, <-served, ErrClosed)
	assert.Empty(t, m.server.Peers())
	close(done)
	checks.Wait()
	all.Wait()

	totals := m.server.Totals()
	assert.Equal(t, totals.Entered, sum(totals.Left))
	assert.Equal(t, totals.Entered, sum(m.entered), "Enter returned nil")
	assert.Equal(t, totals.Entered, sum(m.left), "Leave was called")
	if !early {
		assert.EqualValues(t, m.came.Load(),
			totals.Entered+sum(totals.Refused)+sum(totals.Dropped), "%+v", totals)
		for _, kind := range n.kinds {
			assert.NotZero(t, m.entered[kind], "clients over %s that entered", kind)
		}
	}
	assert.Greater(t, totals.Entered, 20)
	t.Logf("%v %+v", m.entered, totals)
}

// waitForSilence waits until all clients are gone. Over UDP a visit ends when its client is silent.
func (m *model) waitForSilence() {
	by := time.Now().Add(m.limits.Idle + m.longestEnd())
	for m.server.Totals().Peers > 0 && time.Now().Before(by) {
		time.Sleep(m.scaled(time.Second))
	}
	assert.Zero(m.t, m.server.Totals().Peers, "all have gone")
}

func sum(counts map[string]int) (all int) {
	for _, n := range counts {
		all += n
	}
	return all
}

// A model is a server with the state that the test needs to check its rules.
type model struct {
	pace
	t      *testing.T
	server *Server
	lock   modelLock // the server uses the lock in some schedules
	came   atomic.Int64
	kinds  sync.Map // kind of the client for each Conn

	// known has the clients whose visits the method tick may end. The field lock guards known. If
	// the server uses no lock, known is nil.
	known map[*Peer]*modelPeer

	mu            sync.Mutex
	random        *rand.Rand
	entered, left map[string]int // clients of each kind
}

// A modelLock is a mutex made of a channel, so that the clock of the test advances while a
// goroutine waits for the lock.
type modelLock chan struct{}

func (l modelLock) Lock()   { l <- struct{}{} }
func (l modelLock) Unlock() { <-l }

// draw returns true with a probability of 1/n.
func (m *model) draw(n int) bool { return m.number(n) == 0 }

func (m *model) number(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.random.IntN(n)
}

// scaled converts the time d of a schedule to the speed of the pace: it returns d / m.faster.
func (m *model) scaled(d time.Duration) time.Duration { return d / m.faster }

// upTo returns a random time from 0 to d, divided by the speed of the pace.
func (m *model) upTo(d time.Duration) time.Duration {
	return m.scaled(time.Duration(m.number(int(d/time.Millisecond))) * time.Millisecond)
}

// busyTime is the longest time for which a function of the model waits or holds the lock.
const busyTime = time.Second

// longestEnd is the longest time from End to Leave.
func (m *model) longestEnd() time.Duration {
	return m.limits.Patience + m.scaled(2*busyTime) + m.slack
}

// A modelPeer is the Value of a peer. It records the events of the peer.
type modelPeer struct {
	busy     atomic.Bool // a function for the peer is running
	inside   bool        // Enter has returned nil
	received int
	bytes    int
	last     bool // Farewell or Refused was called
	left     bool
	ended    time.Time // time when a function for the peer, or a holder of the lock, called End
}

// enter records the start of a function for a peer. The function that it returns records the end.
func (m *model) enter(p *Peer, what string) (*modelPeer, func()) {
	v, ok := p.Value.(*modelPeer)
	if !ok {
		v = new(modelPeer)
		p.Value = v
		if m.known != nil {
			m.known[p] = v
		}
	}

	assert.False(m.t, v.busy.Swap(true), "%s while another function runs", what)
	assert.False(m.t, v.left, "%s after Leave", what)
	return v, func() {
		v.busy.Store(false)
		if m.draw(100) {
			panic(what)
		}
	}
}

func newModel(t *testing.T, seed uint64, p pace) *model {
	m := &model{t: t, pace: p, lock: make(modelLock, 1)}
	m.entered, m.left = map[string]int{}, map[string]int{}
	m.random = rand.New(rand.NewPCG(seed, 38))
	s := &Server{Limits: p.limits, Log: quiet}
	m.server = s
	if m.draw(2) {
		s.Lock = m.lock
		m.known = map[*Peer]*modelPeer{}
	}
	if m.draw(2) {
		s.First = func(p *Peer, _ Message) error {
			v, done := m.enter(p, "First")
			defer done()
			assert.False(t, v.inside, "First comes before Enter")
			assert.Zero(t, v.ended, "First after End")
			return m.fails("First")
		}
	}
	if m.draw(2) {
		s.Fault = func(p *Peer, _ Message, err error) error {
			v, done := m.enter(p, "Fault")
			defer done()
			assert.True(t, v.inside, "Fault before Enter")
			assert.Zero(t, v.ended, "Fault after End")
			if m.draw(2) {
				return nil
			}
			return err
		}
	}
	if m.draw(2) {
		s.Tap = func(p *Peer, _ Direction, _ Message) {
			if m.draw(500) {
				panic("Tap")
			}
		}
	}

	s.Enter = m.enters
	s.Receive = m.receives
	s.Leave = m.leaves
	s.Farewell = func(p *Peer, why error) []byte {
		v, done := m.enter(p, "Farewell")
		defer done()
		assert.True(t, v.inside)
		for range m.number(3) {
			_ = p.Send(Message{Data: make([]byte, m.number(400))}) // before the last message
			m.checkQueue(p)
		}
		return m.sayLast(v, why)
	}
	s.Refused = func(p *Peer, why error) []byte {
		v, done := m.enter(p, "Refused")
		defer done()
		assert.False(t, v.inside)
		return m.sayLast(v, why)
	}
	return m
}

func (m *model) fails(what string) error {
	if m.draw(20) {
		return errors.New(what)
	}
	return nil
}

func (m *model) enters(p *Peer) error {
	v, done := m.enter(p, "Enter")
	assert.False(m.t, v.inside, "Enter is called once")
	assert.Zero(m.t, v.ended, "Enter after End")
	err := m.fails("Enter")
	if err == nil {
		_ = p.Send(Message{Data: []byte("welcome")}) // the visit may have ended
	}

	done() // may panic: then Enter has failed, and v.inside stays false
	if err == nil {
		v.inside = true
		m.count(m.entered, p)
	}
	return err
}

// count counts a client by its kind.
func (m *model) count(counts map[string]int, p *Peer) {
	kind, ok := m.kinds.Load(p.Conn())
	assert.True(m.t, ok)
	m.mu.Lock()
	defer m.mu.Unlock()
	counts[kind.(string)]++
}

func (m *model) receives(p *Peer, msg Message) error {
	v, done := m.enter(p, "Receive")
	defer done()
	assert.True(m.t, v.inside, "Receive before Enter")
	assert.Zero(m.t, v.ended, "Receive after End")
	assert.LessOrEqual(m.t, len(msg.Data), m.limits.MaxFrame)

	v.received++
	v.bytes += len(msg.Data)
	seconds := 1 + time.Since(p.Stats().Since).Seconds()
	assert.LessOrEqual(m.t, float64(v.received), float64(m.limits.MaxRate)*seconds+1e-6)
	assert.LessOrEqual(m.t, float64(v.bytes), float64(m.limits.MaxByteRate)*seconds+1e-6)

	switch m.number(100) {
	case 0:
		m.end(p, v, errors.New("banned"))
	case 1:
		// Together the messages are more than the queue can hold.
		for range 2 * m.limits.MaxQueue {
			_ = p.Send(Message{Data: make([]byte, m.number(400))})
			m.checkQueue(p)
		}
	case 2:
		// A single message may be longer than MaxQueueBytes.
		_ = p.Send(Message{Data: make([]byte, 2*m.limits.MaxQueueBytes)})
	case 3:
		m.wait()
	case 4:
		return errors.New("a fault")
	case 5, 6, 7, 8, 9:
		_ = p.Send(Message{Data: bytes.Clone(msg.Data)})
	}
	return nil
}

// wait waits for a random time, like a function of a program that waits for an event. It does not
// hold the lock.
func (m *model) wait() {
	if m.server.Lock != nil {
		m.lock.Unlock()
		defer m.lock.Lock()
	}
	time.Sleep(m.upTo(busyTime))
}

// end ends the visit of a client. After that no message can be sent to the client.
func (m *model) end(p *Peer, v *modelPeer, why error) {
	v.ended = time.Now()
	p.End(why)
	assert.Error(m.t, p.Ended())
	assert.Equal(m.t, p.Ended(), p.Send(Message{Data: []byte("late")}))
}

func (m *model) sayLast(v *modelPeer, why error) []byte {
	assert.Error(m.t, why)
	assert.NotEqual(m.t, "left", Reason(why), "a last message to nobody")
	assert.False(m.t, v.last, "one last message")
	v.last = true
	return []byte("bye")
}

func (m *model) leaves(p *Peer, why error) {
	v, done := m.enter(p, "Leave")
	defer done()
	assert.Error(m.t, why)
	assert.Equal(m.t, p.Ended(), why)
	assert.True(m.t, v.inside)
	v.left = true
	m.count(m.left, p)
	delete(m.known, p)

	if !v.ended.IsZero() {
		assert.LessOrEqual(m.t, time.Since(v.ended), m.longestEnd(), "from End to Leave")
	}
}

// check checks the bounds of the server until the channel done is closed.
func (m *model) check(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(m.scaled(37 * time.Millisecond)):
		}

		peers := m.server.Peers()
		assert.LessOrEqual(m.t, len(peers), m.limits.MaxPeers)
		assert.LessOrEqual(m.t, m.server.Totals().Peers, m.limits.MaxPeers+16)
		hosts := map[string]int{}
		for _, p := range peers {
			m.checkQueue(p)
			if host, _, err := net.SplitHostPort(p.Addr().String()); err == nil {
				hosts[host]++
				assert.LessOrEqual(m.t, hosts[host], m.limits.MaxPerHost)
			}
		}

		switch {
		case m.known != nil && m.draw(5):
			m.tick()
		case len(peers) > 0 && m.draw(50):
			peers[m.number(len(peers))].End(nil)
		}
	}
}

// checkQueue checks the bounds of a client's queue.
func (m *model) checkQueue(p *Peer) {
	s := p.Stats()
	assert.LessOrEqual(m.t, s.Queue, m.limits.MaxQueue)
	if s.Queue > 1 { // if only one message waits, it may be long
		assert.LessOrEqual(m.t, s.QueueBytes, m.limits.MaxQueueBytes)
	}
}

// tick is a tick of the game. While it holds the lock, messages arrive and wait. Then it ends some
// visits. After tick, only Farewell, Refused and Leave may begin for a client whose visit has
// ended.
func (m *model) tick() {
	m.lock.Lock()
	defer m.lock.Unlock()
	time.Sleep(m.upTo(200 * time.Millisecond))

	for p, v := range m.known {
		switch {
		case p.Ended() == nil && m.draw(60):
			m.end(p, v, errors.New("the end of the round"))
		case p.Ended() != nil && v.ended.IsZero():
			v.ended = time.Now()
		}
		if p.Ended() != nil {
			delete(m.known, p)
		}
	}
}
