package dtls

// Stats counts what a [Socket] has let in.
type Stats struct {
	// Sessions and Handshakes are those now.
	Sessions, Handshakes int
	// Opened are the handshakes that made a session, Failed those that ended or were forgotten
	// without.
	Opened, Failed int
	// Refused are the handshakes for which Limits had no room.
	Refused int
	// Dropped are the datagrams of nobody, and those that are not DTLS.
	Dropped int
}
