package console

import (
	"bytes"
	"io"
)

// A Prefix is a writer that puts a text before each line.
type Prefix struct {
	w      io.Writer
	text   string
	inside bool // the last write ended inside a line
}

// NewPrefix returns a Prefix that writes to w, with text in front of each line.
func NewPrefix(w io.Writer, text string) *Prefix { return &Prefix{w: w, text: text} }

// Unwrap returns the underlying writer.
func (p *Prefix) Unwrap() io.Writer { return p.w }

// Write writes b, which may end inside a line. The next call then continues this line, without the
// text of the Prefix.
func (p *Prefix) Write(b []byte) (int, error) {
	var out bytes.Buffer
	for line := range bytes.Lines(b) {
		if !p.inside {
			out.WriteString(p.text)
		}

		out.Write(line)
		p.inside = line[len(line)-1] != '\n'
	}

	if _, err := p.w.Write(out.Bytes()); err != nil {
		return 0, err
	}

	return len(b), nil
}
