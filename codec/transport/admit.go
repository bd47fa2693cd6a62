package transport

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// maxRefusing is the greatest number of refused clients that get a last message at the same time.
const maxRefusing = 16

// admit counts a new client, and returns its visit. A refused client also gets a visit, for its
// last message. If the server is closed, or if too many refused clients have a visit, admit returns
// nil and the reason. The caller then closes the connection.
func (s *Server) admit(conn Conn, from *source) (*visit, error) {
	s.set()
	host := hostOf(conn.RemoteAddr())

	s.mu.Lock()
	defer s.mu.Unlock()

	refuse := s.refusal(host, from)
	if refuse != nil && (s.closed || s.refusing >= maxRefusing) {
		count(&s.past.Dropped, refuse)
		return nil, refuse
	}

	p := newPeer(conn, &s.limits, host)
	v := newVisit(s, p, refuse)
	v.done = s.released
	if refuse != nil {
		s.refusing++
		return v, nil
	}

	if s.peers == nil {
		s.peers = map[*Peer]*source{}
		s.hosts = map[string]int{}
	}

	s.peers[p] = from
	s.hosts[host]++
	return v, nil
}

// refusal returns the reason why a client may not enter, or nil. The caller holds mu.
func (s *Server) refusal(host string, from *source) error {
	here := s.hosts[host]

	switch {
	case s.closed || from.over:
		return ErrClosed
	case len(s.peers) >= s.limits.MaxPeers:
		return because(ErrFull, "it has %d clients", len(s.peers))
	case here >= s.limits.perHost(host):
		return because(ErrFull, "it has %d clients of %s", here, host)
	default:
		return s.memory.over(host, &s.limits, time.Now())
	}
}

// released stops counting a client after its visit.
func (s *Server) released(v *visit) {
	why := v.Ended()
	stats := v.Stats()

	s.mu.Lock()
	defer s.mu.Unlock()

	s.past.add(stats)
	if v.inside {
		count(&s.past.Left, why)
	} else {
		if v.refuse != nil {
			why = v.refuse
		}
		count(&s.past.Refused, why)
	}

	if s.peers[v.Peer] == nil {
		s.refusing--
		return
	}

	delete(s.peers, v.Peer)
	s.hosts[v.host]--
	if s.hosts[v.host] == 0 {
		delete(s.hosts, v.host)
	}

	if s.closed && len(s.peers) == 0 {
		close(s.empty)
	}
}

// Totals returns the counts up to now.
func (s *Server) Totals() Totals {
	s.mu.Lock()
	defer s.mu.Unlock()

	t := s.past
	t.Left = maps.Clone(t.Left)
	t.Refused = maps.Clone(t.Refused)
	t.Dropped = maps.Clone(t.Dropped)
	t.Peers = len(s.peers) + s.refusing

	for _, n := range t.Left {
		t.Entered += n
	}
	for p := range s.peers {
		t.add(p.Stats())
		if p.hasEntered() {
			t.Entered++
		}
	}

	return t
}

// Peers returns the clients that have entered and not left, in the order of their addresses.
func (s *Server) Peers() []*Peer {
	s.mu.Lock()
	all := slices.Collect(maps.Keys(s.peers))
	s.mu.Unlock()

	all = slices.DeleteFunc(all, func(p *Peer) bool { return !p.hasEntered() })
	slices.SortFunc(all, func(a, b *Peer) int {
		return strings.Compare(a.Addr().String(), b.Addr().String())
	})

	return all
}
