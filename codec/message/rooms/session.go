package rooms

// A Session is a player in a room, as part of a snapshot.
type Session struct {
	Player  string    `godot:"player"`
	Nonce   int64     `godot:"nonce"`
	Last    int64     `godot:"last"`    // number of the last message in the log
	Refused []Refusal `godot:"refused"` // the refused messages among the last 64
	Try     int64     `godot:"try"`     // number of the last connection
	Gateway string    `godot:"gateway"` // the host with this connection
	Until   int64     `godot:"until"`   // tick at which a disconnected player leaves; else 0
}

// A Refusal is a message that the game has refused.
type Refusal struct {
	Number int64  `godot:"number"`
	Why    string `godot:"why"`
}

// An Ended is a session that has ended.
type Ended struct {
	Session Session `godot:"session"`
	Why     int64   `godot:"why"` // a [Why]
}

const (
	// outcomes is the number of messages of a session whose outcome a room remembers: whether the
	// game has refused the message. A client sends at most this number of messages before the first
	// of them is acknowledged.
	outcomes = 64
	// maxEnded is the number of ended sessions that a room remembers.
	maxEnded = 256
	// maxWhy is the greatest length of the reason of a refusal, in bytes.
	maxWhy = 100
)

// did returns the session after a message. The argument reason is "" unless the game has refused
// the message.
func (s Session) did(number int64, reason string) Session {
	s.Last = number
	var refused []Refusal // a new slice, because the old slice belongs to an older state
	for _, r := range s.Refused {
		if r.Number > number-outcomes {
			refused = append(refused, r)
		}
	}

	if reason != "" {
		refused = append(refused, Refusal{number, reason})
	}
	s.Refused = refused
	return s
}
