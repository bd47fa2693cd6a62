package message

import (
	"maps"
	"sync"
	"time"
)

// A tally counts the messages of one client in one second.
type tally struct {
	second time.Time // the start of the second
	all    int
	names  map[string]int
}

// count counts a message. It returns the number of messages in this second, including this one.
func (t *tally) count(now time.Time) int {
	if now.Sub(t.second) >= time.Second {
		*t = tally{second: now, names: t.names}
		clear(t.names)
	}

	t.all++
	return t.all
}

// countName counts a message by its name and returns the number in this second. Call count first.
func (t *tally) countName(name string) int {
	if t.names == nil {
		t.names = map[string]int{}
	}

	t.names[name]++
	return t.names[name]
}

// tallies keeps the tallies of clients that have left, by host, each until its second is over. A
// client can't reset its count by connecting again.
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

// enter returns the tally with which a new client of the host starts.
func (a *tallies) enter(host string, now time.Time) tally {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sweep(now)

	t := a.byHost[host]
	t.names = maps.Clone(t.names)
	return t
}

// over reports whether a client of the host that has left sent more than most messages in this
// second.
func (a *tallies) over(host string, most int, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, ok := a.byHost[host]
	return ok && most > 0 && t.all > most && now.Sub(t.second) < time.Second
}

// sweep deletes, once a second, the tallies whose second is over.
func (a *tallies) sweep(now time.Time) {
	if now.Sub(a.swept) < time.Second {
		return
	}

	a.swept = now
	maps.DeleteFunc(a.byHost, func(_ string, t tally) bool {
		return now.Sub(t.second) >= time.Second
	})
}
