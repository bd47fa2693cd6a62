package programtest

import (
	"bytes"
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
	"godotvariant/internal/test/testkit"
)

// With these flags, tests write the expected files. Without the flags, tests compare their results
// with these files. The first command writes the files that engines make. The second command writes
// the output of the program for these files:
//
//	go test ./gdvar -run TestLiveSaves -record
//	go test ./gdvar -update
var (
	Record = flag.Bool("record", false,
		"write the files of engines in testdata anew, with the engines of this machine")
	Update = flag.Bool("update", false,
		"write testdata/golden and the output in README.md anew")
)

// A Program is a program under test.
type Program struct {
	Name string
	Run  func(ctx context.Context, args []string, s program.Streams, env func(string) string) int
	// Files is a folder such as testdata/saves. It has the files on which command lines run.
	Files string
}

// A Result is the result of one run of a program.
type Result struct {
	Out, Err string
	Code     int
}

// AsMain is the name of an environment variable. If the variable is set, the test binary runs the
// program and not its tests.
const AsMain = "PROGRAM_TEST_MAIN"

// Main is the body of a function TestMain. If a test has started the test binary as a program, Main
// runs the function main. Otherwise it runs the tests.
func Main(m *testing.M, main func()) {
	if os.Getenv(AsMain) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// Environment returns an environment in which the test binary runs the program, see AsMain.
func Environment() []string { return append(os.Environ(), AsMain+"=1") }

// Line runs a command line with the rules of a shell. Variables may be written before the command,
// and arguments may be in quotes.
func (p *Program) Line(t *testing.T, input, line string) Result {
	t.Helper()
	return p.Words(t, input, Split(line))
}

// Words runs a command line that is already split into words: variables, the name of the program,
// and arguments.
func (p *Program) Words(t *testing.T, input string, words []string) Result {
	t.Helper()
	env := map[string]string{}

	for words[0] != p.Name {
		name, value, ok := strings.Cut(words[0], "=")
		require.True(t, ok, words)
		env[name] = value
		words = words[1:]
	}

	return p.With(t, input, env, words[1:]...)
}

// With runs the program with the given arguments, without the rules of a shell.
func (p *Program) With(t *testing.T, input string, env map[string]string, args ...string) Result {
	t.Helper()
	var out, problems bytes.Buffer
	s := program.Streams{In: strings.NewReader(input), Out: &out, Err: &problems}
	code := p.Run(t.Context(), args, s, func(name string) string { return env[name] })

	return Result{Out: out.String(), Err: problems.String(), Code: code}
}

// Fine runs a command line that must succeed, and returns its output.
func (p *Program) Fine(t *testing.T, line string) string {
	t.Helper()
	r := p.Line(t, "", line)
	require.Zero(t, r.Code, "%s: %s", line, r.Err)
	return r.Out
}

// Refused runs a command line that must fail with a message.
func (p *Program) Refused(t *testing.T, line, want string) {
	t.Helper()
	r := p.Line(t, "", line)
	require.Equal(t, program.CodeBad, r.Code, line)
	require.Contains(t, r.Err, want, line)
}

// Chdir makes the working directory a copy of the program's files.
func (p *Program) Chdir(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(p.Files)))
	t.Chdir(dir)
}

// Write writes a file of the working directory.
func Write(t *testing.T, name, content string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
}

// Content returns the bytes of a file.
func Content(t *testing.T, name string) string {
	t.Helper()
	return string(testkit.Must(os.ReadFile(name)))
}
