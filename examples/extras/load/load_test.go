package main

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/enginetest"
)

// TestLoad: clients get the right answer to each call, from servers in Godot and in Go.
func TestLoad(t *testing.T) {
	var results []result
	for _, s := range servers() {
		t.Run(s.name, func(t *testing.T) {
			var r result
			var err error
			switch s.name {
			case "Godot 4": // the web build is no server
				return
			case "Godot 3":
				enginetest.Godot3(t)
				program, err := enginetest.Program3()
				require.NoError(t, err)
				s.command = func(ctx context.Context) (*exec.Cmd, error) {
					return exec.CommandContext(ctx, program, "--no-window", "--path", "godot3"), nil
				}
				r, err = s.load(t.Context(), 20, 10, 2*time.Second)
				require.NoError(t, err)
				require.Positive(t, r.cpu)
			default:
				handler, fault := newServer(s.protocol)
				require.NoError(t, fault)
				site := httptest.NewServer(handler)
				t.Cleanup(site.Close)
				url := strings.Replace(site.URL, "http", "ws", 1)
				r, err = s.play(t.Context(), url, 20, 10, 2*time.Second)
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
