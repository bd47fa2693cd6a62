package rooms

import (
	"errors"
	"time"

	"godotvariant/codec/transport"
)

// run handles messages of the owner, and repeats messages without an answer. It ends when the view
// is closed.
func (v *view) run() {
	ticker := time.NewTicker(patienceOfView / 5)
	defer ticker.Stop()

	for {
		select {
		case m := <-v.incoming:
			v.take(m.Data)
		case <-ticker.C:
			if !v.repeat(time.Now()) {
				return
			}
		}
	}
}

// take handles a message of an owner.
func (v *view) take(data []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(data) == 0 { // NATS sends an empty message if the room has no owner
		if v.vacant.IsZero() {
			v.vacant = time.Now()
		}
		_ = v.publish(v.names.wanted(), []byte(v.room))
		return
	}

	v.config.Hooks.Bus(len(data), transport.Incoming)
	data = v.joiner.add(data)
	if data == nil {
		return
	}
	if err := v.read(data); err != nil {
		v.config.Log.Warn("a message of an owner", "room", v.room, "error", err)
		v.need()
	}
}

// read reads the frames of a message.
func (v *view) read(data []byte) error {
	r := bits{b: data}
	var acks []ack
	var farewells []farewell
	var letters []Letter
	var err error

	for len(r.b) > 0 && r.err == nil && err == nil {
		kind, epoch := r.byte(), r.int()
		if kind == frameTrouble {
			v.trouble = r.text()
			continue
		}
		if epoch < v.epoch {
			return nil // the message is from a replaced owner
		}
		if epoch > v.epoch {
			v.begin(epoch)
		}
		v.vacant = time.Time{}
		v.trouble = ""

		switch kind {
		case frameAcks:
			acks = r.acks()
		case frameFarewells:
			farewells = r.farewells()
		case frameLetters:
			letters = r.letters()
		case frameChanges, frameFresh:
			err = v.change(changesFrame{kind, r.b})
			r.b = nil
		case frameState:
			err = v.replace(&r)
		default:
			return unknown(kind)
		}
	}

	err = errors.Join(err, r.end())
	if err != nil {
		return err
	}
	for _, a := range acks {
		v.acked(a)
	}
	v.deliver(letters)
	for _, f := range farewells {
		v.part(f)
	}
	return nil
}

// begin changes to a new owner. The new owner may be behind the old owner by some ticks without
// messages, and it uses other numbers for paths. So the view asks for the state of the new owner.
// It repeats the messages that the old owner has not answered.
func (v *view) begin(epoch int64) {
	v.epoch = epoch
	v.need()

	now := time.Now()
	v.reenter(now, 0)
	v.resend(now, 0)
}

// acked handles an acknowledgement for the messages of a session. The view greets a new visitor
// only after an acknowledgement with the number of the visitor's connection, because then the
// connection is in the log. An acknowledgement with another number may be a late message of a
// replaced owner. It may acknowledge fewer messages than the visitor's earlier connection has seen
// acknowledged.
func (v *view) acked(a ack) {
	c := v.members[a.session]
	switch {
	case c == nil:
	case !c.welcome && a.try != c.try:
	case !c.welcome:
		v.greet(c, a)
	default:
		accepted, refused := c.accept(a)
		for range refused {
			v.config.Hooks.Refused("game")
		}
		if accepted > 0 {
			_ = c.Send(Ack{c.last, refusals(c.refused)}) // fails only if the client has left
		}
	}
}

// part disconnects a visitor whose session has ended.
func (v *view) part(f farewell) {
	c := v.members[f.session]
	if c == nil {
		return
	}
	switch f.kind {
	case byeFull, byeRefused:
		v.config.Hooks.Refused(f.kind)
	}
	c.end(f, v.birth)
}

// deliver sends letters to visitors.
func (v *view) deliver(letters []Letter) {
	for _, l := range letters {
		for c := range v.welcomed {
			if l.To == "" || l.To == c.player.ID {
				_ = c.Send(Mail{l.Body}) // fails only if the client has left
			}
		}
	}
}

// repeat repeats requests and messages without an answer. It returns false if the view is closed.
func (v *view) repeat(now time.Time) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}

	if !v.asked.IsZero() && now.Sub(v.asked) > patienceOfView {
		v.need()
	}

	if now.Sub(v.probed) > probe {
		v.probed = now
		v.ask(false)
	}

	v.reenter(now, patienceOfView)
	v.resend(now, patienceOfView)
	v.warn(now)
	return true
}

// warn tells the clients once a second that the room has no owner.
func (v *view) warn(now time.Time) {
	if v.vacant.IsZero() || now.Sub(v.vacant) < v.config.Lease || now.Sub(v.warned) < time.Second {
		return
	}

	v.warned = now
	why := v.trouble
	if why == "" {
		why = "the room has no owner at the moment"
	}
	for _, c := range v.members {
		_ = c.Send(Waiting{why}) // fails only if the client has left
	}
}
