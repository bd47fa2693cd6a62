package enet_test

import (
	"errors"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A lossy is a network between clients and a server that loses, doubles and delays datagrams, by a
// seed.
type lossy struct {
	t      *testing.T
	front  *net.UDPConn
	server *net.UDPAddr

	mu    sync.Mutex
	rng   *rand.Rand
	backs map[string]*net.UDPConn
	lost  int
}

// lossyTo returns the address of a network in front of a server: a fifth of the datagrams is lost,
// a twentieth doubled, a tenth late.
func lossyTo(t *testing.T, server string, seed uint64) string {
	to, err := net.ResolveUDPAddr("udp", server)
	require.NoError(t, err)
	front, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	l := &lossy{
		t: t, front: front, server: to, rng: rand.New(rand.NewPCG(seed, 0)),
		backs: map[string]*net.UDPConn{},
	}
	t.Cleanup(l.close)
	go l.forward()
	return front.LocalAddr().String()
}

func (l *lossy) close() {
	l.front.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, back := range l.backs {
		back.Close()
	}
	require.NotZero(l.t, l.lost)
}

// forward passes on what clients send.
func (l *lossy) forward() {
	buf := make([]byte, 64<<10)
	for {
		n, from, err := l.front.ReadFromUDP(buf)
		if err != nil {
			return
		}
		back := l.back(from)
		l.pass(buf[:n], func(d []byte) { back.Write(d) })
	}
}

// back returns the socket of a client at the server's side.
func (l *lossy) back(client *net.UDPAddr) *net.UDPConn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if back := l.backs[client.String()]; back != nil {
		return back
	}

	back, err := net.DialUDP("udp", nil, l.server)
	if err != nil {
		panic(err)
	}
	l.backs[client.String()] = back
	go func() {
		buf := make([]byte, 64<<10)
		for {
			n, err := back.Read(buf)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				continue // the server does not listen yet
			}
			l.pass(buf[:n], func(d []byte) { l.front.WriteToUDP(d, client) })
		}
	}()
	return back
}

// pass passes on a datagram: never, once, or twice.
func (l *lossy) pass(datagram []byte, send func([]byte)) {
	l.mu.Lock()
	defer l.mu.Unlock()

	copies := 1
	switch {
	case l.rng.Float64() < 0.2:
		copies = 0
		l.lost++
	case l.rng.Float64() < 0.05:
		copies = 2
	}
	var late time.Duration
	if l.rng.Float64() < 0.1 {
		late = time.Duration(l.rng.Int64N(int64(20 * time.Millisecond)))
	}

	datagram = slices.Clone(datagram)
	for range copies {
		time.AfterFunc(late, func() { send(datagram) })
		late += time.Millisecond
	}
}
