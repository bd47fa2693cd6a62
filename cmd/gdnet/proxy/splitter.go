package proxy

import (
	"bytes"

	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
)

// A splitter finds the frames in a TCP stream while the stream is forwarded. It gets the bytes in
// pieces. It never fails: it emits bytes that are not a frame as kindBytes. The emitted parts
// together are the complete stream.
type splitter struct {
	max  int                            // limit for the length of a packet
	emit func(kind string, part []byte) // emit may store part
	have []byte                         // the start of an incomplete frame
	rest int64                          // remaining bytes of a frame over the limit
}

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

		if len(s.have) < frame.Prefix {
			return
		}

		if length := frame.U32.Length(s.have); length > int64(s.max) {
			s.rest = length
			s.end()
		} else if s.missing() == 0 {
			s.emit(kindPacket, s.have[frame.Prefix:])
			s.have = nil
		}
	}
}

// missing returns the number of bytes that are missing in the frame. If the length field is not
// complete, missing counts only the bytes that are missing in this field.
func (s *splitter) missing() int {
	_, _, missing := codec.FrameU32.Cut(s.have)
	return missing
}

// end emits the bytes of an incomplete frame.
func (s *splitter) end() {
	if len(s.have) > 0 {
		s.emit(kindBytes, s.have)
		s.have = nil
	}
}
