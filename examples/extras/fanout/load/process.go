package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// build builds fanout. It returns the program's path and a function that removes the program.
func build(ctx context.Context) (program string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "fanout")
	if err != nil {
		return "", nil, err
	}

	program = filepath.Join(dir, "fanout.exe")
	c := exec.CommandContext(ctx, "go", "build", "-o", program,
		"godotvariant/examples/extras/fanout")
	c.Stderr = os.Stderr

	if err := c.Run(); err != nil {
		os.RemoveAll(dir)
		return "", nil, err
	}

	return program, func() { os.RemoveAll(dir) }, nil
}

// process is a running fanout.
type process struct {
	cmd   *exec.Cmd
	addrs []string // that it listens on, from its log
	ended chan struct{}
}

// start starts fanout and waits until its log has the given number of addresses. The process ends
// with ctx, or by stop.
func start(ctx context.Context, program string, addrs int, args ...string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, program, args...), ended: make(chan struct{})}
	stderr, err := p.cmd.StderrPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, err
	}

	lines := bufio.NewScanner(stderr)
	for len(p.addrs) < addrs && lines.Scan() {
		if _, addr, ok := strings.Cut(lines.Text(), " at "); ok {
			p.addrs = append(p.addrs, addr)
		} else {
			os.Stderr.WriteString(lines.Text() + "\n")
		}
	}

	go func() {
		defer close(p.ended)
		for lines.Scan() {
			os.Stderr.WriteString(lines.Text() + "\n")
		}
		_ = p.cmd.Wait() // it is killed
	}()

	if len(p.addrs) < addrs {
		p.stop()
		return nil, errors.New("fanout does not start: " + p.cmd.ProcessState.String())
	}

	return p, nil
}

// stop kills the process and returns the processor time that it used.
func (p *process) stop() time.Duration {
	_ = p.cmd.Process.Kill() // fails if the process has already ended
	<-p.ended
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}
