//go:build go1.25

package transport_test

import (
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
)

// TestHosts checks how many clients of one host may enter by default.
func TestHosts(t *testing.T) {
	for host, want := range map[string]int{
		"8.8.8.8": 64, "2001:4860::8888": 64,
		"10.0.0.1": 70, "192.168.1.1": 70, "127.0.0.1": 70, "::1": 70,
		"::ffff:10.0.0.1": 70, "": 70,
	} {
		var addr net.Addr = &net.UnixAddr{}
		if host != "" {
			addr = &net.TCPAddr{IP: net.ParseIP(host), Port: 1}
		}

		server := &Server{}
		var visits sync.WaitGroup
		var ends []net.Conn
		for range 70 {
			far, near := net.Pipe()
			ends = append(ends, near)
			conn := NewStream(hostedConn{far, addr}, StreamOptions{})
			visits.Go(func() { server.ServeConn(conn) })
		}
		eventually(t, func() bool {
			totals := server.Totals()
			return len(server.Peers()) == want && sum(totals.Refused)+sum(totals.Dropped) == 70-want
		})
		for _, near := range ends {
			near.Close()
		}
		visits.Wait()
	}
}

// TestPlacesOfOneHost: MaxPerHost counts only clients with an IP address.
func TestPlacesOfOneHost(t *testing.T) {
	server := &Server{Limits: Limits{MaxPerHost: 1}}
	var visits sync.WaitGroup
	var ends []net.Conn
	for _, addr := range []net.Addr{
		&net.UnixAddr{}, &net.UnixAddr{Name: "@a"},
		&net.TCPAddr{IP: net.IPv6loopback, Port: 1}, &net.TCPAddr{IP: net.IPv6loopback, Port: 2},
	} {
		far, near := net.Pipe()
		ends = append(ends, near)
		visits.Go(func() { server.ServeConn(NewStream(hostedConn{far, addr}, StreamOptions{})) })
	}
	eventually(t, func() bool {
		return len(server.Peers()) == 3 && server.Totals().Refused["full"] == 1
	})
	for _, near := range ends {
		near.Close()
	}
	visits.Wait()
}

// visit connects a client to the server over a net.Pipe. All these clients have the IP address of
// the same host. The channel left gets the result of ServeConn.
func visit(server *Server, left chan<- error) Conn {
	far, near := net.Pipe()
	host := hostedConn{far, &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 1}}
	go func() { left <- server.ServeConn(NewStream(host, StreamOptions{})) }()
	return NewStream(near, StreamOptions{})
}

// TestNamedRates: each client has a separate count for each name. The count begins with the
// messages that an earlier client of the same host has sent in the last second.
func TestNamedRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rated := make(chan error)
		server := &Server{
			Receive: func(p *Peer, m Message) error {
				rated <- p.Rate(string(m.Data), 3)
				return nil
			},
		}
		says := func(c Conn, name string) error {
			send(t, c, name)
			return <-rated
		}

		left := make(chan error, 3)
		a := visit(server, left)
		require.NoError(t, says(a, "jump"))
		a.Close(nil)
		require.ErrorIs(t, <-left, io.EOF)

		for range 2 {
			c := visit(server, left)
			defer c.Close(nil)
			require.NoError(t, says(c, "jump"))
			require.NoError(t, says(c, "jump"))
			err := says(c, "jump")
			require.ErrorIs(t, err, ErrRate)
			require.ErrorContains(t, err, `more than 3 "jump" in a second`)
			require.NoError(t, says(c, "move"))
		}
	})
}

// TestByteRate: MaxByteRate limits the bytes in a second. After a pause, one message may have any
// length.
func TestByteRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := make(chan error, 1)
		var heard []int
		server := &Server{
			Receive: func(p *Peer, m Message) error {
				heard = append(heard, len(m.Data))
				return nil
			},
			Limits: Limits{MaxByteRate: 100, Idle: time.Hour},
		}
		c := visit(server, left)
		for _, size := range []int{60, 40, 1000} {
			require.NoError(t, c.Send(Message{Data: make([]byte, size)}))
			time.Sleep(time.Duration(size) * time.Second)
		}
		require.NoError(t, c.Send(Message{Data: make([]byte, 60)}))
		require.NoError(t, c.Send(Message{Data: make([]byte, 41)}))
		err := <-left
		require.ErrorIs(t, err, ErrRate)
		require.ErrorContains(t, err, "more than 100 bytes in a second")
		require.Equal(t, []int{60, 40, 1000, 60}, heard)
	})
}
