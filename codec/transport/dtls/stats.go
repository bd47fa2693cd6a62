package dtls

// Stats has counts of the sessions, handshakes and datagrams of a [Socket].
type Stats struct {
	// Sessions and Handshakes are the current numbers.
	Sessions, Handshakes int
	// Opened counts the handshakes that made a session, and Failed the handshakes that ended or
	// were forgotten without one.
	Opened, Failed int
	// Refused counts the handshakes that Limits refused.
	Refused int
	// Dropped counts the datagrams without a session, and the datagrams that are not DTLS.
	Dropped int
}
