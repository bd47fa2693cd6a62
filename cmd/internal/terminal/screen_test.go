package terminal

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
)

// A keyRecorder is a view whose lines are the keys that the user has pressed. The user leaves the
// view with the key q.
type keyRecorder struct {
	keys  []Key
	width int
}

func (p *keyRecorder) Resize(width, _ int) { p.width = width }

func (p *keyRecorder) Key(k Key) bool {
	p.keys = append(p.keys, k)
	return k == "q"
}

func (p *keyRecorder) Lines() []string {
	return []string{"keys", fmt.Sprint(p.keys), fmt.Sprint(p.width)}
}

// TestScreen: a screen draws the changed lines, and adapts to a new size. It sends no queries to
// the terminal.
func TestScreen(t *testing.T) {
	input := make(chan []byte)
	sizes := make(chan os.Signal)
	v := &keyRecorder{}
	var out strings.Builder

	drawn := 0
	size := func() (int, int, error) {
		drawn++
		if drawn < 4 {
			return 80, 24, nil
		}
		return 40, 24, nil // the size after the signal that is sent below
	}
	s := &screen{view: v, out: &out, size: size, pause: time.Hour}

	go func() {
		input <- []byte("a\x1b")
		input <- []byte("[A")
		sizes <- os.Interrupt
		input <- []byte("q more")
	}()

	require.NoError(t, s.run(t.Context(), input, sizes))
	require.Equal(t, []Key{"a", "up", "q"}, v.keys)
	require.Equal(t, 40, v.width)
	require.Equal(t, "\x1b[2J\x1b[1;1Hkeys\x1b[K\x1b[2;1H[]\x1b[K\x1b[3;1H80\x1b[K"+
		"\x1b[2;1H[a]\x1b[K"+"\x1b[2;1H[a up]\x1b[K"+
		"\x1b[2J\x1b[1;1Hkeys\x1b[K\x1b[2;1H[a up]\x1b[K\x1b[3;1H40\x1b[K", out.String())
}

// TestScreenEnds: a screen ends when the terminal ends or the context is done.
func TestScreenEnds(t *testing.T) {
	s := &screen{view: &keyRecorder{}, out: &strings.Builder{},
		size: func() (int, int, error) { return 0, 0, os.ErrInvalid }}

	input := make(chan []byte)
	close(input)
	require.NoError(t, s.run(t.Context(), input, nil))
	require.Equal(t, usualWidth, s.width)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.run(ctx, nil, nil), context.Canceled)
}

// TestScreenUnknownSize: a screen of no columns or no lines has the usual size.
func TestScreenUnknownSize(t *testing.T) {
	for _, size := range [][2]int{{0, 30}, {100, 0}} {
		s := &screen{view: &keyRecorder{}, out: &strings.Builder{},
			size: func() (int, int, error) { return size[0], size[1], nil }}

		require.NoError(t, s.draw())
		require.Equal(t, usualWidth, s.width)
		require.Equal(t, usualHeight, s.high)
	}
}

// A leaver is a view that the user leaves with the key esc.
type leaver struct{ keyRecorder }

func (l *leaver) Key(k Key) bool { return k == "esc" }

// TestEscape: an escape is a key if nothing follows it for a while.
func TestEscape(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()

	input := make(chan []byte, 1)
	input <- []byte("\x1b")
	s := &screen{view: &leaver{}, out: &strings.Builder{}, pause: time.Millisecond,
		size: func() (int, int, error) { return 80, 24, nil }}
	require.NoError(t, s.run(ctx, input, nil))
}

// TestRead: read yields the bytes of a terminal in the pieces in which they arrive. It ends when
// the terminal ends.
func TestRead(t *testing.T) {
	var got []string
	for b := range read(iotest.DataErrReader(iotest.OneByteReader(strings.NewReader("ab")))) {
		got = append(got, string(b))
	}
	for b := range read(strings.NewReader("cd")) {
		got = append(got, string(b))
	}
	require.Equal(t, []string{"a", "b", "cd"}, got)
}
