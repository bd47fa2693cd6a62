package terminal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// A View has the lines of the screen, and handles keys.
type View interface {
	// Resize sets the number of columns and lines of the screen. It is the first call.
	Resize(width, height int)
	// Key handles a key. It reports whether the user leaves the view.
	Key(k Key) (leave bool)
	// Lines returns the lines of the screen from top to bottom. They must fit the width of the
	// screen. They have no control characters except for colors.
	Lines() []string
}

// Run shows a view until the user leaves the view or the context is done. Then it restores the
// earlier content of the terminal.
func Run(ctx context.Context, v View, in, out *os.File) (err error) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer term.Restore(int(in.Fd()), before)

	restore, err := enable(out)
	if err != nil {
		return err
	}
	defer restore()

	size := func() (int, int, error) { return term.GetSize(int(out.Fd())) }
	s := &screen{view: v, out: out, size: size, pause: keyPause}
	if err := s.begin(); err != nil {
		return err
	}
	defer s.end()

	return s.run(ctx, read(in), resized(ctx))
}

// A screen is a terminal, with the lines that it shows.
type screen struct {
	view  View
	out   io.Writer
	size  func() (width, height int, err error)
	pause time.Duration // time after which an escape is the key esc
	width int
	high  int
	shown []string
}

// The sequences that the screen writes before it shows the first lines, and at the end.
const (
	beginSequence = "\x1b[?1049h\x1b[?7l\x1b[?25l\x1b[2J"
	endSequence   = "\x1b[?25h\x1b[?7h\x1b[?1049l"
)

func (s *screen) begin() error {
	_, err := io.WriteString(s.out, beginSequence)
	return err
}

func (s *screen) end() { _, _ = io.WriteString(s.out, endSequence) }

// run shows the view, and handles keys and changes of the size.
func (s *screen) run(ctx context.Context, input <-chan []byte, resized <-chan os.Signal) error {
	var typed []byte
	for {
		if err := s.draw(); err != nil {
			return err
		}

		var pause <-chan time.Time // receives a value if a key stays incomplete
		if len(typed) > 0 {
			pause = time.After(s.pause)
		}

		var leave bool
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-resized:
		case <-pause:
			typed, leave = s.keys(typed, true)

		case b, ok := <-input:
			if !ok {
				return nil
			}
			typed, leave = s.keys(append(typed, b...), false)
		}

		if leave {
			return nil
		}
	}
}

// keyPause is longer than a terminal takes to send the bytes of a key.
const keyPause = 50 * time.Millisecond

// keys handles the keys in b. It returns the bytes of an incomplete key at the end of b, and
// reports whether the user leaves the view.
func (s *screen) keys(b []byte, last bool) (rest []byte, leave bool) {
	for len(b) > 0 {
		k, n := nextKey(b, last)
		if n == 0 {
			return b, false
		}

		b = b[n:]
		if k != "" && s.view.Key(k) {
			return nil, true
		}
	}

	return nil, false
}

// draw writes the lines that differ from the lines on the screen.
func (s *screen) draw() error {
	width, high, err := s.size()
	if err != nil || width == 0 || high == 0 {
		width, high = usualWidth, usualHeight
	}

	var b bytes.Buffer
	if width != s.width || high != s.high {
		s.width, s.high = width, high
		s.shown = nil
		s.view.Resize(width, high)
		b.WriteString("\x1b[2J")
	}

	lines := s.view.Lines()
	lines = lines[:min(len(lines), high)]

	for i := range max(len(lines), len(s.shown)) {
		var line string
		if i < len(lines) {
			line = lines[i]
		}

		if i >= len(s.shown) || s.shown[i] != line {
			fmt.Fprintf(&b, "\x1b[%d;1H%s\x1b[K", i+1, line)
		}
	}

	s.shown = lines
	_, err = s.out.Write(b.Bytes())
	return err
}

// The default size of a terminal whose size is not known.
const (
	usualWidth  = 80
	usualHeight = 24
)

// read returns a channel with the bytes that a terminal sends. Its goroutine ends only with the
// terminal or the program, because nothing else ends a read from a terminal.
func read(in io.Reader) <-chan []byte {
	input := make(chan []byte)

	go func() {
		defer close(input)
		for {
			b := make([]byte, 256)
			n, err := in.Read(b)
			if n > 0 {
				input <- b[:n]
			}
			if err != nil {
				return
			}
		}
	}()

	return input
}
