package rooms

import (
	"sync"
	"time"
)

// An owners has the last news of this process about the owners of rooms. The news is only used to
// save requests, because only the log of a room proves who owns the room.
type owners struct {
	mu    sync.Mutex
	rooms map[string]belief
}

// A belief is the last news about a room.
type belief struct {
	host  string // "" if the owner has given the room away
	epoch int64
	at    time.Time // time of the last news, or of the last look into the log
	shut  bool      // no process takes the room until a client asks for it
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

// looked stores the result of a look into the log of a room: the host that owns the room, and the
// epoch. It changes nothing if news of a later epoch is already stored.
func (o *owners) looked(room, host string, epoch int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if epoch >= o.rooms[room].epoch {
		o.rooms[room] = belief{host, epoch, time.Now(), false}
	}
}

// of returns the last news about a room.
func (o *owners) of(room string) belief {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.rooms[room]
}
