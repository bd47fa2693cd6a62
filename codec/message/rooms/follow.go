package rooms

import (
	"time"

	"godotvariant/codec/message"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// change handles the changes of a tick. If the view has the state before the changes, change
// applies them. If the view waits for a state, change keeps them until the state comes. If the view
// has missed earlier changes, change asks for the state.
func (v *view) change(c changesFrame) error {
	from, to := c.ticks()

	switch {
	case v.state == nil || !v.asked.IsZero():
		v.missed = append(v.missed, c)
		v.missed = v.missed[max(0, len(v.missed)-maxMissed):]
	case to <= v.tick && from < to: // the changes were applied already
	case from != v.tick:
		v.need()
	case to > from:
		return v.follow(c)
	}

	return nil
}

// follow applies changes to the state of the view, and sends them to the clients.
func (v *view) follow(c changesFrame) error {
	f := frame{kind: c.kind}
	r := bits{b: c.body}
	v.paths.changes(&r, &f)
	if err := r.end(); err != nil {
		return err
	}

	state, err := tree.ApplyDelta(v.state, f.changes)
	if err != nil {
		return err
	}

	v.state = state
	v.tick = f.tick
	v.tell(f.changes)
	return nil
}

// replace sets the complete state that the view has asked for, and sends the clients the difference
// from the previous state.
func (v *view) replace(r *bits) error {
	if v.state != nil && v.asked.IsZero() {
		r.b = nil
		return nil // the view has not asked for the state
	}

	var f frame
	v.paths.state(r, &f)
	if err := r.end(); err != nil {
		return err
	}

	before := v.state
	v.state = f.state
	v.tick = f.tick
	v.birth = f.birth
	v.asked = time.Time{}
	if err := v.differ(before); err != nil {
		return err
	}

	missed := v.missed
	v.missed = nil
	for _, m := range missed {
		if err := v.change(m); err != nil {
			return err
		}
	}

	for _, c := range v.members {
		if c.pending != nil {
			v.greet(c, *c.pending)
		}
	}
	return nil
}

// differ sends the clients the difference from the previous state, if there was one.
func (v *view) differ(before variant.Variant) error {
	if before == nil {
		v.version++
		return nil
	}

	patch, err := tree.Diff(before, v.state, tree.DiffOptions{AnyKeyOrder: true})
	if err != nil {
		return err
	}
	changes, err := patch.Delta()
	if err != nil {
		return err
	}
	if len(changes.Items) > 0 {
		v.tell(changes)
	}
	return nil
}

// tell sends changes to all clients that have the previous state. With a [Viewer], each client gets
// the changes of its own view.
func (v *view) tell(changes variant.Array) {
	if v.rules.viewer != nil {
		for c := range v.welcomed {
			v.look(c)
		}
		return
	}

	v.version++
	m := Tick{From: v.version - 1, Version: v.version, Tick: v.tick, Changes: changes}
	err := message.Broadcast(v.welcomed, m)
	if err != nil {
		v.config.Log.Error("tell the clients", "room", v.room, "error", err)
	}
}

// look sends a client the changes of the part of the state that its player sees.
func (v *view) look(c *Visitor) {
	seen := v.rules.view(v.state, c.player.ID)
	patch, err := tree.Diff(c.seen, seen, tree.DiffOptions{AnyKeyOrder: true})
	if err != nil || len(patch) == 0 {
		return
	}
	changes, err := patch.Delta()
	if err != nil {
		return
	}

	c.seen = seen
	c.version++
	_ = c.Send(Tick{c.version - 1, c.version, v.tick, changes}) // fails only if the client has left
}

// greet sends the state to a visitor who has just joined, if this gateway has the state. Otherwise
// it stores the ack, and the method replace calls greet when the state arrives.
func (v *view) greet(c *Visitor, a ack) {
	if v.state == nil || !v.asked.IsZero() {
		c.pending = &a // the state has not arrived yet
		return
	}

	c.pending = nil
	c.welcome = true
	c.known = true
	c.last = a.last
	c.refused = a.refused
	c.seen = v.rules.view(v.state, c.player.ID)
	if err := c.Send(v.stateOf(c)); err != nil {
		c.End(err) // for example, the state is too long for a datagram
	}
}
