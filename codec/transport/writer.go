package transport

import (
	"cmp"
	"time"
)

// Limits for a batch: the messages that are written together. A single message may have more than
// maxBatchSize bytes.
const (
	maxBatch     = 256
	maxBatchSize = 64 << 10
	keptBatch    = 16 // greatest capacity that an idle writer keeps
)

// writeAll writes the messages of the queue until the visit has ended and the queue is empty.
func (v *visit) writeAll() {
	for v.wait() {
		if !v.writeBatch() {
			return
		}
	}
}

// wait waits until the queue has a message, and takes the first messages as a batch. It returns
// false if the visit has ended and the queue is empty.
func (v *visit) wait() bool {
	v.mu.Lock()
	defer v.mu.Unlock()

	for v.queue.n == 0 && v.why == nil {
		v.changed.Wait()
	}

	v.batch = v.queue.appendTo(v.batch[:0], maxBatch, maxBatchSize)
	return len(v.batch) > 0
}

// writeBatch writes the messages of the batch, and removes them from the queue.
func (v *visit) writeBatch() bool {
	all, ok := v.conn.(batcher)
	if ok {
		ok = v.write(v.batch, func() error { return all.SendAll(v.batch) })
	} else {
		ok = v.writeEach()
	}

	clear(v.batch)
	if cap(v.batch) > keptBatch {
		v.batch = nil
	}

	return ok
}

// writeEach writes the messages of the batch one by one.
func (v *visit) writeEach() bool {
	for i := range v.batch {
		one := v.batch[i : i+1]
		if !v.write(one, func() error { return v.conn.Send(one[0]) }) {
			return false
		}
	}
	return true
}

// write writes messages with the function send. The alarm ends the write after Patience.
func (v *visit) write(ms []Message, send func() error) bool {
	v.mu.Lock()
	if v.broken {
		v.mu.Unlock()
		return false
	}
	v.writing = time.Now()
	v.mu.Unlock()

	err := send()
	if err != nil {
		v.fail(err)
	}

	v.mu.Lock()
	defer v.mu.Unlock()

	v.writing = time.Time{}
	v.wrote = time.Now()
	v.queue.pop(len(ms))
	if err == nil {
		v.count(ms...)
	}

	return err == nil
}

// sayLast writes the messages in the queue, and then the last message. It calls Farewell or Refused
// first, because that function can put messages into the queue and returns the last message. If the
// connection is broken, sayLast writes nothing.
func (v *visit) sayLast() {
	data := v.last()
	v.writeAll()
	if data == nil || checkLength(v.conn, data) != nil {
		return
	}

	last := []Message{{Data: data}}
	v.server.callTap(v.Peer, Outgoing, last[0])
	v.write(last, func() error { return v.conn.Send(last[0]) })
}

// last returns the last message, or nil.
func (v *visit) last() []byte {
	v.turn.take() // no other function of the program may run meanwhile
	defer v.turn.give()

	v.mu.Lock()
	why := v.why
	broken := v.broken
	v.mu.Unlock()

	switch {
	case broken:
		return nil
	case v.inside:
		return v.server.callLast(v.server.Farewell, v.Peer, why)
	default:
		return v.server.callLast(v.server.Refused, v.Peer, cmp.Or(v.refuse, why))
	}
}

// close closes the connection after the last message. The Close method of the connection may wait
// for the client, so close waits for that method only until endBy.
func (v *visit) close() {
	v.mu.Lock()
	why := v.why
	broken := v.broken
	endBy := v.endBy
	wrote := v.wrote
	v.mu.Unlock()

	if !broken {
		v.linger(wrote)
		v.finish()
	}

	closed := make(chan struct{})
	go func() {
		defer close(closed)
		v.conn.Close(why)
	}()

	waits := time.NewTimer(time.Until(endBy))
	defer waits.Stop()

	select {
	case <-closed:
	case <-waits.C:
	}
}

// linger keeps the connection open after the last message, for the time that the transport
// requests.
func (v *visit) linger(wrote time.Time) {
	l, ok := v.conn.(lingerer)
	if !ok || wrote.IsZero() {
		return
	}
	v.waitForReader(l.Linger() - time.Since(wrote))
}

// maxFinish is the longest time that finish waits for the client.
const maxFinish = time.Second

// finish closes the sending direction of the server, and waits until the client has closed its own.
// The reason is TCP: if the server closed the connection with unread bytes, the client could lose
// the last messages.
func (v *visit) finish() {
	f, ok := v.conn.(finisher)
	if !ok {
		return
	}

	f.Finish()
	v.waitForReader(min(v.patience, maxFinish))
}

// waitForReader waits until the reader has ended, but no longer than a given time.
func (v *visit) waitForReader(most time.Duration) {
	if most <= 0 {
		return
	}

	timer := time.NewTimer(most)
	defer timer.Stop()

	select {
	case <-v.read:
	case <-timer.C:
	}
}
