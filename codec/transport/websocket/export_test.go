package websocket

import "time"

// ListenFor is like Listen, with another time for the header of a request.
func ListenFor(header time.Duration) (*Listener, error) {
	return listen("127.0.0.1:0", Options{}, header)
}
