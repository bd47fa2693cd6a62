package rooms

// A decision has the effects of the messages that a room gets in a tick: a plan with the changes of
// the room, and the answers to gateways. Only the owner of a room decides. Processes that read the
// log later apply its decisions.
type decision struct {
	*plan
	players int   // greatest number of players in the room
	comeAt  int64 // tick at which the session of a player ends if the player disconnects now

	answered  map[string]bool // players whose sessions get an ack
	farewells []farewell
}

// receive handles the entry in a message of a gateway. The kind of the entry is EntryMessage,
// EntryJoin, EntryAway for a lost connection, or EntryLeave. In an EntryJoin, Number is 1 if the
// client has been in the room with this session.
func (d *decision) receive(e Entry) {
	s, is := d.find(e.Player)
	if e.Kind == EntryJoin {
		d.enter(e, s, is)
		return
	}

	if !is || s.Nonce != e.Session {
		if e.Kind == EntryMessage {
			d.dismiss(e)
		}
		return
	}

	switch e.Kind {
	case EntryMessage:
		d.message(e, s)
	case EntryAway:
		if s.Until == 0 && e.Try >= s.Try {
			e.Number = d.comeAt
			_ = d.add(e) // the session exists, so there is no error
		}
	case EntryLeave:
		_ = d.add(e)
		d.dismiss(e)
	}
}

// message handles a message of a session. If the message is already in the log, it is acknowledged
// again. A message is ignored if the message before it is missing, because the client sends both
// again later.
func (d *decision) message(e Entry, s Session) {
	if e.Number > s.Last+1 {
		return
	}

	d.answered[e.Player] = true
	if e.Number <= s.Last {
		return
	}

	if s.Until > 0 {
		_ = d.add(back(s, s.Try, s.Gateway))
	}
	_ = d.add(e)
}

// back returns the entry for a session that has a new connection.
func back(s Session, try int64, gateway string) Entry {
	return Entry{
		Kind: EntryBack, Player: s.Player, Session: s.Nonce, Try: try, Gateway: gateway,
	}
}

// enter handles an EntryJoin or an EntryBack. The arguments s and found are the results of d.find
// for the player: the session, and whether there is one. The client gets an ack, or a farewell if
// it may not enter.
func (d *decision) enter(e Entry, s Session, found bool) {
	switch {
	case found && s.Nonce == e.Session:
		if e.Try > s.Try || s.Until > 0 && e.Try == s.Try {
			_ = d.add(back(s, e.Try, e.Gateway))
		}
		d.answered[e.Player] = true
		return
	case d.known(e.Session) != nil, e.Number > 0:
		d.dismiss(e)
		return
	case !found && d.count() >= d.players:
		d.say(farewell{session: e.Session, kind: byeFull, why: "the room is full"})
		return
	}

	e.Number = 0
	if err := d.add(e); err != nil {
		d.say(farewell{session: e.Session, kind: byeRefused, why: cut(err.Error(), maxWhy)})
		return
	}

	if found {
		d.say(farewell{
			session: s.Nonce, kind: byeReplaced, why: Replaced.String(), last: s.Last,
			refused: s.Refused,
		})
	}
	d.answered[e.Player] = true
}

// known returns an ended session by its nonce, or nil if the room does not remember the session.
func (d *decision) known(nonce int64) *Ended {
	for _, all := range [][]Ended{d.ended, d.world.ended} {
		for i := range all {
			if all[i].Session.Nonce == nonce {
				return &all[i]
			}
		}
	}
	return nil
}

// dismiss sends a farewell to a client whose session has ended or is unknown to the room.
func (d *decision) dismiss(e Entry) {
	f := farewell{
		session: e.Session, kind: byeForgotten, why: "the room has no such session", last: -1,
	}
	if ended := d.known(e.Session); ended != nil {
		f.why = Why(ended.Why).String()
		f.last = ended.Session.Last
		f.refused = ended.Session.Refused

		switch Why(ended.Why) {
		case Replaced:
			f.kind = byeReplaced
		case Kicked:
			f.kind = byeKicked
		case Quit:
			f.kind = byeQuit
		}
	}
	d.say(f)
}

func (d *decision) say(f farewell) { d.farewells = append(d.farewells, f) }

// acks returns an acknowledgement for each player in answered whose session still exists.
func (d *decision) acks() (all []ack) {
	for player := range d.answered {
		if s, is := d.find(player); is {
			all = append(all, ack{s.Nonce, s.Try, s.Last, s.Refused})
		}
	}
	return all
}

// meet compares the members of a gateway with the sessions of the room. A player is gone if the
// gateway had the player's connection and does not list the player any more. If a gateway has sent
// nothing for too long, the argument is an empty list of members.
func (d *decision) meet(h hereMessage) {
	there := map[int64]bool{}
	var lost, found []Session
	for player := range d.world.sessions {
		s, is := d.find(player)
		if !is {
			continue
		}

		there[s.Nonce] = true
		_, member := h.members[s.Nonce]
		switch {
		case s.Gateway != h.gateway:
		case s.Until == 0 && !member:
			lost = append(lost, s)
		case s.Until > 0 && member:
			found = append(found, s)
		}
	}

	for _, s := range sorted(lost) {
		d.receive(Entry{Kind: EntryAway, Player: s.Player, Session: s.Nonce, Try: s.Try})
	}
	for _, s := range sorted(found) {
		d.enter(back(s, s.Try, s.Gateway), s, true)
	}
	for session, known := range h.members {
		if known && !there[session] && !d.joins(session) {
			d.dismiss(Entry{Session: session})
		}
	}
}

// joins reports whether the session with the given nonce has begun or changed in this tick.
func (d *decision) joins(nonce int64) bool {
	for _, s := range d.sessions {
		if s != nil && s.Nonce == nonce {
			return true
		}
	}
	return false
}

// kick ends the session of a player.
func (d *decision) kick(player string) {
	s, is := d.find(player)
	if !is {
		return
	}

	e := Entry{Kind: EntryLeave, Player: player, Session: s.Nonce, Why: Kicked}
	_ = d.add(e)
	d.dismiss(e)
}
