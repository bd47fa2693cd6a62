package transport

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"net/netip"
	"time"
)

// A prover asks strangers to prove that they receive the datagrams to their address. The question
// is a number, and the answer is the same number. The prover stores nothing about an address:
//
//	number(address, t) = 2^62 + the first 62 bits of HMAC-SHA256(secret, minute of t, address)
//
// A number is valid for its address only, for at least one minute and less than two. Its packet is
// the same in the dialects of all engines.
type prover struct {
	mac hash.Hash // with the secret
	buf []byte
}

// questionSize is the length of a question in bytes: 4 for the header and 8 for the number.
const questionSize = 12

// questionHeader is the header of an int of 64 bits: the type 2 with the flag for 64 bits. Numbers
// from 2^62 on always have this header.
var questionHeader = [4]byte{2, 0, 1, 0}

func newProver() *prover {
	secret := make([]byte, sha256.Size)
	rand.Read(secret) // never fails
	return &prover{mac: hmac.New(sha256.New, secret)}
}

// appendQuestion appends the question for an address: the packet with the number of this address.
func (p *prover) appendQuestion(dst []byte, address netip.AddrPort, now time.Time) []byte {
	dst = append(dst, questionHeader[:]...)
	return binary.LittleEndian.AppendUint64(dst, p.number(address, minute(now)))
}

// holds reports whether a datagram is an answer with a number that is valid for the address.
func (p *prover) holds(datagram []byte, address netip.AddrPort, now time.Time) bool {
	if !isQuestion(datagram) {
		return false
	}

	n := binary.LittleEndian.Uint64(datagram[4:])
	return n == p.number(address, minute(now)) || n == p.number(address, minute(now)-1)
}

// isQuestion reports whether a datagram has the form of a question.
func isQuestion(datagram []byte) bool {
	return len(datagram) == questionSize && [4]byte(datagram) == questionHeader &&
		datagram[11]>>6 == 1
}

func minute(t time.Time) int64 { return t.Unix() / 60 }

func (p *prover) number(address netip.AddrPort, minute int64) uint64 {
	host := address.Addr().As16()
	p.buf = binary.LittleEndian.AppendUint64(p.buf[:0], uint64(minute))
	p.buf = append(p.buf, host[:]...)
	p.buf = binary.LittleEndian.AppendUint16(p.buf, address.Port())
	p.buf = append(p.buf, address.Addr().Zone()...)

	p.mac.Reset()
	p.mac.Write(p.buf)
	p.buf = p.mac.Sum(p.buf[:0])
	return binary.LittleEndian.Uint64(p.buf)>>2 | 1<<62
}
