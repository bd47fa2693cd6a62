package terminal

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// openTerminal opens a terminal. It returns the end for the user and the end for the program.
func openTerminal(t *testing.T) (user, program *os.File) {
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("SKIPPED, not tested: this system has no terminals: ", err)
	}
	t.Cleanup(func() { user.Close() })

	require.NoError(t, unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	program, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { program.Close() })
	return user, program
}

// TestRun: a view is shown until the user leaves it. Then the terminal is as before.
func TestRun(t *testing.T) {
	user, program := openTerminal(t)
	before, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(program.Fd()), unix.TIOCSWINSZ,
		&unix.Winsize{Row: 10, Col: 30}))

	shown := make(chan string)
	go func() {
		var all strings.Builder
		for b := make([]byte, 1000); !strings.HasSuffix(all.String(), endSequence); {
			n, err := user.Read(b)
			all.Write(b[:n])
			if err != nil {
				break
			}
			if strings.HasSuffix(all.String(), "30\x1b[K") {
				fmt.Fprint(user, "q") // the view has drawn all lines
			}
		}
		shown <- all.String()
	}()

	v := &keyRecorder{}
	require.NoError(t, Run(t.Context(), v, program, program))
	require.Equal(t, []Key{"q"}, v.keys)

	select {
	case all := <-shown:
		require.True(t, strings.HasPrefix(all, beginSequence), "%q", all)
		require.True(t, strings.HasSuffix(all, endSequence), "%q", all)
	case <-time.After(10 * time.Second):
		require.Fail(t, "the terminal is not restored")
	}

	after, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS)
	require.NoError(t, err)
	require.Equal(t, before, after)
}
