package dtls

import (
	"maps"
	"net/netip"
	"slices"
)

// A table has the sessions of a server by their addresses. A client with a session may begin
// another session, for example after the game was restarted at the same port. After its handshake
// the new session replaces the old one.
type table struct {
	opening map[netip.AddrPort]*session // sessions during their handshake
	open    map[netip.AddrPort]*session
	hosts   map[netip.Addr]int // number of open sessions of each host
	began   int                // number of all sessions so far
	alive   int                // number of handshakes that still have a goroutine
}

func newTable() table {
	return table{
		opening: map[netip.AddrPort]*session{},
		open:    map[netip.AddrPort]*session{},
		hosts:   map[netip.Addr]int{},
	}
}

// all returns all sessions.
func (t *table) all() []*session {
	return append(slices.Collect(maps.Values(t.opening)), slices.Collect(maps.Values(t.open))...)
}

// full reports whether a host can't have another session.
func (t *table) full(host netip.Addr, l *Limits) bool {
	return len(t.open) >= l.MaxSessions || t.hosts[host] >= l.MaxSessionsPerHost
}

// makeRoom reports whether there is space for a handshake of a host. To make space, it may drop
// another handshake.
func (t *table) makeRoom(host netip.Addr, l *Limits) bool {
	same := 0
	for _, c := range t.opening {
		if c.host == host {
			same++
		}
	}

	switch {
	case t.alive >= 2*l.MaxHandshakes:
		return false // the goroutines of many dropped handshakes have not ended yet
	case same >= l.MaxHandshakesPerHost:
		return t.forgetOldest(func(c *session) bool { return c.host == host })
	case len(t.opening) >= l.MaxHandshakes:
		return t.forgetOldest(func(*session) bool { return true })
	default:
		return true
	}
}

// forgetOldest drops the oldest handshake for which the result of matches is true. It does not drop
// a handshake whose client has proven its address. It returns false if it has dropped none.
func (t *table) forgetOldest(matches func(*session) bool) bool {
	var oldest *session
	for _, c := range t.opening {
		if c.proven || !matches(c) {
			continue
		}
		if oldest == nil || c.number < oldest.number {
			oldest = c
		}
	}
	if oldest == nil {
		return false
	}

	t.forget(oldest)
	return true
}

// forget ends a handshake. The goroutine of the handshake ends later.
func (t *table) forget(c *session) {
	c.over = true
	c.cancel()
	if t.opening[c.from] == c {
		delete(t.opening, c.from)
	}
}

// add adds a session that is in its handshake.
func (t *table) add(c *session) {
	t.began++
	t.alive++
	c.number = t.began
	t.opening[c.from] = c
}

// opened makes a handshake an open session, which replaces an earlier session of the client.
func (t *table) opened(c *session) {
	t.alive--
	delete(t.opening, c.from)
	if before := t.open[c.from]; before != nil {
		before.over = true
		before.link.Close()
		t.remove(before)
	}

	t.open[c.from] = c
	t.hosts[c.host]++
}

// remove removes an open session, unless another session has replaced it.
func (t *table) remove(c *session) {
	if t.open[c.from] != c {
		return
	}

	delete(t.open, c.from)
	t.hosts[c.host]--
	if t.hosts[c.host] == 0 {
		delete(t.hosts, c.host)
	}
}
