// Package lossy is a network between UDP clients and a server. It loses, doubles and delays
// datagrams. A seed decides what happens to each datagram.
package lossy

import (
	"errors"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"time"
)

// Weather says what happens to datagrams, in both directions. Loss, Twice and Late are
// probabilities.
type Weather struct {
	Loss  float64
	Twice float64       // chance that a datagram comes twice, if it is not lost
	Late  float64       // chance that a datagram is delayed, by any time up to Delay
	Delay time.Duration // default 20 ms
	Seed  uint64
}

// A Network is between clients and a server. It has an address to which the clients send, and
// passes their datagrams on to the server.
type Network struct {
	weather Weather
	front   *net.UDPConn
	server  *net.UDPAddr

	mu    sync.Mutex
	rng   *rand.Rand
	backs map[string]*net.UDPConn // sockets to the server, by the address of the client
	lost  int
}

// New returns a network in front of the server at an address. The network runs until Close.
func New(server string, w Weather) (*Network, error) {
	to, err := net.ResolveUDPAddr("udp", server)
	if err != nil {
		return nil, err
	}

	front, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, err
	}

	if w.Delay == 0 {
		w.Delay = 20 * time.Millisecond
	}

	n := &Network{
		weather: w, front: front, server: to, rng: rand.New(rand.NewPCG(w.Seed, 0)),
		backs: map[string]*net.UDPConn{},
	}

	go n.forward()
	return n, nil
}

// Addr returns the address for clients.
func (n *Network) Addr() string { return n.front.LocalAddr().String() }

// Close ends the network. It returns the number of lost datagrams.
func (n *Network) Close() (lost int) {
	n.front.Close()
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, back := range n.backs {
		back.Close()
	}

	return n.lost
}

// forward passes on the datagrams of clients.
func (n *Network) forward() {
	buf := make([]byte, 64<<10)
	for {
		size, from, err := n.front.ReadFromUDP(buf)
		if err != nil {
			return
		}
		if back := n.back(from); back != nil {
			n.pass(buf[:size], func(d []byte) { back.Write(d) })
		}
	}
}

// back returns the socket that sends the datagrams of a client to the server.
func (n *Network) back(client *net.UDPAddr) *net.UDPConn {
	n.mu.Lock()
	defer n.mu.Unlock()
	if back := n.backs[client.String()]; back != nil {
		return back
	}

	back, err := net.DialUDP("udp", nil, n.server)
	if err != nil {
		return nil // all datagrams of the client are lost
	}

	n.backs[client.String()] = back
	go n.answer(back, client)
	return back
}

// answer passes on the datagrams of the server to a client.
func (n *Network) answer(back *net.UDPConn, client *net.UDPAddr) {
	buf := make([]byte, 64<<10)
	for {
		size, err := back.Read(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue // the server does not listen yet
		}
		n.pass(buf[:size], func(d []byte) { n.front.WriteToUDP(d, client) })
	}
}

// pass sends a datagram on. The datagram may be lost or doubled.
func (n *Network) pass(datagram []byte, send func([]byte)) {
	copies, late := n.fate()
	if copies == 1 && late == 0 {
		send(datagram)
		return
	}

	datagram = slices.Clone(datagram)
	for range copies {
		time.AfterFunc(late, func() { send(datagram) })
		late += time.Millisecond
	}
}

// fate returns how many times a datagram arrives, and the delay.
func (n *Network) fate() (copies int, late time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()

	w := n.weather
	copies = 1
	switch {
	case n.rng.Float64() < w.Loss:
		copies = 0
		n.lost++
	case n.rng.Float64() < w.Twice:
		copies = 2
	}

	if n.rng.Float64() < w.Late {
		late = time.Duration(n.rng.Int64N(int64(w.Delay)))
	}

	return copies, late
}
