package transport

// A visit serves a peer from admission to Leave. One goroutine reads and calls the functions of the
// program. Another goroutine writes.
type visit struct {
	*Peer
	server *Server
	done   func(v *visit) // takes the client out of the server's counts
	refuse error          // reason why the client may not enter, or nil
	turn   turn           // held while a function of the program runs
	inside bool           // the client has entered; guarded by turn
	read   chan struct{}  // closed when the reader has ended
	batch  []Message      // messages of the writer
}

// newVisit returns the visit of a peer. It starts no goroutine.
func newVisit(s *Server, p *Peer, refuse error) *visit {
	v := &visit{Peer: p, server: s, refuse: refuse, turn: newTurn(), read: make(chan struct{})}
	if refuse != nil {
		v.idle = v.patience
	}
	if s.Tap != nil {
		p.tap = s.callTap
	}
	return v
}
