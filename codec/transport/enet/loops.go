package enet

import (
	"time"

	"godotvariant/codec/transport/internal/udp"
)

// start starts two goroutines: one reads datagrams, and one writes them.
func (e *endpoint) start() {
	go e.readAll()
	go e.writeAll()
}

// calmAfter is the time after the last urgent datagram until datagrams are gathered again. The
// reason is that the sender of a long packet needs an answer for every 64 KiB. Gathering would
// delay each of these answers by a beat.
const calmAfter = 10 * beat

// readAll reads datagrams until the socket is closed.
func (e *endpoint) readAll() {
	r := e.socket.Reader(e.receive)
	for r.Err == nil {
		began := time.Now()
		r.Read()

		often := time.Since(began) < beat
		if often && !e.isUrgent(calmAfter) {
			e.readInBeats(r)
		}
	}

	e.fail(r.Err)
}

// readInBeats reads the datagrams of each beat together, until no datagram has come in a beat, or
// until a datagram is urgent.
func (e *endpoint) readInBeats(r *udp.Reader) {
	for some := true; some && r.Err == nil && !e.isUrgent(beat); {
		time.Sleep(beat)
		_ = e.socket.SetReadDeadline(time.Now().Add(turn))

		some = r.Read()
		for some && r.Read() {
		}
	}

	_ = e.socket.SetReadDeadline(time.Time{})
}

// writeAll writes datagrams until the socket has failed or the last connection has ended.
func (e *endpoint) writeAll() {
	defer e.clock.Stop()
	defer e.socket.Close()

	for range e.clock.C {
		datagrams, over := e.poll()
		for _, d := range datagrams {
			_ = e.socket.Write(d.Data, d.To) // the datagram may be lost
		}
		if over {
			return
		}
	}
}
