package proxy

import (
	"bytes"
	"encoding/binary"
)

// A splitter finds the frames in a TCP stream that is passed on at the same time. It takes
// the bytes as they come, and never fails: bytes that are no frame are emitted as kindBytes.
// The emitted parts together are the whole stream.
type splitter struct {
	max  int                            // length of a packet
	emit func(kind string, part []byte) // part belongs to the receiver
	have []byte                         // the start of a frame
	rest int64                          // bytes to come of a frame over the limit
}

const prefix = 4 // bytes of the length before a packet

func (s *splitter) feed(b []byte) {
	for len(b) > 0 {
		if s.rest > 0 {
			n := int(min(s.rest, int64(len(b))))
			s.emit(kindBytes, bytes.Clone(b[:n]))
			s.rest -= int64(n)
			b = b[n:]
			continue
		}

		n := min(s.missing(), len(b))
		s.have = append(s.have, b[:n]...)
		b = b[n:]

		if len(s.have) < prefix {
			return
		}

		if length := int64(binary.LittleEndian.Uint32(s.have)); length > int64(s.max) {
			s.rest = length
			s.end()
		} else if s.missing() == 0 {
			s.emit(kindPacket, s.have[prefix:])
			s.have = nil
		}
	}
}

// missing returns the number of bytes that the length, or then the frame, still lacks.
func (s *splitter) missing() int {
	if len(s.have) < prefix {
		return prefix - len(s.have)
	}
	return prefix + int(binary.LittleEndian.Uint32(s.have)) - len(s.have)
}

// end emits what has come of a frame.
func (s *splitter) end() {
	if len(s.have) > 0 {
		s.emit(kindBytes, s.have)
		s.have = nil
	}
}
