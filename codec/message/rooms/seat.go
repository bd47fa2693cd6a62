package rooms

import (
	"time"

	"godotvariant/variant"
)

// A seat has the data of a gateway about the session of a client.
type seat struct {
	player  Player
	data    []byte // Player.Data, encoded
	session int64
	try     int64

	welcome bool // the first State has been sent
	known   bool // the client has received a State in this session, at this gateway or another
	pending *ack // ack that is passed to greet when this gateway has the state of the room
	leaving bool // the client has sent Leave
	asked   time.Time
	synced  time.Time // time when the state was last sent again
	last    int64     // number of the client's last message in the log
	refused []Refusal // refused messages among the last 64 in the log
	unacked []Entry   // messages that are not in the log yet
	sent    time.Time // time when messages in unacked were last sent or acknowledged

	seen    variant.Variant // part of the state that the client has, if the game is a Viewer
	version int64           // version of seen
}

// entry returns an event of the session, for the owner.
func (c *seat) entry(kind EntryKind) Entry {
	return Entry{Kind: kind, Player: c.player.ID, Session: c.session, Try: c.try}
}

// accept handles the acknowledgement that all messages up to a number are in the log. It returns
// the number of messages that were not acknowledged before, and how many of these the game has
// refused.
func (c *seat) accept(a ack) (accepted, refused int) {
	accepted = int(max(0, a.last-c.last))
	for _, r := range a.refused {
		if r.Number > c.last {
			refused++
		}
	}

	if accepted > 0 {
		c.last = a.last
		c.refused = a.refused
		c.unacked = c.unacked[min(accepted, len(c.unacked)):]
		c.sent = time.Now()
	}
	return accepted, refused
}
