package files_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/files"
)

// TestAskOnTerminal asks for a password in a pseudo terminal. For this, the test starts its own
// binary in the pseudo terminal.
func TestAskOnTerminal(t *testing.T) {
	const inTerminal = "ASK_ON_TERMINAL"
	if os.Getenv(inTerminal) != "" {
		password, err := files.AskOnTerminal("Password: ")
		fmt.Printf("%q, %v\n", password, err)
		return
	}

	if runtime.GOOS == "windows" {
		t.Skip("no pseudo terminal there")
	}

	for typed, want := range map[string]string{
		"secret": `"secret", <nil>`, "": `"", no password was typed`,
	} {
		self, err := os.Executable()
		require.NoError(t, err)
		cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestAskOnTerminal$")
		cmd.Env = append(os.Environ(), inTerminal+"=1")
		tty, err := pty.Start(cmd)
		require.NoError(t, err)
		defer tty.Close()
		require.NoError(t, tty.SetReadDeadline(time.Now().Add(time.Minute)))

		readTo(t, tty, "Password: ")
		_, err = tty.WriteString(typed + "\r")
		require.NoError(t, err)
		readTo(t, tty, want)
		require.NoError(t, cmd.Wait())
	}
}

// readTo reads the output of a terminal up to a text. It skips any text before that, because the
// terminal may show the entered password if the program has not yet switched this off.
func readTo(t *testing.T, tty *os.File, text string) {
	var out strings.Builder
	b := make([]byte, 1)

	for !strings.HasSuffix(out.String(), text) {
		_, err := tty.Read(b)
		require.NoError(t, err, out.String())
		out.Write(b)
	}
}
