package transcript

import (
	"encoding/binary"
	"errors"
	"io"

	"godotvariant/codec"
)

// appendFrame appends the length of a packet, and the packet.
func appendFrame(b []byte, f codec.Framing, packet []byte) []byte {
	switch f {
	case codec.FrameU32:
		b = binary.LittleEndian.AppendUint32(b, uint32(len(packet)))
	case codec.FrameU32BE:
		b = binary.BigEndian.AppendUint32(b, uint32(len(packet)))
	}
	return append(b, packet...)
}

var errPause = errors.New("pause")

// A pieceReader is a reader. In each call it returns at most as many bytes as the field size says.
// If pause is true, every third call fails without reading, and the next call succeeds.
type pieceReader struct {
	b     []byte
	size  int
	pause bool
	calls int
}

func (p *pieceReader) Read(b []byte) (int, error) {
	p.calls++
	if p.pause && p.calls%3 == 0 {
		return 0, errPause
	}
	if len(p.b) == 0 {
		return 0, io.EOF
	}

	n := copy(b[:min(len(b), p.size)], p.b)
	p.b = p.b[n:]
	return n, nil
}

// A sink is a writer that fails after as many bytes as the field room says. If room is negative, it
// never fails.
type sink struct {
	b    []byte
	room int
}

func (s *sink) Write(b []byte) (int, error) {
	if s.room >= 0 && len(b) > s.room-len(s.b) {
		n := max(0, s.room-len(s.b))
		s.b = append(s.b, b[:n]...)
		return n, errPause
	}
	s.b = append(s.b, b...)
	return len(b), nil
}
