package transport

import "time"

// run serves the client until it has left, and returns the reason.
func (v *visit) run() error {
	v.watch()
	v.connect()

	written := make(chan struct{})
	go func() {
		defer close(written)
		v.writeAll()
		v.sayLast()
		v.close()
	}()

	v.readAll()
	close(v.read)
	<-written

	v.leave()
	return v.Ended()
}

// connect calls Enter for the client. It does nothing if First is set, because the client then
// enters with its first message.
func (v *visit) connect() {
	if v.server.First != nil {
		return
	}

	v.turn.take()
	defer v.turn.give()
	if err := v.enter(); err != nil {
		v.End(err)
	}
}

// leave calls Leave if the client has entered, and takes the client out of the server's counts.
// Call it after the reader and the writer have ended.
func (v *visit) leave() {
	v.turn.take()
	defer v.turn.give()

	v.mu.Lock()
	v.alarm.Stop()
	v.queue.drop()
	why := v.why
	v.mu.Unlock()

	if v.inside {
		v.server.memory.leave(v.host, v.rates, v.limits, time.Now())
		v.server.callLeave(v.Peer, why)
	}
	v.done(v)
}
