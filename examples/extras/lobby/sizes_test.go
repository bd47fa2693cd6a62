package main

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/multiplayer/sockets"
	"godotvariant/examples/extras/wsconn"
	"godotvariant/internal/enginetest"
)

// TestCallsOfEverySize: calls by the path, and with numbers of nodes and methods of one byte and of
// two, go both ways, with 0 to 255 arguments, as raw bytes, and with 64 KiB and more.
func TestCallsOfEverySize(t *testing.T) {
	const count = 300
	godot4 := enginetest.Multiplayer4(t)
	server := sockets.New(multiplayer.Options{})
	var methods []multiplayer.Method
	for i := range count {
		name := fmt.Sprint("m", i)
		methods = append(methods, multiplayer.Method{Name: name, Access: multiplayer.ByAnyPeer})
	}
	for i := range count {
		server.World().Node(fmt.Sprint("Main/N", i)).Declare(methods...)
	}

	gate := &wsconn.Gate{Take: func(events []multiplayer.Event, err error) {
		for _, event := range events {
			if c, ok := event.(multiplayer.Called); ok {
				args := make([]any, len(c.Args))
				for i, arg := range c.Args {
					args[i] = arg
				}
				err = errors.Join(err, c.Node.Call(c.Peer.ID(), c.Method.Name, args...))
			}
		}
		assert.NoError(t, err)
	}}
	w := new(wire)
	site := httptest.NewServer(wsconn.Handler(func(conn message.Conn) error {
		return gate.Serve(server, tapped{conn, w})
	}))
	t.Cleanup(site.Close)

	url := strings.Replace(site.URL, "http", "ws", 1)
	lines := godot4.Run(t, "testdata/sizes4.gd", "", "URL="+url, fmt.Sprint("COUNT=", count))
	require.Equal(t, []string{
		"600 calls came back as they were", "6 large calls came back as they were",
	}, lines)

	w.requireBothForms(t, packet.Godot4, "Main/N")
	for way, messages := range map[string][][]byte{"in": w.in, "out": w.out} {
		forms := map[byte]int{} // bits 4 to 7: the sizes of node and method, and raw
		for _, m := range messages {
			if m[0]&7 == 0 {
				forms[m[0]>>4]++
			}
		}
		for _, form := range []byte{0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14} {
			require.Positive(t, forms[form], "%s: %d of %v", way, form, forms)
		}
	}
}
