package transport

// A turn is a mutex made of a channel: a goroutine may wait for it as long as something blocks, and
// within testing/synctest the clock goes on meanwhile.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) take() { t <- struct{}{} }
func (t turn) give() { <-t }
