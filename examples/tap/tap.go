package main

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"godotvariant/variant"
)

// mostFrame is the highest limit for frames.
const mostFrame = 64 << 20

// A tap passes on what clients and a server say to each other, and records it.
type tap struct {
	to       string // address of the server
	maxFrame int
	idle     time.Duration // of a UDP client, after which it is forgotten
	sessions int           // UDP clients at once

	start   time.Time
	queues  []*queue
	lastID  atomic.Int64
	tasks   sync.WaitGroup
	capture *queue // nil if there is none
	screen  *queue
	failed  atomic.Pointer[error] // the first error of the capture
}

func newTap(to string) *tap {
	return &tap{to: to, maxFrame: 1 << 20, idle: time.Minute, sessions: 1024, start: time.Now()}
}

// printTo prints records.
func (t *tap) printTo(p *printer) {
	t.screen = newQueue(p.print, p.flush)
	t.queues = append(t.queues, t.screen)
}

// recordTo writes a capture. After an error nothing more is written, but the tap passes on
// bytes as before.
func (t *tap) recordTo(w io.Writer, d *variant.Dialect, transport string) error {
	c, err := newCapture(w, d, transport, t.start)
	if err != nil {
		return err
	}
	check := func(err error) {
		if err != nil {
			t.failed.CompareAndSwap(nil, &err)
		}
	}
	t.capture = newQueue(func(r record) {
		if t.failed.Load() == nil {
			check(c.write(r))
		}
	}, func() { check(c.out.Flush()) })
	t.queues = append(t.queues, t.capture)
	return c.out.Flush()
}

// add records something that has happened now. It does not wait for anything.
func (t *tap) add(r record) {
	r.T = time.Since(t.start).Microseconds()
	for _, q := range t.queues {
		q.offer(r)
	}
}

// A summary is what a tap has to say at its end.
type summary struct {
	unprinted, unrecorded int   // records
	err                   error // of the capture
}

// close waits for the connections, the capture and, for a moment, the printer.
func (t *tap) close() summary {
	t.tasks.Wait()
	var s summary
	if t.screen != nil {
		s.unprinted = t.screen.close(time.Second)
	}
	if t.capture != nil {
		s.unrecorded = t.capture.close(10 * time.Second)
	}
	if err := t.failed.Load(); err != nil {
		s.err = *err
	}
	return s
}

func (t *tap) spawn(task func()) {
	t.tasks.Add(1)
	go func() {
		defer t.tasks.Done()
		task()
	}()
}
