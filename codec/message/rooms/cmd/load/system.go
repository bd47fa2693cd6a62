package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"godotvariant/codec/message/rooms/natsd"
)

// brokerVariable is set in the environment of the process that has the NATS servers. Its value says
// how many servers there are, and whether they wait for the disk.
const brokerVariable = "ROOMS_LOAD_BROKER"

// serveBroker runs NATS servers until the end of standard input.
func serveBroker(text string) error {
	var servers int
	var sync bool
	if _, err := fmt.Sscan(text, &servers, &sync); err != nil {
		return err
	}

	folder, err := os.MkdirTemp("", "rooms-load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)

	all, err := startBroker(servers, sync, folder)
	if err != nil {
		return err
	}
	defer all.Shutdown()

	var urls []string
	for _, s := range all {
		urls = append(urls, s.ClientURL())
	}
	fmt.Fprintln(os.Stderr, "url="+strings.Join(urls, ","))
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func startBroker(servers int, sync bool, folder string) (natsd.Cluster, error) {
	if servers > 1 {
		return natsd.StartCluster(servers, folder)
	}

	s, err := natsd.Start(natsd.Options{
		Address: "127.0.0.1:-1", Folder: folder, SyncAlways: sync, // any port
	})
	return natsd.Cluster{s}, err
}

// build builds the program cmd/rooms.
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

// A process is a running program: a server with rooms, or the broker, which runs the NATS servers.
type process struct {
	cmd   *exec.Cmd
	input io.Closer
	said  map[string]string // addresses that the process has printed at its start, by name
	ended chan struct{}

	mu   sync.Mutex
	owns map[string]time.Time // times when the process got its rooms, by room
}

// start starts a program, and waits until it has printed all its addresses. The argument
// lastAddress is the name of the address that the program prints last.
func start(c *exec.Cmd, lastAddress string) (*process, error) {
	p := &process{
		cmd: c, said: map[string]string{}, ended: make(chan struct{}),
		owns: map[string]time.Time{},
	}
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
	for p.said[lastAddress] == "" && lines.Scan() {
		for field := range strings.FieldsSeq(lines.Text()) {
			if name, value, ok := strings.Cut(field, "="); ok {
				p.said[name] = value
			}
		}
	}

	go func() {
		defer close(p.ended)
		for lines.Scan() {
			p.hear(lines.Text())
		}
		_ = c.Wait()
	}()

	if p.said[lastAddress] == "" {
		p.kill()
		return nil, errors.New("the process does not start: " + c.String())
	}

	return p, nil
}

// Lines that the program cmd/rooms logs when it gets a room, and when it loses the room.
var (
	ownsLine = regexp.MustCompile(`INFO owns room=(\S+) `)
	lostLine = regexp.MustCompile(`INFO "?owns no more"? room=(\S+) `)
)

// hear reads a line of the log. If the line says that the process has got or lost a room, hear
// changes p.owns.
func (p *process) hear(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := ownsLine.FindStringSubmatch(line); m != nil {
		p.owns[m[1]] = time.Now()
	}
	if m := lostLine.FindStringSubmatch(line); m != nil {
		delete(p.owns, m[1])
	}
}

// owned returns the rooms that the process owns, each with the time when it got the room.
func (p *process) owned() map[string]time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.owns)
}

// kill kills the process, and returns its processor time.
func (p *process) kill() time.Duration {
	_ = p.cmd.Process.Kill() // an error means that the process has ended already
	<-p.ended
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// end ends the NATS servers by closing their standard input.
func (p *process) end() {
	_ = p.input.Close()
	<-p.ended
}

// metric returns the sum of the values of a metric. If a text such as `direction="out"` is given,
// the sum has only the values whose labels contain this text.
func (p *process) metric(name string, label ...string) (float64, error) {
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
	lines := regexp.MustCompile(`(?m)^`+name+`(\{.*\})? (\S+)$`).FindAllSubmatch(page, -1)
	for _, line := range lines {
		if len(label) > 0 && !strings.Contains(string(line[1]), label[0]) {
			continue
		}
		f, err := strconv.ParseFloat(string(line[2]), 64)
		if err != nil {
			return 0, err
		}
		sum += f
	}

	return sum, nil
}

// A system consists of one process with the NATS servers, and of several processes with rooms.
type system struct {
	program   string
	replicas  int
	broker    *process
	processes []*process
}

// open starts all processes.
func (p plan) open(ctx context.Context, program string, processes int) (*system, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}

	s := &system{program: program, replicas: max(1, p.servers)}
	broker := exec.CommandContext(ctx, self)
	broker.Env = append(os.Environ(), fmt.Sprint(brokerVariable, "=", s.replicas, " ", p.sync))
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

// startProcess starts one process with rooms. The process listens at the addresses under "tcp",
// "ws" and "http" in the argument had. If an address is missing, the process takes a free port.
func (s *system) startProcess(ctx context.Context, had map[string]string) (*process, error) {
	address := func(name string) string { return cmp.Or(had[name], "127.0.0.1:0") }
	return start(exec.CommandContext(ctx, s.program,
		"-nats", s.broker.said["url"], "-replicas", strconv.Itoa(s.replicas),
		"-listen", address("tcp"), "-ws", address("ws"), "-http", address("http")), "http")
}

// ownedAfter waits until a room has an owner that got the room after a given time. It returns the
// time when this owner got the room.
func (s *system) ownedAfter(
	ctx context.Context, room string, after time.Time,
) (since time.Time, err error) {
	for {
		for _, p := range s.processes {
			if at := p.owned()[room]; at.After(after) {
				return at, nil
			}
		}
		if err := pause(ctx, 10*time.Millisecond); err != nil {
			return time.Time{}, err
		}
	}
}

// sum returns the sum of a metric over all processes.
func (s *system) sum(name string, label ...string) (float64, error) {
	sum := 0.0
	for _, p := range s.processes {
		f, err := p.metric(name, label...)
		if err != nil {
			return 0, err
		}
		sum += f
	}
	return sum, nil
}

// addresses returns the addresses at which the processes accept clients. The address of process i
// comes first.
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
