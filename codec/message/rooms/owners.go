package rooms

import (
	"sync"
	"time"
)

// An owners has the last news of this process about the owners of rooms. The news only saves
// requests: the log of a room says who owns it.
type owners struct {
	mu    sync.Mutex
	rooms map[string]belief
}

// A belief is the last news about a room.
type belief struct {
	host  string // "" if the owner has given the room away
	epoch int64
	at    time.Time // time when the belief was last heard or confirmed by the log
	shut  bool      // nobody takes the room until somebody asks for it
}

func newOwners() *owners { return &owners{rooms: map[string]belief{}} }

// hear handles news.
func (o *owners) hear(n news) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n.Epoch < o.rooms[n.Room].epoch {
		return
	}

	b := belief{n.Host, n.Epoch, time.Now(), n.Shut}
	if n.Over {
		b.host = ""
	}
	o.rooms[n.Room] = b
}

// looked notes that, by the log, a host owns the room.
func (o *owners) looked(room, host string, epoch int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if epoch >= o.rooms[room].epoch {
		o.rooms[room] = belief{host, epoch, time.Now(), false}
	}
}

// of returns the belief about a room.
func (o *owners) of(room string) belief {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.rooms[room]
}
