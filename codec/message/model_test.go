//go:build go1.25

package message_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
)

// A model checks the conditions that must always hold for a server.
type model struct {
	t      *testing.T
	server *message.Server[*modelClient]

	mu      sync.Mutex // the server's Lock
	entered int
	left    int
	refused int
}

// A modelClient is the server's value for one connection of a client. Handlers get this value.
type modelClient struct {
	*message.Peer
	ended time.Time // time of the first call of End; zero without a call
	left  bool
}

const (
	modelPeers    = 20
	modelQueue    = 8
	modelFrame    = 256
	modelPatience = 3 * time.Second
	modelIdle     = 10 * time.Second
)

// modelMessages are the packets that clients send: good, bad and hostile packets.
var modelMessages = func() [][]byte {
	var all [][]byte
	for _, v := range []any{
		map[string]string{"type": "echo", "text": "hi"},
		map[string]string{"type": "echo", "text": "hi"},
		map[string]string{"type": "much"},
		map[string]string{"type": "end"},
		map[string]string{"type": "panic"},
		map[string]string{"type": "fail"},
		map[string]string{"type": "slow"},
		map[string]string{"type": "unknown"},
		map[string]string{"type": "echo", "text": strings.Repeat("x", 2*modelFrame)},
		5,
	} {
		packet, _ := codec.Marshal(v)
		all = append(all, packet)
	}

	return append(all, []byte{1, 2, 3}, nil)
}()

func newModel(t *testing.T) *model {
	m := &model{t: t}
	mux := message.New[*modelClient](message.Options{})
	message.Declare[tell](mux, "tell")

	handle := func(name string, f func(c *modelClient) error) {
		message.Handle(mux, name, func(c *modelClient, _ *tell) error {
			assert.True(m.t, c.ended.IsZero(), "no handler begins after End")
			assert.False(m.t, c.left, "no handler begins after Leave")
			return f(c)
		})
	}

	handle("echo", func(c *modelClient) error { return c.Send(tell{"echo"}) })
	handle("fail", func(c *modelClient) error { return errors.New("failed") })
	handle("panic", func(c *modelClient) error { panic("panic") })
	handle("much", func(c *modelClient) error {
		for range 2 * modelQueue {
			c.Send(tell{strings.Repeat("x", modelFrame/2)})
		}
		return nil
	})
	handle("end", func(c *modelClient) error {
		c.ended = time.Now()
		c.End(errors.New("ended"))
		return nil
	})
	handle("slow", func(c *modelClient) error {
		m.mu.Unlock() // the handler sleeps without the lock of the server
		time.Sleep(time.Second)
		m.mu.Lock()
		return nil
	})

	m.server = &message.Server[*modelClient]{
		Mux:  mux,
		Lock: &m.mu,
		Log:  slog.New(slog.DiscardHandler),
		In:   codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: modelFrame}}),
		Out:  codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: modelFrame}}),
		Limits: transport.Limits{
			MaxPeers: modelPeers, MaxQueue: modelQueue, MaxRate: 50,
			Patience: modelPatience, Idle: modelIdle,
		},
		Enter: func(p *message.Peer) (*modelClient, error) {
			switch rand.IntN(20) {
			case 0:
				return nil, errors.New("refused")
			case 1:
				panic("Enter")
			}
			m.entered++
			return &modelClient{Peer: p}, nil
		},
		Leave: func(c *modelClient, why error) {
			assert.False(m.t, c.left, "Leave is called once")
			assert.Error(m.t, why)
			c.left = true
			m.left++
		},
		Refused:  func(*message.Peer, error) any { m.refused++; return tell{"refused"} },
		Farewell: func(c *modelClient, why error) any { return tell{"farewell"} },
	}

	return m
}

// client plays one client. It chooses at random how the client reads, sends and leaves.
func (m *model) client(random *rand.Rand) {
	p := newPipe(fmt.Sprintf("10.0.0.%d:%d", random.IntN(4), random.IntN(3))) // may be in use
	served := make(chan error, 1)
	go func() { served <- m.server.ServeConn(p) }()

	pause := []time.Duration{0, 10 * time.Millisecond, time.Second, time.Hour}[random.IntN(4)]
	go func() { // this goroutine reads, slowly or not at all
		for {
			select {
			case <-time.After(pause):
			case <-p.closed:
				return
			}

			select {
			case <-p.toClient:
			case <-p.closed:
				return
			}
		}
	}()

	for range random.IntN(40) {
		time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
		select {
		case p.toServer <- modelMessages[random.IntN(len(modelMessages))]:
			continue
		case <-p.closed:
		case <-time.After(20 * time.Second):
			m.t.Error("the server reads no more and closes nothing")
		}
		break
	}

	if random.IntN(2) == 0 {
		close(p.gone)
	}

	select {
	case <-served:
	case <-time.After(modelIdle + modelPatience + 5*time.Second):
		m.t.Error("the visit of a silent client does not end")
	}
}

// check compares the server with the limits, again and again.
func (m *model) check(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(37 * time.Millisecond):
		}

		peers := m.server.Peers()
		assert.LessOrEqual(m.t, len(peers), modelPeers)
		for _, p := range peers {
			s := p.Stats()
			assert.LessOrEqual(m.t, s.Queue, modelQueue)
			assert.LessOrEqual(m.t, s.QueueBytes, modelQueue*modelFrame)
		}

		m.mu.Lock()
		assert.LessOrEqual(m.t, m.entered-m.left, modelPeers,
			"clients that have entered and not left")
		m.mu.Unlock()
	}
}

// TestServerModel: with thousands of clients, most of them bad, these conditions always hold:
//
//	entered - left <= MaxPeers
//	Leave is called once for each client that has entered
//	no handler begins after End or Leave
//	queued messages <= MaxQueue, and their bytes <= MaxQueue * MaxFrame
//	a visit ends within Idle + Patience of the client's last message
//	after Shutdown nobody is left
func TestServerModel(t *testing.T) {
	runs, clients := 20, 400
	if testing.Short() {
		runs = 3
	}

	for seed := range runs {
		synctest.Test(t, func(t *testing.T) {
			m := newModel(t)
			done := make(chan struct{})
			go m.check(done)

			var all sync.WaitGroup
			random := rand.New(rand.NewPCG(uint64(seed), 27))
			for range clients {
				draw := rand.New(rand.NewPCG(random.Uint64(), random.Uint64()))
				start := time.Duration(random.IntN(60_000)) * time.Millisecond
				all.Go(func() {
					time.Sleep(start)
					m.client(draw)
				})
			}

			if seed%2 == 0 {
				all.Wait()
			} else {
				time.Sleep(30 * time.Second)
			}

			began := time.Now()
			assert.NoError(t, m.server.Shutdown(context.Background(), tell{"restart"}))
			assert.LessOrEqual(t, time.Since(began), modelPatience+time.Second, "and a handler")

			m.mu.Lock()
			assert.Equal(t, m.entered, m.left)
			assert.Greater(t, m.entered, 50)
			assert.Greater(t, m.refused, 5)
			m.mu.Unlock()
			assert.Empty(t, m.server.Peers())

			all.Wait()
			close(done)
		})
	}
}
