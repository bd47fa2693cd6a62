package program_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
)

// shown returns the output of a command on a terminal, with a pager. The errors of the pager go to
// the terminal, too.
func shown(t *testing.T, pager string, do func(r *program.Run)) string {
	t.Helper()
	screen, terminal, err := pty.Open()
	if err != nil {
		t.Skip("SKIPPED, not tested: this system has no terminals: ", err)
	}
	defer screen.Close()
	defer terminal.Close()

	stderr := os.Stderr
	os.Stderr = terminal
	defer func() { os.Stderr = stderr }()

	s := program.Streams{In: terminal, Out: terminal, Err: terminal}
	r := program.New(t.Context(), "tool", s, func(name string) string {
		return map[string]string{"PAGER": pager}[name]
	})
	root := &cobra.Command{Use: "tool", Run: func(*cobra.Command, []string) { do(r) }}
	require.Zero(t, r.Execute(root, nil))

	const end = "<end>"
	_, err = io.WriteString(terminal, end)
	require.NoError(t, err)

	var out strings.Builder
	b := make([]byte, 1)
	for !strings.HasSuffix(out.String(), end) {
		_, err := screen.Read(b)
		require.NoError(t, err)
		out.Write(b)
	}
	return strings.ReplaceAll(strings.TrimSuffix(out.String(), end), "\r\n", "\n")
}

// TestPager: the output of a command on a terminal goes through the pager, and the command ends
// after the pager. Errors of the pager are shown.
func TestPager(t *testing.T) {
	list := func(r *program.Run) {
		r.Page()
		fmt.Fprintln(r.Out, "b")
		fmt.Fprintln(r.Out, "a")
	}

	require.Equal(t, "b\na\n", shown(t, "cat", list))
	require.Equal(t, "a\nb\n", shown(t, "sort", list))
	require.Contains(t, shown(t, "sort no-such-file", list), "no-such-file")
}

// TestProgressEnds: the progress is removed from its line before the output is printed.
func TestProgressEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := shown(t, "cat", func(r *program.Run) {
			r.Progress()
			time.Sleep(2 * time.Second)
			r.Progress().Show("working")
			fmt.Fprintln(r.Out, "done")
		})
		require.Equal(t, "\r\x1b[Kworking\r\x1b[Kdone\n", got)
	})
}
