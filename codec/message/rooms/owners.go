package rooms

import (
	"sync"
	"time"
)

// An owners is what this process believes about the owners of rooms. It only spares requests: who
// owns a room its log says.
type owners struct {
	mu    sync.Mutex
	rooms map[string]belief
}

// A belief is what was last heard about a room.
type belief struct {
	host  string // "" if the owner has given the room away
	epoch int64
	at    time.Time // when it was last heard or confirmed by the log
	shut  bool      // nobody takes the room until somebody asks for it
}

func newOwners() *owners { return &owners{rooms: map[string]belief{}} }

// hear takes news.
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

// looked notes that the log says that a host owns the room.
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
