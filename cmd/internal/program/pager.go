package program

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
)

// A pager is a program that shows text on the terminal, a screen at a time.
type pager struct {
	words []string // the command

	cmd        *exec.Cmd // nil until the pager has started
	in         io.WriteCloser
	interrupts chan os.Signal
}

// newPager returns the pager for the value of the variable PAGER. It returns nil if the pager is
// not installed, or is cat.
func newPager(command string) *pager {
	words := strings.Fields(command)
	if len(words) == 0 {
		words = []string{"less"}
	}

	if _, err := exec.LookPath(words[0]); err != nil || words[0] == "cat" {
		return nil
	}

	return &pager{words: words}
}

// start starts the pager and returns the writer to it. It returns nil if the pager was already
// started, or can't be started.
func (p *pager) start(out *os.File, set bool) io.Writer {
	if p == nil || p.cmd != nil {
		return nil
	}

	p.cmd = exec.Command(p.words[0], p.words[1:]...)
	p.cmd.Stdout = out
	p.cmd.Stderr = os.Stderr
	if !set {
		// The options of less: it ends at once if the text fits on one screen (F), shows colors
		// (R), and leaves the text on the screen (X).
		p.cmd.Env = append(os.Environ(), "LESS=FRX")
	}

	in, err := p.cmd.StdinPipe()
	if err != nil || p.cmd.Start() != nil {
		return nil
	}

	p.in = in
	p.interrupts = make(chan os.Signal, 1) // Ctrl-C must end the output, and not the pager
	signal.Notify(p.interrupts, os.Interrupt)

	return in
}

// wait waits until the user leaves the pager.
func (p *pager) wait() {
	if p == nil || p.in == nil {
		return
	}

	_ = p.in.Close()
	_ = p.cmd.Wait() // the pager has printed its errors itself
	signal.Stop(p.interrupts)
}
