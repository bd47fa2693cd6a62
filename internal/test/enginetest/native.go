package enginetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"godotvariant/internal/test/enginetest/web"
)

// Godot3 returns the Godot 3 of this machine, or skips the test.
func Godot3(t testing.TB) *Engine {
	t.Helper()
	program, err := Program3()
	if err != nil {
		Missing(t, err)
	}

	return &Engine{
		Limit:   limit,
		family:  "Godot 3",
		version: versionOf(program),
		launch:  launch3(program),
	}
}

// Godot4 returns the Godot 4 of this machine, or skips the test.
func Godot4(t testing.TB) *Engine {
	t.Helper()

	if os.Getenv("GODOT4") == "" {
		return Web4(t)
	}

	program, err := Program4()
	if err != nil {
		Missing(t, err)
	}

	return &Engine{
		Limit:   limit,
		family:  "Godot 4",
		version: versionOf(program),
		launch:  launch4(program),
	}
}

// Native4 returns the native Godot 4 that the environment variable GODOT4_NATIVE names. If the
// variable is not set, Native4 skips the test with a message that begins with "NOT RUN". The script
// .ci/run lists these messages. It fails for the message of [Missing], but not for "NOT RUN",
// because it can't install a native Godot 4 from a package.
func Native4(t testing.TB) *Engine {
	t.Helper()
	if os.Getenv(native4) == "" {
		t.Skipf("NOT RUN: %s needs a native Godot 4, set %s to its program", t.Name(), native4)
	}

	program := find(t, native4, os.Getenv(native4))

	return &Engine{
		Limit:   limit,
		family:  "Godot 4",
		kind:    "native",
		version: versionOf(program),
		launch:  launch4(program),
	}
}

// Multiplayer4 is like Godot4, for tests that need Godot's high-level multiplayer. The web build
// has it. Multiplayer4 skips the test if the engine was built without it.
func Multiplayer4(t testing.TB) *Engine {
	t.Helper()
	e := Godot4(t)
	if os.Getenv("GODOT4") == "" {
		return e
	}

	question := filepath.Join(t.TempDir(), "question.gd")
	if err := os.WriteFile(question, []byte(hasMultiplayer), 0o644); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(e.Run(t, question, ""), "has SceneMultiplayer") {
		Missing(t, fmt.Errorf("%v was built without SceneMultiplayer", e))
	}
	return e
}

// hasMultiplayer is a script that prints whether the engine has Godot's high-level multiplayer.
const hasMultiplayer = `extends Node
func _ready():
	if ClassDB.class_exists("SceneMultiplayer") \
			and ClassDB.class_exists("WebSocketMultiplayerPeer"):
		print("has SceneMultiplayer")
	get_tree().quit()
`

// versionOf asks a program for its version.
func versionOf(program string) func() (string, error) {
	return func() (string, error) {
		out, err := exec.Command(program, "--version").Output()
		if version := strings.TrimSpace(string(out)); version != "" {
			return version, nil // Godot 3 prints its version and exits with 255
		}
		return "", fmt.Errorf("%s --version: %w", program, err)
	}
}

// launch3 prepares a script or a project in Godot 3. The working directory is the folder of the
// script's files.
func launch3(program string) launcher {
	return func(ctx context.Context, _ *Script, j job) (*exec.Cmd, error) {
		what := []string{"-s", j.file}
		if j.project != "" {
			project, err := j.write()
			if err != nil {
				return nil, err
			}
			what = []string{"--path", project}
		}

		args := append([]string{"--no-window"}, what...)
		cmd := exec.CommandContext(ctx, program, append(args, j.args...)...)
		cmd.Dir = j.dir
		return cmd, nil
	}
}

// launch4 prepares a script in the native Godot 4. The script runs in the same project as in the
// web build.
func launch4(program string) launcher {
	return func(ctx context.Context, _ *Script, j job) (*exec.Cmd, error) {
		project, err := j.write()
		if err != nil {
			return nil, err
		}
		// The engine must not print its header. The function isChatter could not recognize the
		// header of an engine that was built from source, because such a header may have any words.
		args := append([]string{"--headless", "--no-header", "--path", project}, j.args...)
		return exec.CommandContext(ctx, program, args...), nil
	}
}

// write writes the project of a job to a folder and returns the folder.
func (j job) write() (folder string, err error) {
	script, err := os.ReadFile(j.file)
	if err != nil {
		return "", err
	}
	files, err := web.Game{Script: string(script), Project: j.project}.Files()
	if err != nil {
		return "", err
	}

	folder = filepath.Join(j.temp, "project")
	for _, file := range files {
		path := filepath.Join(folder, file.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, []byte(file.Data), 0o644); err != nil {
			return "", err
		}
	}
	return folder, nil
}
