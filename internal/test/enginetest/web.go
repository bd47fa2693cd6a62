package enginetest

import (
	"bytes"
	"context"
	_ "embed"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"

	"godotvariant/internal/test/enginetest/web"
)

// standIn is the script that runs in node, takes the place of a browser, and starts the engine.
//
//go:embed node.cjs
var standIn []byte

// Web4 returns the web build of Godot 4 under node, or skips the test.
func Web4(t testing.TB) *Engine {
	t.Helper()
	program := find(t, "NODE", "node")

	// Most scripts end before optimized code would repay the time of the optimizing compiler.
	flags := []string{"--liftoff-only"}

	const webSocket = "--experimental-websocket" // an option of node 20; node 22 needs no option
	const has = `process.allowedNodeEnvironmentFlags.has("` + webSocket + `")`

	known, err := exec.Command(program, "--print", has).Output()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}

	if bytes.HasPrefix(known, []byte("true")) {
		flags = append(flags, webSocket, "--no-warnings")
	}

	open := func(ctx context.Context, _ *Script, address string, _ job) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, program, append(flags, "-", address)...)
		cmd.Stdin = bytes.NewReader(standIn)
		return cmd, nil
	}

	return page(t, "web build under node", open)
}

// An opener prepares the process that opens a page. It does not start the process.
type opener func(ctx context.Context, s *Script, address string, j job) (*exec.Cmd, error)

// page returns the web build of Godot 4 in a page that a program opens, or skips the test.
func page(t testing.TB, kind string, open opener) *Engine {
	t.Helper()
	folder, err := web.Folder()
	if err != nil {
		Missing(t, err)
	}

	return &Engine{
		Limit:   limit,
		family:  "Godot 4",
		kind:    kind,
		version: func() (string, error) { return web.Version(folder) },
		launch: func(ctx context.Context, s *Script, j job) (*exec.Cmd, error) {
			script, err := os.ReadFile(j.file)
			if err != nil {
				return nil, err
			}

			game := web.Game{
				Script:  string(script),
				Project: j.project,
				Args:    append([]string{"--headless", "--audio-driver", "Dummy"}, j.args...),
				Env:     j.env,
				Dir:     j.dir,
				Report:  s,
			}

			handler, err := game.Handler()
			if err != nil {
				return nil, err
			}

			// The lines of the script arrive as HTTP requests from the page. The browser's own
			// output has only errors.
			s.out.take = s.Error
			s.server = httptest.NewServer(handler)
			return open(ctx, s, s.server.URL+"/", j)
		},
	}
}
