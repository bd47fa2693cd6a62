package programtest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/testkit"
)

// RequireProgram skips the test if the machine does not have the program with the given name.
func RequireProgram(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		enginetest.Missing(t, err)
	}
}

// Shell returns a function that runs a command in a shell. The tested program is in a folder of
// PATH.
func (p *Program) Shell(t *testing.T) func(command string) Result {
	t.Helper()
	RequireProgram(t, "bash")
	bin := t.TempDir()
	require.NoError(t, os.Symlink(testkit.Must(os.Executable()), filepath.Join(bin, p.Name)))

	return func(command string) Result {
		var out, problems bytes.Buffer
		cmd := exec.CommandContext(t.Context(), "bash", "-o", "pipefail", "-c", command)
		cmd.Env = append(Environment(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		cmd.Stdout = &out
		cmd.Stderr = &problems

		var failed *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}

		return Result{out.String(), problems.String(), cmd.ProcessState.ExitCode()}
	}
}

// brokenWriter is an output that can't be written, such as a pipe whose other end is closed.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// Closed runs each command line with an output that can't be written. If the output is a closed
// pipe, the program must end without an error. With any other fault of the output it must report an
// error.
func (p *Program) Closed(t *testing.T, lines ...string) {
	t.Helper()

	for _, line := range lines {
		for _, test := range []struct {
			err  error
			code int
		}{{syscall.EPIPE, 0}, {io.ErrShortWrite, program.CodeBad}} {
			var problems bytes.Buffer
			out := brokenWriter{test.err}
			s := program.Streams{In: strings.NewReader(""), Out: out, Err: &problems}
			code := p.Run(t.Context(), strings.Fields(line), s, os.Getenv)

			require.Equal(t, test.code, code, "%s: %v", line, test.err)
			require.Equal(t, test.code != 0, problems.Len() > 0, "%s: %s", line, &problems)
		}
	}
}
