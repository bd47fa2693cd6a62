package dtls

// Stats has counts of the sessions, handshakes and datagrams of a [Socket].
type Stats struct {
	// Sessions is the current number of open sessions. Handshakes is the current number of
	// handshakes.
	Sessions, Handshakes int
	// Opened counts the handshakes that led to a session. Failed counts the handshakes that ended
	// or were dropped without a session.
	Opened, Failed int
	// Refused counts the handshakes that Limits refused.
	Refused int
	// Dropped counts the datagrams without a session, and the datagrams that are not DTLS.
	Dropped int
}
