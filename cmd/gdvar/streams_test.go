package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/variant"
)

// requireBash skips a test where there is no bash.
func requireBash(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		enginetest.Missing(t, err)
	}
}

// build builds the program, and returns a shell that runs commands with it on the PATH.
func build(t *testing.T) func(command string) result {
	t.Helper()
	requireBash(t)
	bin := t.TempDir()
	out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "gdvar"), ".").CombinedOutput()
	require.NoError(t, err, string(out))

	return func(command string) result {
		var out, problems bytes.Buffer
		cmd := exec.Command("bash", "-o", "pipefail", "-c", command)
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		cmd.Stdout = &out
		cmd.Stderr = &problems
		err := cmd.Run()
		var failed *exec.ExitError
		if err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		return result{out.String(), problems.String(), cmd.ProcessState.ExitCode()}
	}
}

// TestPipes runs the program itself with pipes, a closed pipe, a full disk and no terminal.
func TestPipes(t *testing.T) {
	shell := build(t)
	chdirSaves(t)
	var big bytes.Buffer

	e := codec.NewEncoder(&big, codec.FrameU32)
	for i := range 50_000 {
		require.NoError(t, e.Encode(variant.NewArray(variant.Int(i))))
	}

	require.NoError(t, os.WriteFile("big.save", big.Bytes(), 0o666))

	require.Equal(t, result{out: "10\n"}, shell("cat godot3/plain.save | gdvar get - hp"))
	require.Equal(t, result{out: "$[\"hp\"] = 10\n"},
		shell("gdvar show --flat <godot3/plain.save | grep hp"))
	require.Equal(t, result{out: "9\n"},
		shell("gdvar set - hp=9 <godot4/zstd.save 2>/dev/null | gdvar get - hp"))

	for _, command := range []string{"show", "show --flat", "show --json", "show --str", "dump",
		"dump --frames"} {
		r := shell("gdvar " + command + " big.save | head -n 1")
		require.Equal(t, 1, strings.Count(r.out, "\n"), command)
		require.Empty(t, r.err, command)
	}

	if _, err := os.Stat("/dev/full"); err == nil {
		r := shell("gdvar show big.save >/dev/full")
		require.Equal(t, codeBad, r.code)
		require.Equal(t, "gdvar: write /dev/stdout: no space left on device\n", r.err)
	}

	if _, err := exec.LookPath("setsid"); err == nil { // without a terminal nobody is asked
		r := shell("setsid -w gdvar show godot3/secret.save </dev/null")
		require.Equal(t, codeBad, r.code)
		require.Contains(t, r.err, "--password-file")
	}

	r := shell("gdvar --version")
	require.Zero(t, r.code)
	require.Regexp(t, `^gdvar version .* go1\.\d+`, r.out)
}

// brokenWriter is a pipe whose other end is closed.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// TestClosedPipe: the end of a pipe is no error, and any other error of the output is one.
func TestClosedPipe(t *testing.T) {
	chdirSaves(t)
	for _, line := range []string{
		"show godot3/plain.save", "show --flat godot3/plain.save godot4/plain.save",
		"dump godot3/plain.save",
		"detect godot3/plain.save", "get godot3/plain.save hp", "help",
		"set -n godot3/plain.save hp=1",
		"diff godot3/plain.save godot3/two.save", "check godot3/plain.save",
		"json godot3/plain.save", "tail game.tap",
		"project projects/godot4.binary",
	} {
		for _, test := range []struct {
			err  error
			code int
		}{{syscall.EPIPE, 0}, {io.ErrShortWrite, codeBad}} {
			var problems bytes.Buffer
			s := streams{strings.NewReader(""), brokenWriter{test.err}, &problems}
			code := run(context.Background(), strings.Fields(line), s, func(string) string {
				return ""
			})

			require.Equal(t, test.code, code, "%s: %v", line, test.err)
			require.Equal(t, test.code != 0, problems.Len() > 0, "%s: %s", line, &problems)
		}
	}
}

// TestInterrupted: an interrupted run ends without a message, and leaves the file as it was.
func TestInterrupted(t *testing.T) {
	chdirSaves(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()

	for _, line := range []string{
		"show godot3/plain.save", "get godot3/plain.save hp", "set godot3/plain.save hp=1",
		"diff godot3/plain.save godot3/two.save", "scan godot3", "check damaged/cut.save",
		"convert --to godot4 --in-place godot3/plain.save",
	} {
		var out, problems bytes.Buffer
		code := run(ctx, strings.Fields(line), streams{strings.NewReader(""), &out, &problems},
			os.Getenv)
		require.Equal(t, codeInterrupted, code, line)
		require.Empty(t, out.String()+problems.String())
	}

	require.Equal(t, result{out: "10\n"}, gdvar(t, "", "gdvar get godot3/plain.save hp"))
}

// TestPrompt: an encrypted file asks for its password once, if nothing else has it.
func TestPrompt(t *testing.T) {
	chdirSaves(t)
	for _, test := range []struct {
		line, env string
		asked     int
	}{
		{"get godot3/secret.save hp", "", 1}, {"get godot4/secret.save hp", "", 1},
		{"show --flat godot4/secret.save", "", 1},
		{"get godot3/secret.save hp", "secret", 0}, {"get godot3/plain.save hp", "", 0},
		{"get godot3/secret.save hp --password-file password.txt", "", 0},
		{"get godot3/key.save hp --key-file key.hex", "", 0},
	} {
		var out, problems bytes.Buffer
		asked := 0

		a := newApp(context.Background(), streams{strings.NewReader(""), &out, &problems},
			func(string) string { return test.env })
		a.Ask = func(prompt string) (string, error) {
			asked++
			require.Equal(t, "Password of "+
				strings.Fields(test.line)[strings.Count(test.line, "--flat")+1]+": ", prompt)
			return "secret", nil
		}

		require.Zero(t, a.run(strings.Fields(test.line)), problems.String())
		require.Equal(t, test.asked, asked, test.line)
		require.Contains(t, out.String(), "10\n")
	}
}

// TestPromptOnce: commands that read a file twice, or write it in a container, ask once as well.
func TestPromptOnce(t *testing.T) {
	chdirSaves(t)
	for line, prompt := range map[string]string{
		"check godot3/secret.save":                                   "Password of godot3/secret.save: ",
		"diff godot3/secret.save godot3/plain.save":                  "Password of godot3/secret.save: ",
		"convert --to godot4 godot3/secret.save -o a.save":           "Password of godot3/secret.save: ",
		"convert --container encrypted godot3/plain.save -o b.save":  "Password to encrypt with: ",
		"convert --container encrypted godot3/secret.save -o c.save": "Password of godot3/secret.save: ",
	} {
		var out, problems bytes.Buffer
		var asked []string

		a := newApp(context.Background(), streams{strings.NewReader(""), &out, &problems},
			func(string) string { return "" })
		a.Ask = func(prompt string) (string, error) {
			asked = append(asked, prompt)
			return "secret", nil
		}

		require.Zero(t, a.run(strings.Fields(line)), problems.String())
		require.Equal(t, []string{prompt}, asked, line)
	}
}

// TestColor: colors are for terminals, unless the flag says otherwise.
func TestColor(t *testing.T) {
	chdirSaves(t)
	require.NotContains(t, gdvar(t, "", "gdvar show godot3/plain.save").out, "\x1b")
	require.NotContains(t, gdvar(t, "", "gdvar show --color never godot3/plain.save").out, "\x1b")
	require.Contains(t, gdvar(t, "", "NO_COLOR=1 gdvar show --color always godot3/plain.save").out,
		"\x1b")
}
