package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/natsd"
	"godotvariant/math"
	"godotvariant/variant"
)

// TestMain is also the main function of the program, if an environment variable is set.
func TestMain(m *testing.M) {
	if os.Getenv("BALL") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestReadme: README.md contains the whole program, which has at most 60 lines.
func TestReadme(t *testing.T) {
	program, err := os.ReadFile("main.go")
	require.NoError(t, err)
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	require.Contains(t, string(readme), "```go\n"+string(program)+"```\n")
	require.LessOrEqual(t, strings.Count(string(program), "\n"), 60)
}

// TestBall plays against the program. The program ends by itself after a signal.
func TestBall(t *testing.T) {
	nats, err := natsd.Start(natsd.Options{Address: "127.0.0.1:-1", Folder: t.TempDir()})
	require.NoError(t, err)
	defer nats.Shutdown()

	var addresses []string
	for _, scheme := range []string{"tcp://", "ws://"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		addresses = append(addresses, scheme+l.Addr().String())
		defer l.Close()
		require.NoError(t, l.Close())
	}

	self, err := os.Executable()
	require.NoError(t, err)
	ball := exec.Command(self, append([]string{nats.ClientURL()}, addresses...)...)
	ball.Env = append(os.Environ(), "BALL=1")
	ball.Stderr = os.Stderr
	require.NoError(t, ball.Start())
	defer func() { _ = ball.Process.Kill() }() // the process may have ended already

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	said := make(chan string, 2)
	ada := &rooms.Client{
		Addresses: addresses, Room: "field", Token: "a.da",
		OnAck: func(_ int64, why string) { said <- why },
	}
	ada.Do(variant.NewDictionary(variant.KV("push", math.V2(0, 1))))
	ada.Do(variant.NewDictionary(variant.KV("push", math.V2(7, 0))))
	left := make(chan error, 1)
	go func() { left <- ada.Run(ctx) }()
	require.Empty(t, <-said)
	require.Equal(t, "too hard", <-said)

	require.Eventually(t, func() bool {
		state, _ := ada.State()
		return fmt.Sprint(state) == `{"ball": Vector2(0, 1), "here": {"a.da": true}}`
	}, time.Minute, time.Millisecond)
	ada.Leave()
	require.ErrorIs(t, <-left, rooms.ErrQuit)

	if runtime.GOOS == "windows" {
		return // this system can't send a signal to a single process
	}
	require.NoError(t, ball.Process.Signal(os.Interrupt))
	require.NoError(t, ball.Wait())
}
