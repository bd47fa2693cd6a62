package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/variant"
)

// TestPipes runs the program itself with a pipe, a closed pipe, a full disk and no terminal.
func TestPipes(t *testing.T) {
	shell := tested.Shell(t)
	chdirSaves(t)
	one := []variant.Variant{variant.NewArray(variant.Int(1))}
	store(t, "big.save", slices.Repeat(one, 50_000)...)

	require.Equal(t, programtest.Result{Out: "9\n"},
		shell("gdvar set - hp=9 <godot4/zstd.save 2>/dev/null | gdvar get - hp"))

	for _, command := range []string{"show", "show --flat", "show --json", "show --str", "dump",
		"dump --frames"} {
		r := shell("gdvar " + command + " big.save | head -n 1")
		require.Equal(t, 1, strings.Count(r.Out, "\n"), command)
		require.Empty(t, r.Err, command)
	}

	if _, err := os.Stat("/dev/full"); err == nil {
		r := shell("gdvar show big.save >/dev/full")
		require.Equal(t, program.CodeBad, r.Code)
		require.Equal(t, "gdvar: write /dev/stdout: no space left on device\n", r.Err)
	}

	if _, err := exec.LookPath("setsid"); err == nil { // without a terminal gdvar can't ask
		r := shell("setsid -w gdvar show godot3/secret.save </dev/null")
		require.Equal(t, program.CodeBad, r.Code)
		require.Contains(t, r.Err, "--password-file")
	}

	r := shell("gdvar --version")
	require.Zero(t, r.Code)
	require.Regexp(t, `^gdvar version .* go1\.\d+`, r.Out)
}

// TestDevices: an output may be a device or a pipe, which gdvar never replaces. An input may be a
// pipe.
func TestDevices(t *testing.T) {
	shell := tested.Shell(t)
	chdirSaves(t)

	for _, command := range []string{
		"convert --to godot4 godot3/plain.save", "unpack godot3/zstd.save",
		"project projects/godot4.binary", "pack godot3/plain.save --layer gzip",
		"from-json --engine godot4 --relaxed list.json",
	} {
		programtest.Write(t, "list.json", "[1]")
		require.Zero(t, shell("gdvar "+command+" -o /dev/null").Code, command)
	}

	stat := must(os.Stat("/dev/null"))
	require.NotZero(t, stat.Mode()&os.ModeDevice)

	const convert = "gdvar convert --to godot4 "
	require.Equal(t, "10\n",
		shell(convert+"godot3/plain.save -o >(gdvar get - hp) 2>/dev/null | cat").Out)
	require.Equal(t, "10\n", shell("gdvar get <(cat godot3/plain.save) hp").Out)
	require.Equal(t, "10\n", shell("gdvar query <(cat godot3/plain.save) .hp").Out)
	require.Equal(t, "10\n",
		shell(convert+"<(cat godot3/plain.save) -o - 2>/dev/null | gdvar get - hp").Out)
	require.Equal(t, "", shell("gdvar diff <(cat godot3/plain.save) <(cat godot3/plain.save)").Out)
}

// TestClosedPipe: if the reader closes the pipe, gdvar ends without an error. After any other error
// of writing its output, gdvar fails.
func TestClosedPipe(t *testing.T) {
	chdirSaves(t)
	tested.Closed(t,
		"show godot3/plain.save", "show --flat godot3/plain.save godot4/plain.save",
		"dump godot3/plain.save",
		"detect godot3/plain.save", "get godot3/plain.save hp", "help",
		"set -n godot3/plain.save hp=1",
		"diff godot3/plain.save godot3/two.save", "check godot3/plain.save",
		"json godot3/plain.save",
		"project projects/godot4.binary")
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
		s := program.Streams{In: strings.NewReader(""), Out: &out, Err: &problems}
		code := run(ctx, strings.Fields(line), s, os.Getenv)
		require.Equal(t, program.CodeInterrupted, code, line)
		require.Empty(t, out.String()+problems.String())
	}

	require.Equal(t, "10\n", fine(t, "gdvar get godot3/plain.save hp"))
}

// asking runs a command line with a person who knows the password. It returns the output and the
// questions.
func asking(t *testing.T, line, env string) (out string, questions []string) {
	t.Helper()
	var screen, problems bytes.Buffer
	s := program.Streams{In: strings.NewReader(""), Out: &screen, Err: &problems}
	a := newApp(t.Context(), s, func(string) string { return env })
	a.Ask = func(prompt string) (string, error) {
		questions = append(questions, prompt)
		return "secret", nil
	}

	require.Zero(t, a.run(strings.Fields(line)), problems.String())
	return screen.String(), questions
}

// TestPrompt: gdvar asks for the password of an encrypted file once, if neither a flag nor a
// variable has it.
func TestPrompt(t *testing.T) {
	chdirSaves(t)
	for line, file := range map[string]string{
		"get godot3/secret.save hp":                                  "godot3/secret.save",
		"get godot4/secret.save hp":                                  "godot4/secret.save",
		"show --flat godot4/secret.save":                             "godot4/secret.save",
		"get godot3/plain.save hp":                                   "",
		"get godot3/key.save hp --key-file key.hex":                  "",
		"get godot3/secret.save hp --password-file password.txt":     "",
		"check godot3/secret.save":                                   "godot3/secret.save",
		"diff godot3/secret.save godot3/plain.save":                  "godot3/secret.save",
		"convert --to godot4 godot3/secret.save -o a.save":           "godot3/secret.save",
		"convert --container encrypted godot3/secret.save -o c.save": "godot3/secret.save",
	} {
		out, asked := asking(t, line, "")
		var want []string
		if file != "" {
			want = []string{"Password of " + file + ": "}
		}
		require.Equal(t, want, asked, line)
		require.True(t, !strings.Contains(line, " hp") || out == "10\n", line)
	}

	out, asked := asking(t, "get godot3/secret.save hp", "secret")
	require.Equal(t, "10\n", out)
	require.Empty(t, asked)
	_, asked = asking(t, "convert --container encrypted godot3/plain.save -o b.save", "")
	require.Equal(t, []string{"Password to encrypt with: "}, asked)
}

// TestGitDiff: git diff prints the changes of a save as text, if git is configured in the way that
// the help of the command diff describes.
func TestGitDiff(t *testing.T) {
	programtest.RequireProgram(t, "git")
	self := must(os.Executable())
	chdirSaves(t)

	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME",
		"GIT_COMMITTER_EMAIL", programtest.AsMain, "GIT_CONFIG_NOSYSTEM"} {
		t.Setenv(name, "1")
	}
	t.Setenv("HOME", t.TempDir())

	git := func(args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "git", args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}

	programtest.Write(t, ".gitattributes", "*.save diff=gdvar\n")
	git("init", "-q")
	git("config", "diff.gdvar.textconv", "'"+filepath.ToSlash(self)+"' show --flat")
	git("add", ".gitattributes", "godot3/zstd.save")
	git("commit", "-qm", "saves")

	fine(t, "gdvar set godot3/zstd.save hp=11")
	out := git("diff", "-U0")
	require.Contains(t, out, "\n-$[\"hp\"] = 10\n+$[\"hp\"] = 11\n")
	require.NotContains(t, out, "\n-$[\"name\"]")
}
