package main

import (
	"net"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/examples/engine"
)

func TestHello(t *testing.T) {
	godot := engine.Godot3(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	go func() {
		if conn, err := listener.Accept(); err == nil {
			hello(conn)
		}
	}()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	lines := godot.Run(t, "hello.gd", "", "GDPORT="+port)
	require.Equal(t, []string{
		"{type:math.Vector2, you said:(1, 2)}",
		"{type:variant.Array, you said:[hello, {1:1,0,0,1}]}",
	}, lines)
}

// TestReadme: what the README shows is what this program does.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	program, err := os.ReadFile("main.go")
	require.NoError(t, err)
	_, body, ok := strings.Cut(string(program), "func hello(")
	require.True(t, ok)
	require.Contains(t, string(readme), "func hello("+body)
	script, err := os.ReadFile("hello.gd")
	require.NoError(t, err)
	for _, line := range []string{"peer.put_var(Vector2(1, 2))", `peer.put_var(["hello", {1: Color.red}])`, "print(peer.get_var())"} {
		require.Contains(t, string(script), line)
		require.Contains(t, string(readme), line)
	}
}
