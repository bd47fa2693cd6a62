package message_test

import (
	"encoding/binary"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// fuzzed are the codecs of FuzzDispatch.
var fuzzed = []*codec.Codec{
	codec.MustNew(codec.Options{}), codec.MustNew(codec.Options{Mode: codec.Strict}),
	codec.MustNew(codec.Options{Mode: codec.Lenient, FullObjects: true}),
	codec.MustNew(codec.Options{Dialect: codec.Godot3}),
}

// FuzzDispatch compares Dispatch with Decode. Both must return the same errors for bad data. A
// message that a handler gets can be sent and received again.
func FuzzDispatch(f *testing.F) {
	for _, row := range outcomes(f) {
		for i, c := range fuzzed {
			packet := packetOf(f, c, row.in)
			f.Add(append(packet, 0), byte(i))
			for n := range packet {
				f.Add(packet[:n+1], byte(i))
			}
		}
	}

	var muxes []*message.Mux[*log]
	for _, c := range fuzzed {
		muxes = append(muxes, newMux(message.Options{Codec: c}))
	}

	f.Fuzz(func(t *testing.T, packet []byte, which byte) {
		c, mux := fuzzed[int(which)%len(fuzzed)], muxes[int(which)%len(fuzzed)]
		var l log
		err := mux.Dispatch(&l, packet)
		require.Equal(t, err == nil, len(l.got) == 1)
		var e *variant.Error
		require.True(t, err == nil || errors.As(err, &e) && e.Op == variant.OpDecode &&
			e.Offset <= len(packet), "%v", err)
		_, bad := c.Decode(packet)

		if errors.Is(err, message.ErrUnknown) {
			return
		}

		if bad != nil {
			require.Equal(t, bad, unnamed(err))
			return
		}

		if err != nil {
			return
		}

		again, err := mux.Append(nil, l.got[0])
		if err != nil {
			return // lenient mode also reads messages that Append refuses
		}
		require.NoError(t, mux.Dispatch(&l, again))
		third, err := mux.Append(nil, l.got[1])
		require.NoError(t, err)
		require.Equal(t, again, third)
	})
}

// FuzzServer lets a client send any bytes to a Server. The server calls at most one handler for
// each frame, and calls Leave once for each call of Enter. ServeConn returns in the end.
func FuzzServer(f *testing.F) {
	var all []byte
	for _, row := range outcomes(f) {
		for _, c := range fuzzed {
			packet := packetOf(f, c, row.in)
			frame := append(binary.LittleEndian.AppendUint32(nil, uint32(len(packet))), packet...)
			all = append(all, frame...)
			f.Add(frame)
		}
	}
	f.Add(all)
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"))

	in := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 1 << 10}})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		var entered, left int
		l := new(log)
		server := &message.Server[*log]{
			Mux:      newMux(message.Options{}),
			Dialects: []*variant.Dialect{codec.Godot4, codec.Godot3},
			In:       in,
			Limits:   transport.Limits{Patience: time.Millisecond},
			Enter: func(*message.Peer) (*log, error) {
				entered++
				return l, nil
			},
			Leave: func(*log, error) { left++ },
			Fault: func(_ *log, _ string, packet []byte, err error) error {
				require.LessOrEqual(t, len(packet), 1<<10)
				return err
			},
		}

		game, end := net.Pipe()
		go func() {
			defer game.Close()
			_, _ = game.Write(bytes) // the server may have closed the connection
		}()

		require.Error(t, server.ServeConn(transport.NewStream(end, transport.StreamOptions{})))
		require.LessOrEqual(t, entered, 1)
		require.Equal(t, entered, left)
		require.LessOrEqual(t, len(l.got), frames(bytes))
		require.Empty(t, server.Peers())
	})
}

// frames returns the number of whole frames at the start of a slice.
func frames(bytes []byte) (n int) {
	for len(bytes) >= 4 {
		length := uint64(binary.LittleEndian.Uint32(bytes)) + 4
		if length > uint64(len(bytes)) {
			break
		}
		bytes = bytes[length:]
		n++
	}
	return n
}
