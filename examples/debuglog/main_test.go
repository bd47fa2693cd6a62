package main

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/variant"
)

// A sink collects the log. Several goroutines can write to it.
type sink struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *sink) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(b)
}

func (s *sink) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

// serveLogged serves games until the test ends. It returns the address for games, and the sink that
// gets the logged lines. The lines have no times and addresses.
func serveLogged(t *testing.T, level slog.Level) (net.Addr, *sink) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)

	out := &sink{}
	log := slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{
		Level: level,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "game" {
				return slog.Attr{}
			}
			return a
		},
	}))

	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		serve(ctx, l, log)
		close(done)
	}()

	t.Cleanup(func() {
		cancel()
		<-done
	})

	return l.Addr(), out
}

func TestGame(t *testing.T) {
	godot := enginetest.Godot3(t)
	addr, out := serveLogged(t, slog.LevelInfo)
	printed := godot.Start(t, "game.gd", "", nil, "--remote-debug", addr.String()).Wait()
	require.Contains(t, printed, "hello 42")
	script, err := filepath.Abs("game.gd")
	require.NoError(t, err)

	logged := func() string { return strings.ReplaceAll(out.String(), script, "game.gd") }

	for _, line := range []string{
		`level=INFO msg="hello 42"`,
		`level=ERROR msg="to stderr"`,
		`level=WARN msg=careful at=modules/gdscript/gdscript_functions.cpp:817 in=call ` +
			`stack="[game.gd:8 in _init]"`,
		`level=ERROR msg=broken at=modules/gdscript/gdscript_functions.cpp:803 in=call ` +
			`stack="[game.gd:9 in _init]"`,
		`level=ERROR msg="Invalid call. Nonexistent function 'walk' in base 'Nil'." stopped=true`,
		`level=ERROR msg="stopped here" stack="[game.gd:13 in stumble game.gd:10 in _init]"`,
		`level=INFO msg="frames go by"`,
	} {
		require.Eventually(t, func() bool { return strings.Contains(logged(), line+"\n") },
			time.Minute, 10*time.Millisecond, "%s\nis not in\n%s\n%s", line, logged(), printed)
	}
}

// TestStrangers: after a connection with random bytes, the program serves the next connection.
func TestStrangers(t *testing.T) {
	addr, out := serveLogged(t, slog.LevelDebug)
	send := func(raw string, values ...variant.Variant) {
		conn, err := net.Dial("tcp", addr.String())
		require.NoError(t, err)
		defer conn.Close()
		enc := godot3.NewEncoder(conn, codec.FrameU32)
		for _, v := range values {
			require.NoError(t, enc.Encode(v))
		}
		conn.Write([]byte(raw))
	}

	str := func(s string) variant.Variant { return variant.String(s) }
	send("GET / HTTP/1.1\r\n\r\n")
	send("", variant.Int(1))
	send("", str("output"), variant.Int(1<<40))
	send("", str("output"), variant.Int(3), variant.Nil{}, variant.NewArray(),
		variant.NewArray(str("odd"), variant.Int(7)))
	send("", str("error"), variant.Int(0), str("error"), variant.Int(1),
		variant.NewArray(variant.Int(1)))
	send("", str("stack_dump"), variant.Int(1), variant.Nil{})
	send("", str("new thing"), variant.Int(1), variant.Int(5))

	for _, text := range []string{
		"Limits.MaxFrame is 1048576",
		"this is not the debugger of Godot 3: 1\"",
		"1099511627776 arguments",
		"level=INFO msg=odd",
		"level=ERROR msg=null at=null:null",
		"stack=[]",
		`msg="new thing" args=[5]`,
	} {
		require.Eventually(t, func() bool { return strings.Contains(out.String(), text) },
			time.Minute, 10*time.Millisecond, "%s\nis not in\n%s", text, out)
	}
}
