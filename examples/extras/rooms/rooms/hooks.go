package rooms

import "time"

// Hooks tell a program what happens, for metrics. Nil functions are skipped. Many goroutines call
// them, and they must not wait.
type Hooks struct {
	// Ticked is called after each tick of a room: how late it began, and how long it took.
	Ticked func(room string, late, took time.Duration)
	// Appended is called after a record is in the log, with its messages and bytes.
	Appended func(room string, messages, bytes int, took time.Duration)
	// Owned is called when this process has taken a room: how long after its last owner was heard
	// of, 0 for a new room, and how long it took to read snapshot and log.
	Owned func(room string, waited, replay time.Duration)
	// Lost is called when this process owns a room no more. The error is nil if it gave the room
	// away.
	Lost func(room string, why error)
	// Snapshot is called after a snapshot is stored.
	Snapshot func(room string, bytes int)
	// Refused is called for each client and message that is not taken: "ticket", "full", "game",
	// "message".
	Refused func(kind string)
	// Decode is called for each packet of a client that can't be read. The error has a kind, such
	// as variant.ErrWrongType, for errors.Is.
	Decode func(err error)
	// Bus is called for each message between gateways and owners, with the length of its payload.
	Bus func(bytes int, in bool)
}

// withDefaults returns h without nil functions.
func (h Hooks) withDefaults() Hooks {
	set(&h.Ticked, func(string, time.Duration, time.Duration) {})
	set(&h.Appended, func(string, int, int, time.Duration) {})
	set(&h.Owned, func(string, time.Duration, time.Duration) {})
	set(&h.Lost, func(string, error) {})
	set(&h.Snapshot, func(string, int) {})
	set(&h.Refused, func(string) {})
	set(&h.Decode, func(error) {})
	set(&h.Bus, func(int, bool) {})
	return h
}

// set sets a function that is nil. Functions have no cmp.Or.
func set[F interface {
	~func(string, time.Duration, time.Duration) |
		~func(string, int, int, time.Duration) |
		~func(string, error) | ~func(string, int) | ~func(string) | ~func(error) | ~func(int, bool)
}](f *F, to F) {
	if *f == nil {
		*f = to
	}
}
