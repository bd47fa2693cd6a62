package proxy

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A Header is the first value of a capture.
type Header struct {
	Tap       int       `godot:"tap"`       // the version of the file's format
	Transport string    `godot:"transport"` // "tcp", "udp", "ws" or "enet"
	Dialect   string    `godot:"dialect"`   // dialect of the game and of the capture
	Started   time.Time `godot:"started"`
}

const version = 1

// A Record is one event that a proxy has seen. All values of a capture after the first one are
// records.
type Record struct {
	T      int64  `godot:"t"`    // microseconds since the start of the capture
	Conn   int    `godot:"conn"` // number of the connection, from 1
	From   string `godot:"from"` // the sending side: "client" or "server"
	Kind   string `godot:"kind"`
	Packet []byte `godot:"packet"`
	Note   string `godot:"note,omitempty"`
	// number of records that are missing before this one
	Lost int    `godot:"lost,omitempty"`
	Path string `godot:"path,omitempty"` // path and query of the address of a WebSocket
	// the sub-protocols that the client of a WebSocket offers
	Protocols []string `godot:"protocols,omitempty"`

	// the ID that an ENet client has chosen, and the name of its multiplayer protocol
	Peer int32  `godot:"peer,omitempty"`
	Game string `godot:"game,omitempty"`
	// the delivery of an ENet packet ("" for a reliable packet), and the channel of the packet
	Delivery string `godot:"delivery,omitempty"`
	Channel  int    `godot:"channel,omitempty"`
}

const (
	client = "client"
	server = "server"

	kindOpen   = "open"   // a client has connected; Note is the client's address
	kindPacket = "packet" // the content of a frame, a datagram, or a binary message
	kindText   = "text"   // a text message
	kindBytes  = "bytes"  // bytes that are not a frame, or a piece of a frame that is too long
	kindNote   = "note"   // any other event; Note describes it
	// the side in From sends nothing more; Note is the error, or the closing code of the WebSocket
	kindEnd = "end"
)

// carriesData reports whether the record has bytes that one side sent to the other.
func (r Record) carriesData() bool {
	return r.Kind == kindPacket || r.Kind == kindText || r.Kind == kindBytes
}

// wire returns the bytes of a record in the form that they had in the TCP stream.
func wire(r Record) []byte {
	switch r.Kind {
	case kindPacket:
		return codec.FrameU32.Append(nil, r.Packet)
	case kindBytes:
		return r.Packet
	}
	return nil
}

// MaxFrame is the highest limit that a user may set for the length of frames and messages, in
// bytes.
const MaxFrame = 64 << 20

// recordSize is an upper limit for the number of bytes of a record without its packet.
const recordSize = 16 << 10

// A captureWriter writes a capture as values in the form of store_var.
type captureWriter struct {
	codec *codec.Codec
	out   *bufio.Writer
	enc   *codec.Encoder
}

// newCapture writes the header of a capture, and returns a writer for the records.
func newCapture(w io.Writer, d *variant.Dialect, transport string,
	started time.Time) (*captureWriter, error) {
	c, err := captureCodec(d)
	if err != nil {
		return nil, err
	}

	out := bufio.NewWriter(w)
	cw := &captureWriter{codec: c, out: out, enc: c.NewEncoder(out, codec.FrameU32)}
	return cw, cw.write(Header{Tap: version, Transport: transport, Dialect: d.Name(),
		Started: started})
}

// write writes the header or a record.
func (w *captureWriter) write(v any) error {
	value, err := w.codec.ToVariant(v)
	if err != nil {
		return err
	}
	return w.enc.Encode(value)
}

// captureCodec returns the codec for a capture. Its limit allows a record with the longest frame
// that a proxy keeps.
func captureCodec(d *variant.Dialect) (*codec.Codec, error) {
	return codec.New(codec.Options{Dialect: d,
		Limits: codec.Limits{MaxFrame: MaxFrame + recordSize}})
}

// A Reader reads a capture record by record.
type Reader struct {
	Header Header

	codec *codec.Codec
	dec   *codec.Decoder
	count int // number of records read so far
}

// NewReader reads the header of a capture, and returns a Reader of its records.
func NewReader(r io.Reader) (*Reader, error) {
	in := bufio.NewReaderSize(r, recordSize)
	h, c, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	return &Reader{Header: h, codec: c, dec: c.NewDecoder(in, codec.FrameU32)}, nil
}

// Dialect returns the dialect of the game.
func (r *Reader) Dialect() *variant.Dialect { return codec.DialectByName(r.Header.Dialect) }

// Next returns the next record, or io.EOF after the last one. If the capture ends inside a record,
// for example after a crash, the error wraps io.ErrUnexpectedEOF.
func (r *Reader) Next() (Record, error) {
	var rec Record
	_, err := r.dec.DecodeRaw()
	if err == io.EOF {
		return rec, err
	}

	if err == nil {
		err = r.codec.Unmarshal(r.dec.Packet(), &rec)
	}
	if err == nil && rec.From != client && rec.From != server {
		err = fmt.Errorf("from %q: it must be %s or %s", rec.From, client, server)
	}
	if err != nil {
		return rec, fmt.Errorf("record %d: %w", r.count, err)
	}

	r.count++
	return rec, nil
}

// All returns the remaining records. If it returns an error, it also returns the records before the
// error.
func (r *Reader) All() (records []Record, err error) {
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return records, nil
		}

		if err != nil {
			return records, err
		}

		records = append(records, rec)
	}
}

// readHeader reads the header. The header names the dialect of the capture, but a codec has to know
// the dialect before it can read the header. So readHeader tries all dialects.
func readHeader(in *bufio.Reader) (Header, *codec.Codec, error) {
	length, err := in.Peek(frame.Prefix)
	if err != nil {
		return Header{}, nil, errors.New("this is not a capture: it is too short")
	}

	n := frame.U32.Length(length)
	if n > recordSize-frame.Prefix {
		return Header{}, nil, errors.New("this is not a capture: it has no header")
	}

	header, err := in.Peek(int(frame.Prefix + n))
	if err != nil {
		return Header{}, nil, errors.New("this is not a capture: it has no header")
	}

	for _, d := range codec.Dialects() {
		c, err := captureCodec(d)
		if err != nil {
			return Header{}, nil, err
		}

		var h Header
		if c.Unmarshal(header[frame.Prefix:], &h) != nil || h.Dialect != d.Name() {
			continue
		}

		if h.Tap != version {
			return h, nil, fmt.Errorf("a capture of version %d: this program reads version %d",
				h.Tap, version)
		}

		_, err = in.Discard(len(header))
		return h, c, err
	}

	return Header{}, nil, errors.New("this is not a capture: no dialect reads the header")
}

// followTime is the time between two attempts of Follow to read more.
const followTime = 100 * time.Millisecond

// Follow returns a reader for a file that is still being written. At the end of the file, the
// reader waits for more bytes until ctx is done.
func Follow(ctx context.Context, r io.Reader) io.Reader { return &follower{ctx, r} }

type follower struct {
	ctx context.Context
	r   io.Reader
}

func (f *follower) Read(b []byte) (int, error) {
	for {
		if n, err := f.r.Read(b); n > 0 || err != io.EOF {
			return n, err
		}

		select {
		case <-time.After(followTime):
		case <-f.ctx.Done():
			return 0, io.EOF
		}
	}
}
