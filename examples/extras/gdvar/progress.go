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

func newProgress(w io.Writer, terminal bool) *progress {
	return &progress{w: w, on: terminal, next: time.Now().Add(progressAfter)}
}

// show replaces the line.
func (p *progress) show(format string, args ...any) {
	now := time.Now()
	if !p.on || now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
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
