package engine

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
)

// Browser returns the web build of Godot 4 in a headless Chromium: the program that the
// environment variable CHROMIUM names, or chromium-headless-shell. It skips the test if there is
// none. The script has what a page has, WebSocket included; it runs in a fresh profile.
func Browser(t testing.TB) *Engine {
	t.Helper()
	name := os.Getenv("CHROMIUM")
	if name == "" {
		name = "chromium-headless-shell"
	}
	program, err := exec.LookPath(name)
	if err != nil {
		Missing(t, errors.Join(err, errors.New("install chromium-headless-shell, or set CHROMIUM")))
	}
	return page(t, "web build in Chromium", func(ctx context.Context, address string, j job) *exec.Cmd {
		return exec.CommandContext(ctx, program,
			"--headless",
			"--no-sandbox", // which root can't have, and containers often lack; the page is the test's own
			"--disable-gpu",
			"--no-first-run",
			"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
			"--user-data-dir="+j.temp,
			address)
	})
}
