//go:build go1.25

package transport_test

import (
	"bytes"
	"encoding/binary"
	"net"
	"slices"
	"sync"
	"time"

	. "godotvariant/codec/transport"
)

// A modelClient is the client's end of a connection.
type modelClient struct {
	write func(data []byte, bad bool) error
	read  func() error // reads one message, or some bytes
	close func()
}

// play plays one client. It chooses at random how the client reads, sends and leaves.
func (m *model) play(c modelClient) {
	pauses := []time.Duration{0, 10 * time.Millisecond, time.Second, time.Hour}
	pause := m.scaled(pauses[m.number(len(pauses))])
	gone := make(chan struct{})
	var reading sync.WaitGroup
	reading.Go(func() {
		for {
			select {
			case <-time.After(pause):
			case <-gone:
				return
			}
			if c.read() != nil {
				return
			}
		}
	})

	flood := m.draw(4)
	for range m.number(80) {
		if !flood {
			time.Sleep(m.upTo(300 * time.Millisecond))
		}
		size := 12 + m.number(200)
		if m.draw(30) {
			size = m.limits.MaxFrame + 1
		}
		if c.write(make([]byte, size), m.draw(30)) != nil {
			break
		}
	}

	if m.draw(2) {
		time.Sleep(m.upTo(20 * time.Second))
	}
	close(gone)
	c.close()
	reading.Wait()
}

// pipeClient returns a client over a Pipe.
func (m *model) pipeClient() modelClient {
	far, near := Pipe()
	m.came.Add(1)
	m.kinds.Store(far, "pipe")
	go m.server.ServeConn(far)
	return modelClient{
		write: func(data []byte, _ bool) error { return near.Send(Message{Data: data}) },
		read:  func() error { _, err := near.Receive(); return err },
		close: func() { near.Close(nil) },
	}
}

// streamClient returns a client that writes frames, and sometimes other bytes.
func (m *model) streamClient(c net.Conn) modelClient {
	buf := make([]byte, 300)
	return modelClient{
		write: func(data []byte, bad bool) error {
			frame := append(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), data...)
			if bad {
				frame = [][]byte{frame[:len(frame)/2], []byte("GET / HTTP/1.1\r\n\r\n"),
					{255, 255, 255, 127}, {22, 3, 1, 0}}[m.number(4)]
			}
			_ = c.SetWriteDeadline(time.Now().Add(m.scaled(5 * time.Second)))
			_, err := c.Write(frame)
			return err
		},
		read:  func() error { _, err := c.Read(buf); return err },
		close: func() { m.closeStream(c) },
	}
}

// closeStream closes a stream. Over TCP it sometimes closes one direction first, or resets the
// connection.
func (m *model) closeStream(c net.Conn) {
	defer c.Close()
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return
	}

	switch m.number(4) {
	case 0:
		_ = tcp.CloseWrite()
		time.Sleep(m.upTo(busyTime))
	case 1:
		_ = tcp.SetLinger(0)
	}
}

// datagramClient returns a client over UDP. Most of these clients have answered the question of the
// server. With the answer a client proves that it receives the datagrams to its address.
func (m *model) datagramClient(c net.Conn) modelClient {
	var question []byte
	if !m.draw(4) {
		question = m.prove(c)
	}

	buf := make([]byte, 600)
	return modelClient{
		write: func(data []byte, bad bool) error {
			if question != nil && m.draw(10) {
				if _, err := c.Write(question); err != nil {
					return err
				}
			}
			_, err := c.Write(data)
			return err
		},
		read:  func() error { _, err := c.Read(buf); return err },
		close: func() { c.Close() },
	}
}

// prove sends up to five messages until a question of the server arrives. Then it answers the
// question and returns it. It returns nil if no question arrives or if the answer can't be sent.
func (m *model) prove(c net.Conn) []byte {
	defer c.SetReadDeadline(time.Time{})
	buf := make([]byte, 600)
	for range 5 {
		_, _ = c.Write(make([]byte, 12+m.number(200)))
		_ = c.SetReadDeadline(time.Now().Add(m.scaled(2 * time.Second)))

		n, err := c.Read(buf)
		if err != nil || n != 12 || !bytes.HasPrefix(buf, []byte{2, 0, 1, 0}) {
			continue // the question was lost
		}

		question := slices.Clone(buf[:n])
		if _, err := c.Write(question); err != nil {
			return nil
		}
		return question
	}
	return nil
}
