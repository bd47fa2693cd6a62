package rooms

import (
	"time"

	"godotvariant/codec/transport"
)

// Hooks are functions for metrics. A Host calls them, for example after each tick. Each function
// may be nil. The functions are called from many goroutines, and must not block.
type Hooks struct {
	// Ticked is called after each tick of a room. The argument late says how late the tick has
	// begun, and the argument took is the duration of the tick.
	Ticked func(room string, late, took time.Duration)
	// Appended is called after a record is in the log. The argument messages is the number of
	// entries in the record, bytes is the length of the record, and took is the duration of the
	// write.
	Appended func(room string, messages, bytes int, took time.Duration)
	// Owned is called when this process has taken a room. The argument waited is the time since the
	// last sign of life of the room's last owner, or 0 for a new room. The argument replay is the
	// time for reading the snapshot and the log.
	Owned func(room string, waited, replay time.Duration)
	// Lost is called when this process no longer owns a room. The error why is nil if the process
	// gave the room away.
	Lost func(room string, why error)
	// Snapshot is called after a snapshot is stored.
	Snapshot func(room string, bytes int)
	// Behind is called at each tick at which a room should write a snapshot but can't, because
	// records wait for Config.Committed. Its argument records is the number of these records.
	Behind func(room string, records int)
	// Refused is called for each client or message that is refused. The kind is "ticket", "full",
	// "game" or "message".
	Refused func(kind string)
	// Decode is called for each packet of a client that can't be decoded. The error has a kind,
	// such as variant.ErrWrongType, for errors.Is.
	Decode func(err error)
	// Bus is called for each message between gateways and owners. Its argument bytes is the length
	// of the payload.
	Bus func(bytes int, d transport.Direction)
	// Stuck is called when a room can't be opened, or when no process may open it. It is called
	// again for each attempt.
	Stuck func(room string, why error)
}

// withDefaults returns h without nil functions.
func (h Hooks) withDefaults() Hooks {
	set(&h.Ticked, func(string, time.Duration, time.Duration) {})
	set(&h.Appended, func(string, int, int, time.Duration) {})
	set(&h.Owned, func(string, time.Duration, time.Duration) {})
	set(&h.Lost, func(string, error) {})
	set(&h.Snapshot, func(string, int) {})
	set(&h.Behind, func(string, int) {})
	set(&h.Refused, func(string) {})
	set(&h.Decode, func(error) {})
	set(&h.Bus, func(int, transport.Direction) {})
	set(&h.Stuck, func(string, error) {})
	return h
}

// set sets *f to a default if it is nil. cmp.Or can't do this, because functions are not
// comparable.
func set[F interface {
	~func(string, time.Duration, time.Duration) |
		~func(string, int, int, time.Duration) |
		~func(string, error) | ~func(string, int) | ~func(string) | ~func(error) |
		~func(int, transport.Direction)
}](f *F, to F) {
	if *f == nil {
		*f = to
	}
}
