package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A header is the first value of a capture.
type header struct {
	Tap       int       `godot:"tap"`       // the version of the file's format
	Transport string    `godot:"transport"` // "tcp" or "udp"
	Dialect   string    `godot:"dialect"`   // of the game, and of the capture itself
	Started   time.Time `godot:"started"`
}

const version = 1

// A record is one thing that a tap has seen. All values of a capture but the first are
// records.
type record struct {
	T      int64  `godot:"t"`    // microseconds since the start of the capture
	Conn   int    `godot:"conn"` // number of the connection, from 1
	From   string `godot:"from"` // the side that it comes from: "client" or "server"
	Kind   string `godot:"kind"`
	Packet []byte `godot:"packet"`
	Note   string `godot:"note,omitempty"`
	Lost   int    `godot:"lost,omitempty"` // number of records that are missing before this one
}

const (
	client = "client"
	server = "server"

	kindOpen   = "open"   // a client has connected; the note is its address
	kindPacket = "packet" // a frame without its length, or a datagram
	kindBytes  = "bytes"  // bytes of a TCP stream that are no frame, or part of one over the limit
	kindNote   = "note"   // something else; the note says what
	kindEnd    = "end"    // this side sends nothing more; the note is the error, if there was one
)

// wire returns the bytes of a TCP stream that a record is of.
func wire(r record) []byte {
	switch r.Kind {
	case kindPacket:
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(r.Packet))), r.Packet...)
	case kindBytes:
		return r.Packet
	}
	return nil
}

// recordSize is more than a record has besides its packet.
const recordSize = 4 << 10

// A captureWriter writes a capture. Its values are what store_var writes.
type captureWriter struct {
	codec *codec.Codec
	out   *bufio.Writer
	enc   *codec.Encoder
}

// newCapture writes the header of a capture.
func newCapture(w io.Writer, d *variant.Dialect, transport string, started time.Time) (*captureWriter, error) {
	c, err := captureCodec(d)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriter(w)
	cw := &captureWriter{codec: c, out: out, enc: c.NewEncoder(out, codec.FrameU32)}
	return cw, cw.write(header{Tap: version, Transport: transport, Dialect: d.Name, Started: started})
}

// write writes the header or a record.
func (w *captureWriter) write(v any) error {
	value, err := w.codec.ToVariant(v)
	if err != nil {
		return err
	}
	return w.enc.Encode(value)
}

// captureCodec returns the codec of a capture, which may hold any frame that a tap keeps.
func captureCodec(d *variant.Dialect) (*codec.Codec, error) {
	return codec.New(codec.Options{Dialect: d, Limits: codec.Limits{MaxFrame: mostFrame + recordSize}})
}

// load reads a capture. If it ends inside a record, as after a crash, the records before
// that are returned with an error that wraps io.ErrUnexpectedEOF.
func load(r io.Reader) (header, []record, error) {
	in := bufio.NewReaderSize(r, recordSize)
	h, c, err := loadHeader(in)
	if err != nil {
		return h, nil, err
	}
	dec := c.NewDecoder(in, codec.FrameU32)
	var records []record
	for {
		switch _, err := dec.DecodeRaw(); {
		case err == io.EOF:
			return h, records, nil
		case err != nil:
			return h, records, fmt.Errorf("record %d: %w", len(records), err)
		}
		var rec record
		if err := c.Unmarshal(dec.Packet(), &rec); err != nil {
			return h, records, fmt.Errorf("record %d: %w", len(records), err)
		}
		records = append(records, rec)
	}
}

// loadHeader reads the header. No dialect reads the Dictionary of a dialect that it is not
// related to, so the one that the header names is found by trying all.
func loadHeader(in *bufio.Reader) (header, *codec.Codec, error) {
	length, err := in.Peek(4)
	if err != nil {
		return header{}, nil, errors.New("this is not a capture: it is too short")
	}
	n := int64(binary.LittleEndian.Uint32(length))
	frame, err := in.Peek(int(min(4+n, recordSize)))
	if err != nil || n > recordSize-4 {
		return header{}, nil, errors.New("this is not a capture: it has no header")
	}
	for _, d := range codec.Dialects() {
		c, err := captureCodec(d)
		if err != nil {
			return header{}, nil, err
		}
		var h header
		if c.Unmarshal(frame[4:], &h) != nil || h.Dialect != d.Name {
			continue
		}
		if h.Tap != version {
			return h, nil, fmt.Errorf("a capture of version %d: this program reads version %d", h.Tap, version)
		}
		_, err = in.Discard(len(frame))
		return h, c, err
	}
	return header{}, nil, errors.New("this is not a capture: no dialect reads the header")
}
