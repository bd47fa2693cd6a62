package main

import (
	"fmt"
	"io"
	"time"
)

// A progress tells on a terminal what a command does, once it has taken longer than a second.
type progress struct {
	w     io.Writer
	on    bool
	next  time.Time // when there is something to show
	shown bool
}

const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
	progressWidth = 79
)

// progress returns one for standard error.
func (a *app) progress() *progress { return newProgress(a.err, terminal(a.err) != nil) }

func newProgress(w io.Writer, on bool) *progress {
	return &progress{w: w, on: on, next: time.Now().Add(progressAfter)}
}

// show replaces the line.
func (p *progress) show(format string, args ...any) {
	now := time.Now()
	if !p.on || now.Before(p.next) {
		return
	}

	p.next = now.Add(progressEvery)
	p.shown = true
	line := []rune(fmt.Sprintf(format, args...))
	fmt.Fprintf(p.w, "\r\x1b[K%s", string(line[:min(len(line), progressWidth)]))
}

// clear removes the line, before something else is printed.
func (p *progress) clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// reader returns a reader that shows how much of a file has been read.
func (p *progress) reader(r io.Reader, name string) io.Reader {
	if !p.on {
		return r
	}
	return &progressReader{p, r, name, 0}
}

type progressReader struct {
	*progress
	r    io.Reader
	name string
	n    int64
}

func (r *progressReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	r.n += int64(n)
	if r.n >= 1<<20 {
		r.show("%s: %d MiB", r.name, r.n>>20)
	}
	return n, err
}
