package engine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"godotvariant/examples/engine/web"
)

// limit is how long a script may run.
const limit = time.Minute

// Godot3 returns the Godot 3 of this machine, or skips the test.
func Godot3(t testing.TB) *Engine {
	t.Helper()
	name := os.Getenv("GODOT3")
	if name == "" {
		name = "godot3-server"
	}
	program, err := exec.LookPath(name)
	if err != nil {
		Missing(t, fmt.Errorf("%w (install godot3-server, or set GODOT3)", err))
	}
	return &Engine{Limit: limit, family: "Godot 3", version: versionOf(program), launch: launch3(program)}
}

// Godot4 returns the Godot 4 of this machine, or skips the test.
func Godot4(t testing.TB) *Engine {
	t.Helper()
	name := os.Getenv("GODOT4")
	if name == "" {
		return node(t)
	}
	program, err := exec.LookPath(name)
	if err != nil {
		Missing(t, fmt.Errorf("GODOT4: %w", err))
	}
	return &Engine{Limit: limit, family: "Godot 4", version: versionOf(program), launch: launch4(program)}
}

// versionOf asks a program for its version.
func versionOf(program string) func() (string, error) {
	return func() (string, error) {
		out, err := exec.Command(program, "--version").Output()
		if version := strings.TrimSpace(string(out)); version != "" {
			return version, nil // the exit code of Godot 3 is 255
		}
		return "", fmt.Errorf("%s --version: %w", program, err)
	}
}

// launch3 starts a script in Godot 3. Its working directory is that of its files.
func launch3(program string) launcher {
	return func(ctx context.Context, _ *Script, j job) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, program, append([]string{"--no-window", "-s", j.file}, j.args...)...)
		cmd.Dir = j.dir
		return cmd, nil
	}
}

// launch4 starts a script in Godot 4, as the project that the web build runs, too.
func launch4(program string) launcher {
	return func(ctx context.Context, _ *Script, j job) (*exec.Cmd, error) {
		script, err := os.ReadFile(j.file)
		if err != nil {
			return nil, err
		}
		project := filepath.Join(j.temp, "project")
		for _, file := range web.Project(string(script)) {
			path := filepath.Join(project, file.Name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return nil, err
			}
			if err := os.WriteFile(path, []byte(file.Data), 0o644); err != nil {
				return nil, err
			}
		}
		return exec.CommandContext(ctx, program, append([]string{"--headless", "--path", project}, j.args...)...), nil
	}
}
