package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/codec/message/rooms/natsd"
)

// TestTools: the program prints the log of a room, and does not repair an undamaged log.
func TestTools(t *testing.T) {
	s := must(natsd.Start(natsd.Options{Address: "127.0.0.1:-1", Folder: t.TempDir()}))
	t.Cleanup(s.Shutdown)
	conn := must(rooms.Connect(t.Context(), s.ClientURL()))
	defer conn.Close()
	host := must(rooms.Open(t.Context(), conn, rooms.Config{Game: meadow.Game{}}))
	require.NoError(t, host.Create(t.Context(), "north", nil))
	eventually(t, func() bool { return host.Stats().Rooms == 1 }, "the room does not open")
	require.NoError(t, host.Drain(t.Context()))

	var out strings.Builder
	err := runTool(t.Context(), []string{"inspect", "-nats", s.ClientURL(), "north"}, &out)
	require.NoError(t, err)
	require.Regexp(t, `^north: record \d+, given, tick \d+, epoch 1 of \w+\n`+
		`\t\{"at": \{\}, "go": `, out.String())

	err = runTool(t.Context(), []string{"repair", "-nats", s.ClientURL(), "north"}, &out)
	require.ErrorIs(t, err, rooms.ErrSound)
}
