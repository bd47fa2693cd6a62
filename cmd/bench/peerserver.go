package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
)

// A move is the message that a client sends 20 times a second.
type move struct {
	ID  int          `godot:"id"`
	Pos math.Vector3 `godot:"pos"`
	Vel math.Vector3 `godot:"vel"`
	Yaw float64      `godot:"yaw"`
	HP  int          `godot:"hp"`
}

// A state is the server's answer to a move.
type state struct {
	ID   int          `godot:"id"`
	Tick int          `godot:"tick"`
	Pos  math.Vector3 `godot:"pos"`
}

// A mover is a client of the server in Go.
type mover struct {
	*message.Peer
	last move
}

// newGame returns the Mux of a game. The game keeps the last move of each client, and answers each
// move.
func newGame() *message.Mux[*mover] {
	mux := message.New[*mover](message.Options{})
	message.Declare[state](mux, "state")
	start := time.Now()
	message.Handle(mux, "move", func(p *mover, m *move) error {
		p.last = *m
		tick := int(time.Since(start) / (time.Second / 60))
		return p.Send(state{ID: m.ID, Tick: tick, Pos: m.Pos})
	})
	return mux
}

// serveVariable is set in the environment of a process that is the server in Go.
const serveVariable = "BENCH_SERVE"

// serveGame runs the server in Go. It prints the port of the server, and ends the server at the end
// of the input.
func serveGame(in io.Reader, out io.Writer) {
	l, err := transport.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintln(out, l.Addr().(*net.TCPAddr).Port)

	go func() {
		_, _ = io.Copy(io.Discard, in) // until the parent process has closed the pipe, or has ended
		l.Close()
	}()

	server := &message.Server[*mover]{
		Mux:   newGame(),
		Lock:  new(sync.Mutex),
		Enter: func(p *message.Peer) (*mover, error) { return &mover{Peer: p}, nil },
	}
	_ = server.Serve(l) // the error is net.ErrClosed
}

// A gameServer is a process that answers moves.
type gameServer struct {
	name    string // name of its curve
	version string
	pid     int
	port    int
	codec   *codec.Codec
	close   func()
}

// startOwn starts the server in Go: this program, with a variable in its environment.
func startOwn() (*gameServer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}

	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), serveVariable+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}

	s := &gameServer{
		name: "godotvariant", pid: cmd.Process.Pid, codec: codec.MustNew(codec.Options{}),
	}
	s.close = func() {
		in.Close()
		_ = cmd.Wait() // no error is needed: if the server ends early, its clients fail
	}

	line, err := bufio.NewReader(out).ReadString('\n')
	if err == nil {
		s.port, err = strconv.Atoi(strings.TrimSpace(line))
	}
	if err != nil {
		s.close()
		return nil, fmt.Errorf("the server in Go has no port: %w", err)
	}
	return s, nil
}

// startServer starts the server in an engine.
func (k kind) startServer() (*gameServer, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}

	g, err := k.start(k.peers, filepath.Join(dir, "server"))
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("%s: %w", k.name, err)
	}

	s := &gameServer{name: k.name, version: g.version, pid: g.process.Pid, codec: g.codec}
	s.close = func() {
		g.close()
		os.RemoveAll(dir)
	}
	s.port, err = g.listen()
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// listen makes the script listen at a port.
func (g *godot) listen() (int, error) {
	for range 10 { // another program may take the port
		port, err := freePort()
		if err != nil {
			return 0, err
		}

		answer, err := g.exchange(variant.Int(port))
		if err != nil || answer == variant.Bool(true) {
			return port, err
		}
	}
	return 0, fmt.Errorf("%s can't listen", g.name)
}

// freePort returns a port at which no program listens.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// processTime returns the processor time of all threads of a process, in user mode and in the
// kernel.
func processTime(pid int) (time.Duration, error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return 0, err
	}
	if len(threads) == 0 {
		return 0, fmt.Errorf("/proc does not tell the time of process %d: -peers needs Linux", pid)
	}

	var all time.Duration
	for _, thread := range threads {
		stat, err := os.ReadFile(thread)
		if err != nil {
			return 0, err
		}

		ran, _, _ := strings.Cut(string(stat), " ")
		ns, err := strconv.ParseInt(ran, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", thread, err)
		}
		all += time.Duration(ns)
	}
	return all, nil
}

// servers returns functions that start the servers of this machine.
func servers(progress io.Writer) (all []func() (*gameServer, error)) {
	all = append(all, startOwn)
	for _, k := range present(progress) {
		all = append(all, k.startServer)
	}
	return all
}
