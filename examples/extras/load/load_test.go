package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/enet"
	"godotvariant/codec/transport/websocket"
	"godotvariant/internal/test/enginetest"
)

// TestLoad: servers in Godot and in Go send clients the correct answer to each call.
func TestLoad(t *testing.T) {
	var results []result
	for _, s := range servers() {
		t.Run(s.name, func(t *testing.T) {
			var r result
			var err error
			switch s.name {
			case "Godot 4": // the web build can't be a server
				return
			case "Godot 3":
				enginetest.Godot3(t)
				program, err := enginetest.Program3()
				require.NoError(t, err)
				s.command = func(ctx context.Context) (*exec.Cmd, error) {
					return exec.CommandContext(ctx, program, "--no-window", "--path", "godot3"), nil
				}
				r, err = s.load(t.Context(), way{}, 20, 10, 2*time.Second)
				require.NoError(t, err)
				require.Positive(t, r.cpu)
			default:
				server := newServer(s.protocol)
				l, fault := websocket.Listen("127.0.0.1:0", websocket.Options{})
				require.NoError(t, fault)
				go server.Serve(l)
				t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
				r, err = s.play(t.Context(), "ws://"+l.Addr().String(), 20, 10, 2*time.Second)
			}

			require.NoError(t, err)
			require.Equal(t, 20*20, r.calls)
			require.Len(t, r.answers, r.calls)
			require.Zero(t, r.wrong+r.faults)
			t.Log(r)
			results = append(results, r)
		})
	}

	folder := t.TempDir()
	require.NoError(t, plot(folder, results))
	for _, name := range []string{"answers.svg", "processor.svg"} {
		drawing, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.Contains(t, string(drawing), "Go for Godot 4")
	}
}

// TestLoss: over ENet all calls get the correct answer, although a fifth of the datagrams is lost.
func TestLoss(t *testing.T) {
	var results []result
	for _, s := range servers() {
		if s.name == "Godot 3" || s.name == "Godot 4" {
			continue
		}
		server := newServer(s.protocol)
		l, err := enet.Listen("127.0.0.1:0", enet.Options{})
		require.NoError(t, err)
		go server.Serve(l)
		t.Cleanup(func() { _ = server.Shutdown(context.Background()) })

		w := way{enet: true, loss: 20}
		url, end, err := w.network(l.Addr().String())
		require.NoError(t, err)
		r, err := s.play(t.Context(), url, 10, 10, 2*time.Second)
		end()
		require.NoError(t, err)
		r.way = w
		require.Equal(t, 10*20, r.calls)
		require.Len(t, r.answers, r.calls)
		require.Zero(t, r.wrong+r.faults)
		t.Log(r)
		results = append(results, r)
	}

	folder := t.TempDir()
	require.NoError(t, plotLoss(folder, results))
	require.FileExists(t, filepath.Join(folder, "loss.svg"))
}
