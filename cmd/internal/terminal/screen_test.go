package terminal

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A pressed is a view that shows the keys that the user has pressed. The user leaves it with the
// key q.
type pressed struct {
	keys  []Key
	width int
}

func (p *pressed) Resize(width, _ int) { p.width = width }

func (p *pressed) Key(k Key) bool {
	p.keys = append(p.keys, k)
	return k == "q"
}

func (p *pressed) Lines() []string {
	return []string{"keys", fmt.Sprint(p.keys), fmt.Sprint(p.width)}
}

// TestScreen: a screen draws the changed lines, and adapts to a new size. It sends no queries to
// the terminal.
func TestScreen(t *testing.T) {
	input := make(chan []byte)
	sizes := make(chan os.Signal)
	v := &pressed{}
	var out strings.Builder

	drawn := 0
	size := func() (int, int, error) {
		drawn++
		if drawn < 4 {
			return 80, 24, nil
		}
		return 40, 24, nil // after the resize below
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
	s := &screen{view: &pressed{}, out: &strings.Builder{},
		size: func() (int, int, error) { return 0, 0, os.ErrInvalid }}

	input := make(chan []byte)
	close(input)
	require.NoError(t, s.run(t.Context(), input, nil))
	require.Equal(t, usualWidth, s.width)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.run(ctx, nil, nil), context.Canceled)
}
