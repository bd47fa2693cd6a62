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
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// patience is how long a test waits for what must come.
const patience = time.Minute

// must returns v, and panics at an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// eventually waits until something is so.
func eventually(t *testing.T, is func() bool, format string, args ...any) {
	t.Helper()
	require.Eventually(t, is, patience, 10*time.Millisecond, append([]any{format}, args...)...)
}

// build builds the program once.
var build = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "rooms")
	if err != nil {
		return "", err
	}

	file := filepath.Join(folder, "rooms")
	out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}

	return file, nil
})

func TestMain(m *testing.M) {
	if text := os.Getenv(memberVariable); text != "" {
		if err := serveMember(text); err != nil {
			log.Fatal(err)
		}
		return
	}

	code := m.Run()
	if file, err := build(); err == nil {
		os.RemoveAll(filepath.Dir(file))
	}
	os.Exit(code)
}

// A process is one that runs the program, again and again at the same addresses.
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
	last []string // the last lines of the log, of all runs
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
	t.Cleanup(p.explain) // at the very end
	p.start()
	t.Cleanup(p.kill)
	return p
}

// explain prints what the process has said last, if the test has failed.
func (p *process) explain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.t.Failed() {
		p.t.Logf("%s, %s, has said last:\n%s", p.name, p.tcp, strings.Join(p.last, "\n"))
	}
}

// hear takes a line of the log.
func (p *process) hear(line string) {
	p.mu.Lock()
	p.last = append(p.last, line)
	p.last = p.last[max(0, len(p.last)-remembered):]
	p.mu.Unlock()

	p.say(line)
}

// freeAddress returns an address that nobody listens at, over TCP and UDP. Its port is none that
// systems choose by themselves, so it is free again when the program has been killed.
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

// start starts the program, and waits until it takes clients.
func (p *process) start() {
	p.t.Helper()
	cmd := exec.Command(must(build()), "-nats", p.proxy.url(), "-replicas", "3",
		"-listen", p.tcp, "-ws", p.ws, "-http", "127.0.0.1:0")
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

// read reads what the program says.
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

// kill ends the process, which may be paused, without a word.
func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.ended
}

// A proxy stands between a process and NATS, and lets nothing pass while it is cut.
type proxy struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	open  [2]chan struct{} // closed while all passes, by way
	conns []net.Conn
}

// The ways through a proxy.
const (
	toNATS = iota
	fromNATS
)

func startProxy(t *testing.T, target string) *proxy {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	p := &proxy{listener: l, target: target}
	for way := range p.open {
		p.open[way] = make(chan struct{})
		close(p.open[way])
	}
	go p.accept()

	t.Cleanup(func() {
		l.Close()
		p.drop()
	})

	return p
}

func (p *proxy) url() string { return "nats://" + p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		near, err := p.listener.Accept()
		if err != nil {
			return
		}

		far, err := net.Dial("tcp", p.target)
		if err != nil {
			near.Close()
			continue
		}

		p.locked(func() { p.conns = append(p.conns, near, far) })
		go p.carry(near, far, toNATS)
		go p.carry(far, near, fromNATS)
	}
}

// carry carries bytes one way. What it holds during a cut it delivers late.
func (p *proxy) carry(from, to net.Conn, way int) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 64<<10)

	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}

		<-p.gate(way)
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (p *proxy) locked(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
}

func (p *proxy) gate(way int) (open chan struct{}) {
	p.locked(func() { open = p.open[way] })
	return open
}

// cut lets nothing pass any more. Nobody is told.
func (p *proxy) cut() {
	p.cutWay(toNATS)
	p.cutWay(fromNATS)
}

// cutWay lets nothing pass one way.
func (p *proxy) cutWay(way int) { p.locked(func() { p.open[way] = make(chan struct{}) }) }

// heal delivers what was held, late, and lets all pass again.
func (p *proxy) heal() {
	p.locked(func() {
		for _, open := range p.open {
			select {
			case <-open: // all has passed this way
			default:
				close(open)
			}
		}
	})
}

// drop loses what was held, and all connections.
func (p *proxy) drop() {
	p.locked(func() {
		for _, c := range p.conns {
			c.Close()
		}
		p.conns = nil
	})
}

// TestDeployment: the program has the flags that the Dockerfile and compose.yaml give it, and the
// processes look for the NATS servers that there are.
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
