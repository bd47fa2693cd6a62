package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// patience is the time for which a test waits for events that must happen.
const patience = time.Minute

// must returns v, and panics at an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// eventually waits until a condition is true.
func eventually(t *testing.T, is func() bool, format string, args ...any) {
	t.Helper()
	require.Eventually(t, is, patience, 10*time.Millisecond, append([]any{format}, args...)...)
}

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(memberVariable) != "":
		if err := serveMember(os.Getenv(memberVariable)); err != nil {
			log.Fatal(err)
		}
	case os.Getenv(gameVariable) != "":
		start(slow{})
	default:
		os.Exit(m.Run())
	}
}

// gameVariable is set in the environment of a child process. The child does not run the tests. It
// runs the program cmd/rooms with the game of type slow.
const gameVariable = "ROOMS_GAME"

// A process runs the program cmd/rooms. It can run the program several times, always at the same
// addresses.
type process struct {
	t       *testing.T
	name    string
	proxy   *proxy
	tcp, ws string // addresses for clients
	cmd     *exec.Cmd
	say     func(line string) // is called for each line of the log
	ready   chan struct{}
	ended   chan struct{}

	mu   sync.Mutex
	last []string // last lines of the log, from all runs
}

// remembered is the number of lines of each process's log that a failed test prints.
const remembered = 100

// newProcess starts the program behind a proxy to the NATS server at an address.
func newProcess(
	t *testing.T, name, nats string, say func(line string),
) *process {
	t.Helper()
	p := &process{
		t: t, name: name, say: say, proxy: startProxy(t, nats),
		tcp: freeAddress(t), ws: freeAddress(t),
	}
	t.Cleanup(p.explain) // runs after all other cleanups
	p.start()
	t.Cleanup(p.kill)
	return p
}

// explain prints the last lines of the process's log if the test has failed.
func (p *process) explain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.t.Failed() {
		p.t.Logf("%s, %s, has said last:\n%s", p.name, p.tcp, strings.Join(p.last, "\n"))
	}
}

// hear stores a line of the log in p.last, and calls p.say with the line.
func (p *process) hear(line string) {
	p.mu.Lock()
	p.last = append(p.last, line)
	p.last = p.last[max(0, len(p.last)-remembered):]
	p.mu.Unlock()

	p.say(line)
}

// freeAddress returns an address at which no program listens, over TCP and UDP. The port is below
// 30000, outside of the range from which Linux gives ports to other programs. So the address is
// still free when a test kills a server and starts it again.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 1000 {
		address := fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))
		l, err := net.Listen("tcp", address)
		if err != nil {
			continue
		}

		u, err := net.ListenPacket("udp", address)
		l.Close()
		if err == nil {
			u.Close()
			return address
		}
	}

	t.Fatal("no free address")
	return ""
}

// start starts the program, and waits until the program accepts clients.
func (p *process) start() {
	p.t.Helper()
	cmd := exec.Command(must(os.Executable()), "-nats", p.proxy.url(), "-replicas", "3",
		"-listen", p.tcp, "-ws", p.ws, "-http", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), gameVariable+"=slow")
	out := must(cmd.StderrPipe())
	require.NoError(p.t, cmd.Start())
	p.cmd = cmd
	p.ready = make(chan struct{})
	p.ended = make(chan struct{})

	go p.read(cmd, out, p.ready, p.ended)

	select {
	case <-p.ready:
	case <-p.ended:
		p.t.Fatalf("%s has ended: %v", p.name, cmd.ProcessState)
	case <-time.After(patience):
		p.t.Fatalf("%s does not start", p.name)
	}
}

// read reads the output of the program.
func (p *process) read(cmd *exec.Cmd, out io.Reader, ready, ended chan struct{}) {
	defer close(ended)
	defer func() { _ = cmd.Wait() }()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := lines.Text()
		p.hear(line)

		if strings.Contains(line, "INFO ready ") {
			close(ready)
		}
		if os.Getenv("ROOMS_LOG") != "" {
			fmt.Println(time.Now().Format("05.000"), p.name, line)
		}
	}
}

func (p *process) signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

// kill kills the process at once. The process may be paused.
func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.ended
}

// TestDeployment: the program accepts the flags in the Dockerfile and in compose.yaml. The
// addresses of NATS servers in these flags belong to services in compose.yaml.
func TestDeployment(t *testing.T) {
	docker := must(os.ReadFile("Dockerfile"))
	entry := regexp.MustCompile(`(?m)^ENTRYPOINT (.*)$`).FindSubmatch(docker)
	require.NotNil(t, entry)
	var args []string
	require.NoError(t, json.Unmarshal(entry[1], &args))

	var compose struct {
		Services map[string]struct {
			Command yaml.Node
			Build   yaml.Node
			Ports   []string
		}
	}
	require.NoError(t, yaml.Unmarshal(must(os.ReadFile("compose.yaml")), &compose))

	processes := 0
	for _, service := range compose.Services {
		if service.Build.IsZero() {
			continue
		}

		processes++
		var command []string
		require.NoError(t, service.Command.Decode(&command))
		s := must(parse(append(args[1:], command...)))
		require.Equal(t, ":7400", s.listen)
		require.Equal(t, 3, s.bus.replicas)

		servers := strings.Split(s.bus.url, ",")
		require.Len(t, servers, 3)
		for _, url := range servers {
			host := strings.TrimSuffix(strings.TrimPrefix(url, "nats://"), ":4222")
			require.Contains(t, compose.Services, host)
		}
	}
	require.Equal(t, 2, processes)
}
