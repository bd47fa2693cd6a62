//go:build go1.25

package transport_test

import (
	"net"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	. "godotvariant/codec/transport"
	"godotvariant/variant"
)

// datagramsInMemory returns a socket in memory, and a channel with the connections that a listener
// over this socket accepts.
func datagramsInMemory(t *testing.T, o DatagramOptions) (*memorySocket, <-chan Conn) {
	socket := newMemorySocket()
	l := Datagrams(socket, o)
	accepted := make(chan Conn)
	var accepting sync.WaitGroup
	accepting.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	})
	t.Cleanup(func() {
		socket.Close()
		accepting.Wait()
	})
	return socket, accepted
}

// TestWaitingDatagrams: at most 64 datagrams and 256 KiB of a client wait for Receive. Further
// datagrams are dropped.
func TestWaitingDatagrams(t *testing.T) {
	for _, row := range []struct{ size, wait int }{{4, 64}, {60_000, 4}} {
		socket, accepted := datagramsInMemory(t, DatagramOptions{NoProof: true})
		client := socket.dial(netip.MustParseAddrPort("10.0.0.1:1"))
		write := func(i int) {
			data := make([]byte, row.size)
			data[0] = byte(i)
			_, err := client.Write(data)
			require.NoError(t, err)
		}
		write(0)
		conn := <-accepted
		for i := range 99 {
			write(1 + i)
		}
		_, err := socket.dial(netip.MustParseAddrPort("10.0.0.2:1")).Write([]byte("all were read"))
		require.NoError(t, err)
		<-accepted

		for i := range row.wait {
			m, err := conn.Receive()
			require.NoError(t, err)
			require.Equal(t, byte(i), m.Data[0])
		}
		write(200)
		m, err := conn.Receive()
		require.NoError(t, err)
		require.Equal(t, byte(200), m.Data[0], "those between were dropped")
		conn.Close(nil)
	}
}

// TestLongDatagram: Receive returns an error for a datagram over MaxFrame. Other datagrams arrive
// as before.
func TestLongDatagram(t *testing.T) {
	socket, accepted := datagramsInMemory(t, DatagramOptions{NoProof: true})
	client := socket.dial(netip.MustParseAddrPort("10.0.0.1:1"))
	write := func(size int) {
		_, err := client.Write(make([]byte, size))
		require.NoError(t, err)
	}
	write(64)
	conn := <-accepted
	defer conn.Close(nil)
	conn.(interface{ SetMaxFrame(int) }).SetMaxFrame(64)
	write(65)
	write(4) // the listener reads this datagram before it accepts the next client
	_, err := socket.dial(netip.MustParseAddrPort("10.0.0.2:1")).Write(make([]byte, 4))
	require.NoError(t, err)
	(<-accepted).Close(nil)

	for _, size := range []int{64, 4} {
		m, err := conn.Receive()
		require.NoError(t, err)
		require.Len(t, m.Data, size)
	}
	_, err = conn.Receive()
	require.ErrorIs(t, err, variant.ErrLimit)
	require.ErrorContains(t, err, "the message has 65 bytes")
}

// TestProofIsGoodForAMinute: the server accepts its number as a proof for at least one minute, and
// for less than two minutes.
func TestProofIsGoodForAMinute(t *testing.T) {
	for after, good := range map[time.Duration]bool{time.Minute: true, 2 * time.Minute: false} {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(30 * time.Second) // half of a minute
			socket, accepted := datagramsInMemory(t, DatagramOptions{})
			client := socket.dial(netip.MustParseAddrPort("10.0.0.1:1"))
			_, err := client.Write([]byte(first))
			require.NoError(t, err)
			question := make([]byte, 100)
			n, err := client.Read(question)
			require.NoError(t, err)

			time.Sleep(after)
			_, err = client.Write(question[:n])
			require.NoError(t, err)
			synctest.Wait()
			select {
			case c := <-accepted:
				require.True(t, good)
				c.Close(nil)
			default:
				require.False(t, good)
			}
		})
	}
}

// TestDataIsValidUntilReceive: no later datagram changes the data that the last call of Receive has
// returned.
func TestDataIsValidUntilReceive(t *testing.T) {
	socket, accepted := datagramsInMemory(t, DatagramOptions{NoProof: true})
	client := socket.dial(netip.MustParseAddrPort("10.0.0.1:1"))
	write := func(text string) {
		_, err := client.Write([]byte(text))
		require.NoError(t, err)
	}
	write("one")
	conn := <-accepted
	defer conn.Close(nil)

	for _, next := range []string{"two", "three", "four"} {
		m, err := conn.Receive()
		require.NoError(t, err)
		before := string(m.Data)
		write(next)
		_, err = socket.dial(netip.MustParseAddrPort("10.0.0.2:1")).Write([]byte("all were read"))
		require.NoError(t, err)
		(<-accepted).Close(nil)
		require.Equal(t, before, string(m.Data))
	}
}

// TestLastConnClosesTheSocket: after Close of the listener, the server can still send to its
// clients. The socket is closed when the last Conn is closed.
func TestLastConnClosesTheSocket(t *testing.T) {
	socket := newMemorySocket()
	l := Datagrams(socket, DatagramOptions{NoProof: true})
	client := socket.dial(netip.MustParseAddrPort("10.0.0.1:1"))
	go client.Write([]byte(first))
	conn, err := l.Accept()
	require.NoError(t, err)

	require.NoError(t, l.Close())
	_, err = l.Accept()
	require.ErrorIs(t, err, net.ErrClosed)
	require.NoError(t, conn.Send(Message{Data: []byte("bye")}))
	buf := make([]byte, 10)
	n, err := client.Read(buf)
	require.NoError(t, err)
	require.Equal(t, "bye", string(buf[:n]))

	select {
	case <-socket.closed:
		t.Fatal("the socket is closed")
	default:
	}
	conn.Close(nil)
	<-socket.closed
}

// TestProvenClientIsNotAsked: after the first message of the server, a client takes each datagram
// as a message, even one that looks like a question.
func TestProvenClientIsNotAsked(t *testing.T) {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	defer server.Close()
	client, err := Dial(t.Context(), "udp", server.LocalAddr().String())
	require.NoError(t, err)
	defer client.Close(nil)
	send(t, client, first)
	_, from, err := server.ReadFrom(make([]byte, 100))
	require.NoError(t, err)

	for _, data := range []string{"welcome", "\x02\x00\x01\x00\x01\x02\x03\x04\x05\x06\x07\x40"} {
		_, err = server.WriteTo([]byte(data), from)
		require.NoError(t, err)
		require.Equal(t, data, receive(t, client))
	}
}
