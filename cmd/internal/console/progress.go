package console

import (
	"fmt"
	"io"
	"time"

	"godotvariant/internal/printable"
)

// A Progress shows on a terminal the progress of a command. It shows nothing in the first second.
type Progress struct {
	w     io.Writer
	on    bool
	next  time.Time // earliest time of the next update
	shown bool
}

const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
	progressWidth = 79
)

// NewProgress returns a Progress that writes to a terminal. If the argument enabled is false, the
// Progress writes nothing.
func NewProgress(w io.Writer, enabled bool) *Progress {
	return &Progress{w: w, on: enabled, next: time.Now().Add(progressAfter)}
}

// Show prints a text in place of the text that Show has printed before.
func (p *Progress) Show(format string, args ...any) {
	now := time.Now()
	if !p.on || now.Before(p.next) {
		return
	}

	p.next = now.Add(progressEvery)
	p.shown = true
	line := []rune(fmt.Sprintf(format, args...))
	fmt.Fprintf(p.w, "\r\x1b[K%s", printable.Text(string(line[:min(len(line), progressWidth)])))
}

// Stop ends the Progress. After that it shows nothing more.
func (p *Progress) Stop() {
	p.Clear()
	p.on = false
}

// Clear removes the printed text from the terminal. Call Clear before printing anything else.
func (p *Progress) Clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// Reader returns a reader that shows how much of a file has been read. If the length of the file is
// not 0, the reader also shows the percentage and the remaining time. A length of 0 means that the
// length is not known.
func (p *Progress) Reader(r io.Reader, name string, length int64) io.Reader {
	if !p.on {
		return r
	}

	return &progressReader{Progress: p, r: r, name: name, length: length, start: time.Now()}
}

// Task returns a function that shows the progress of work on a file. Call the function with the
// number of processed bytes and the number of all bytes.
func (p *Progress) Task(name string) func(done, all int) {
	start := time.Now()
	last := 0

	return func(done, all int) {
		if done < last { // the work has started again
			start = time.Now()
		}

		last = done
		p.Show("%s: read %s", name, readSoFar(int64(done), int64(all), time.Since(start)))
	}
}

type progressReader struct {
	*Progress
	r      io.Reader
	name   string
	length int64
	start  time.Time
	n      int64
}

func (r *progressReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	r.n += int64(n)
	if r.n >= 1<<20 {
		r.Show("%s: %s", r.name, readSoFar(r.n, r.length, time.Since(r.start)))
	}

	return n, err
}

// readSoFar returns a text such as "45 of 90 MiB, 50 %, 12 s left". The argument elapsed is the
// time since the start.
func readSoFar(n, length int64, elapsed time.Duration) string {
	if length <= 0 || n > length {
		return fmt.Sprintf("%d MiB", n>>20)
	}

	left := time.Duration(float64(elapsed) * float64(length-n) / float64(n))
	s := fmt.Sprintf("%d of %d MiB, %d %%", n>>20, length>>20, n*100/length)

	if n == length {
		return s
	}

	return s + fmt.Sprintf(", %v left", left.Round(time.Second))
}
