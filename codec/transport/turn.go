package transport

// A turn is a mutex made of a channel. Within testing/synctest the clock advances while a goroutine
// waits for it.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) take() { t <- struct{}{} }
func (t turn) give() { <-t }
