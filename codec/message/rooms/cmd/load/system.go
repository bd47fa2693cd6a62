package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"godotvariant/codec/message/rooms/natsd"
)

// brokerVariable is set in the process that is the NATS server.
const brokerVariable = "ROOMS_LOAD_BROKER"

// serveBroker runs the NATS server until the end of standard input.
func serveBroker(address string) error {
	folder, err := os.MkdirTemp("", "rooms-load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)

	s, err := natsd.Start(natsd.Options{Address: address, Folder: folder})
	if err != nil {
		return err
	}

	fmt.Fprintln(os.Stderr, "url="+s.ClientURL())
	_, err = io.Copy(io.Discard, os.Stdin)
	s.Shutdown()
	s.WaitForShutdown()
	return err
}

// build builds the program rooms.
func build(ctx context.Context) (program string, remove func(), err error) {
	folder, err := os.MkdirTemp("", "rooms-load")
	if err != nil {
		return "", nil, err
	}

	program = filepath.Join(folder, "rooms.exe")
	c := exec.CommandContext(ctx, "go", "build", "-o", program,
		"godotvariant/codec/message/rooms/cmd/rooms")
	c.Stderr = os.Stderr

	if err := c.Run(); err != nil {
		os.RemoveAll(folder)
		return "", nil, err
	}

	return program, func() { os.RemoveAll(folder) }, nil
}

// A process is a running program.
type process struct {
	cmd   *exec.Cmd
	input io.Closer
	said  map[string]string // addresses that the process has printed at its start, by name
	ended chan struct{}
}

// start starts a program, and waits until it has printed the address with the name last.
func start(c *exec.Cmd, last string) (*process, error) {
	p := &process{cmd: c, said: map[string]string{}, ended: make(chan struct{})}
	input, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}

	p.input = input
	out, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return nil, err
	}

	lines := bufio.NewScanner(out)
	for p.said[last] == "" && lines.Scan() {
		for field := range strings.FieldsSeq(lines.Text()) {
			if name, value, ok := strings.Cut(field, "="); ok {
				p.said[name] = value
			}
		}
	}

	go func() {
		defer close(p.ended)
		_, _ = io.Copy(io.Discard, out)
		_ = c.Wait()
	}()

	if p.said[last] == "" {
		p.kill()
		return nil, errors.New("the process does not start: " + c.String())
	}

	return p, nil
}

// kill kills the process, and returns its processor time.
func (p *process) kill() time.Duration {
	_ = p.cmd.Process.Kill() // fails if it has ended
	<-p.ended
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// end ends a broker by closing its standard input.
func (p *process) end() {
	_ = p.input.Close()
	<-p.ended
}

// metric returns the value of a metric, summed over all labels.
func (p *process) metric(name string) (float64, error) {
	response, err := http.Get("http://" + p.said["http"] + "/metrics")
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()

	page, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err
	}

	sum := 0.0
	lines := regexp.MustCompile(`(?m)^`+name+`(?:\{.*\})? (\S+)$`).FindAllSubmatch(page, -1)
	for _, line := range lines {
		f, err := strconv.ParseFloat(string(line[1]), 64)
		if err != nil {
			return 0, err
		}
		sum += f
	}

	return sum, nil
}

// A system is a NATS server and processes with rooms.
type system struct {
	program   string
	broker    *process
	processes []*process
}

// open starts all processes.
func open(ctx context.Context, program string, processes int) (*system, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}

	s := &system{program: program}
	broker := exec.CommandContext(ctx, self)
	broker.Env = append(os.Environ(), brokerVariable+"=127.0.0.1:-1") // any port
	s.broker, err = start(broker, "url")
	if err != nil {
		return nil, err
	}

	for range processes {
		p, err := s.startProcess(ctx, nil)
		if err != nil {
			s.close()
			return nil, err
		}
		s.processes = append(s.processes, p)
	}

	return s, nil
}

// startProcess starts one process with rooms. It listens at the addresses in had, or at any if had
// is nil.
func (s *system) startProcess(ctx context.Context, had map[string]string) (*process, error) {
	address := func(name string) string { return cmp.Or(had[name], "127.0.0.1:0") }
	return start(exec.CommandContext(ctx, s.program, "-nats", s.broker.said["url"],
		"-listen", address("tcp"), "-ws", address("ws"), "-http", address("http")), "http")
}

// sum returns the sum of a metric over all processes.
func (s *system) sum(name string) (float64, error) {
	sum := 0.0
	for _, p := range s.processes {
		f, err := p.metric(name)
		if err != nil {
			return 0, err
		}
		sum += f
	}
	return sum, nil
}

// addresses returns the addresses of all processes for clients, beginning with process i.
func (s *system) addresses(i int) []string {
	n := len(s.processes)
	all := make([]string, n)
	for k := range n {
		all[k] = "tcp://" + s.processes[(i+k)%n].said["tcp"]
	}
	return all
}

// close ends all processes, and returns the processor time of the broker.
func (s *system) close() time.Duration {
	for _, p := range s.processes {
		p.kill()
	}

	s.broker.end()
	return s.broker.cmd.ProcessState.UserTime() + s.broker.cmd.ProcessState.SystemTime()
}
