package dtls

import "encoding/binary"

// The kinds of records, and of handshake messages, that this package distinguishes (RFC 6347).
const (
	changeCipher = 20
	alert        = 21
	handshake    = 22

	clientHello = 1
	serverHello = 2
)

const (
	recordHeader  = 13 // kind, version, epoch, number of 48 bits, length
	messageHeader = 12 // kind, length, number, offset and length of the fragment
	beforeSession = 34 // length of the version and the random bytes before the session ID
)

// A record is a part of a datagram. Records of epoch 0 are not encrypted.
type record struct {
	kind  byte
	epoch uint16
	body  []byte
}

// cut returns the first record of a datagram, and the remaining bytes.
func cut(datagram []byte) (r record, rest []byte, ok bool) {
	if len(datagram) < recordHeader {
		return record{}, nil, false
	}

	end := recordHeader + int(binary.BigEndian.Uint16(datagram[11:]))
	if len(datagram) < end {
		return record{}, nil, false
	}

	r = record{
		kind:  datagram[0],
		epoch: binary.BigEndian.Uint16(datagram[3:]),
		body:  datagram[recordHeader:end],
	}
	return r, datagram[end:], true
}

// begins reports whether a record begins with a message of the given kind. The record must belong
// to a handshake, and must not be encrypted.
func (r record) begins(message byte) bool {
	return r.kind == handshake && r.epoch == 0 &&
		len(r.body) >= messageHeader && r.body[0] == message
}

// A hello is the result of helloOf: the kind of hello in a datagram, or noHello.
type hello uint8

const (
	noHello    hello = iota // the datagram is not the hello of a client
	firstHello              // the hello that begins a handshake
	laterHello              // a hello with the cookie of the server, or a repeated hello
)

// helloOf returns the kind of a datagram. A datagram is a hello if it consists of one record with a
// complete hello. Clients do not send hellos in fragments.
func helloOf(datagram []byte) hello {
	r, rest, ok := cut(datagram)
	if !ok || len(rest) > 0 || !r.begins(clientHello) {
		return noHello
	}

	length := uint24(r.body[1:])
	whole := uint24(r.body[6:]) == 0 && uint24(r.body[9:]) == length
	if !whole || len(r.body) != messageHeader+length {
		return noHello
	}

	cookie, ok := cookieOf(r.body[messageHeader:])
	if !ok {
		return noHello
	}
	if len(cookie) == 0 && binary.BigEndian.Uint16(r.body[4:]) == 0 {
		return firstHello
	}
	return laterHello
}

// cookieOf returns the cookie in the body of a hello.
func cookieOf(body []byte) (cookie []byte, ok bool) {
	if len(body) <= beforeSession {
		return nil, false
	}
	_, rest, ok := cutByLength(body[beforeSession:])
	if !ok {
		return nil, false
	}
	cookie, _, ok = cutByLength(rest)
	return cookie, ok
}

// cutByLength returns the part whose length is in the first byte of b, and the bytes after the
// part.
func cutByLength(b []byte) (part, rest []byte, ok bool) {
	if len(b) == 0 || len(b) < 1+int(b[0]) {
		return nil, nil, false
	}
	end := 1 + int(b[0])
	return b[1:end], b[end:], true
}

func uint24(b []byte) int { return int(b[0])<<16 | int(b[1])<<8 | int(b[2]) }

// A filter drops the unencrypted datagrams that could end a session. Anybody who forges an address
// can send such datagrams.
type filter struct {
	open  bool // the handshake has ended
	plain int  // bytes of datagrams that were not encrypted
}

// passes reports whether a session may get a datagram.
func (f *filter) passes(datagram []byte) bool {
	plain := false
	for rest := datagram; len(rest) > 0; {
		r, after, ok := cut(rest)
		if !ok || r.epoch == 0 && !f.passesPlain(r) {
			return false
		}
		plain = plain || r.epoch == 0
		rest = after
	}

	if plain {
		f.plain += len(datagram)
	}
	return !plain || f.plain <= maxPlain
}

// passesPlain reports whether a session may get an unencrypted record. The record must belong to a
// handshake. Before the session is open, the record may also be an alert, because a peer answers a
// wrong certificate with an alert.
func (f *filter) passesPlain(r record) bool {
	switch r.kind {
	case handshake:
		return true
	case changeCipher:
		return len(r.body) == 1 && r.body[0] == 1
	case alert:
		return !f.open && len(r.body) == 2
	default:
		return false
	}
}
