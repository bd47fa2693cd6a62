package sliced

// A Watch is called after each slice of work. Its argument is the number of bytes that are done so
// far. A Watch may be nil.
type Watch func(done int)

// shortPacket is the greatest length, in bytes, of a packet that is read at once, not in slices of
// work. It is also the length of a slice.
const shortPacket = 32 << 10

// A Teller calls a Watch at the end of each slice.
type Teller struct {
	watch Watch
	told  int // the argument of the last call of watch
}

// NewTeller returns a Teller that calls watch.
func NewTeller(watch Watch) Teller { return Teller{watch: watch} }

// Tell calls the Watch if a slice has ended since the last call. The argument done is the number of
// bytes that are done so far.
func (t *Teller) Tell(done int) {
	if t.watch != nil && done-t.told >= shortPacket {
		t.told = done
		t.watch(done)
	}
}
