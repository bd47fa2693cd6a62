package message

import (
	"maps"
	"sync"
	"time"
)

// A tally counts the messages of one client in one second.
type tally struct {
	second time.Time // its begin
	all    int
	names  map[string]int
}

// count counts a message. It returns how many there were in this second, with it.
func (t *tally) count(now time.Time) int {
	if now.Sub(t.second) >= time.Second {
		*t = tally{second: now, names: t.names}
		clear(t.names)
	}

	t.all++
	return t.all
}

// countName counts a message of a name, after count.
func (t *tally) countName(name string) int {
	if t.names == nil {
		t.names = map[string]int{}
	}

	t.names[name]++
	return t.names[name]
}

// tallies are those of clients that have gone, by their hosts, so that nobody has sent less after
// connecting again. Each is kept for its second.
type tallies struct {
	mu     sync.Mutex
	byHost map[string]tally
	swept  time.Time
}

// leave keeps the tally of a client.
func (a *tallies) leave(host string, t tally, now time.Time) {
	if host == "" || now.Sub(t.second) >= time.Second {
		return
	}

	a.mu.Lock()
	defer a.mu.Unlock()
	a.sweep(now)

	if before, ok := a.byHost[host]; ok && before.all >= t.all {
		return
	}

	if a.byHost == nil {
		a.byHost = map[string]tally{}
	}

	a.byHost[host] = t
}

// enter returns the tally with which a client of a host begins.
func (a *tallies) enter(host string, now time.Time) tally {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sweep(now)

	t := a.byHost[host]
	t.names = maps.Clone(t.names)
	return t
}

// over reports whether clients of a host have sent more than most messages in this second.
func (a *tallies) over(host string, most int, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, ok := a.byHost[host]
	return ok && most > 0 && t.all > most && now.Sub(t.second) < time.Second
}

// sweep forgets, once a second, the tallies whose second is over.
func (a *tallies) sweep(now time.Time) {
	if now.Sub(a.swept) < time.Second {
		return
	}

	a.swept = now
	maps.DeleteFunc(a.byHost, func(_ string, t tally) bool {
		return now.Sub(t.second) >= time.Second
	})
}
