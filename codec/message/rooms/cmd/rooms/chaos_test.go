//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/natsd"
)

// memberVariable is set in a process that is a NATS server of a cluster.
const memberVariable = "ROOMS_MEMBER"

// serveMember runs the server that the text describes: its name, its addresses for clients and
// members, its folder, and the addresses of all members, separated by "|".
func serveMember(text string) error {
	part := strings.Split(text, "|")
	s, err := natsd.StartMember(natsd.Member{
		Name: part[0], Address: part[1], Cluster: part[2], Folder: part[3], Members: part[4:],
	})
	if err != nil {
		return err
	}

	_, err = io.Copy(io.Discard, os.Stdin) // until the parent has ended
	s.Shutdown()
	return err
}

// A member is a NATS server in a process of its own.
type member struct {
	t       *testing.T
	address string
	text    string
	cmd     *exec.Cmd
}

// startMembers starts a cluster, whose servers can be killed one by one.
func startMembers(t *testing.T, n int) (all []*member) {
	t.Helper()
	var members []string
	for range n {
		members = append(members, freeAddress(t))
	}

	folder := t.TempDir()
	for i := range n {
		address := freeAddress(t)
		text := []string{fmt.Sprint("n", i), address, members[i], filepath.Join(folder, strconv.Itoa(i))}
		m := &member{t: t, address: address, text: strings.Join(append(text, members...), "|")}
		m.start()
		t.Cleanup(m.kill)
		all = append(all, m)
	}
	return all
}

func (m *member) start() {
	m.cmd = exec.Command(must(os.Executable()))
	m.cmd.Env = append(os.Environ(), memberVariable+"="+m.text)
	_, err := m.cmd.StdinPipe() // closed when this process ends
	require.NoError(m.t, err)
	require.NoError(m.t, m.cmd.Start())
}

func (m *member) signal(s syscall.Signal) { _ = m.cmd.Process.Signal(s) }

func (m *member) kill() {
	m.signal(syscall.SIGKILL)
	_ = m.cmd.Wait() // the error of a killed process
}

// A fault is what happens to a process or a NATS server. It returns what ends it.
type fault struct {
	name  string
	begin func(p *process, m *member) (end func())
}

// faults of processes, and of NATS servers.
var (
	processFaults = []fault{
		{"kill", func(p *process, _ *member) func() {
			p.kill()
			return p.start
		}},
		{"pause", func(p *process, _ *member) func() {
			p.signal(syscall.SIGSTOP)
			return func() { p.signal(syscall.SIGCONT) }
		}},
		{"drain", func(p *process, _ *member) func() {
			p.signal(syscall.SIGTERM)
			return func() {
				<-p.ended
				p.start()
			}
		}},
		{"cut", func(p *process, _ *member) func() {
			p.proxy.cut()
			return p.proxy.heal
		}},
		{"cut and loss", func(p *process, _ *member) func() {
			p.proxy.cut()
			return func() {
				p.proxy.drop()
				p.proxy.heal()
			}
		}},
		{"cut to NATS", func(p *process, _ *member) func() {
			p.proxy.cutWay(toNATS)
			return p.proxy.heal
		}},
		{"cut from NATS", func(p *process, _ *member) func() {
			p.proxy.cutWay(fromNATS)
			return p.proxy.heal
		}},
	}
	serverFaults = []fault{
		{"kill of NATS", func(_ *process, m *member) func() {
			m.kill()
			return m.start
		}},
		{"pause of NATS", func(_ *process, m *member) func() {
			m.signal(syscall.SIGSTOP)
			return func() { m.signal(syscall.SIGCONT) }
		}},
	}
)

// number returns the value of an environment variable, or another number.
func number(name string, other uint64) uint64 {
	n, err := strconv.ParseUint(os.Getenv(name), 10, 64)
	if err != nil {
		return other
	}
	return n
}

// TestChaos makes faults by a seed, one of a NATS server and one or two of processes at a time,
// while bots play in many rooms, some of them with two clients. Then it checks the logs as
// TestAttacks does. It does so for a few seconds, or longer with more rooms:
//
//	ROOMS_CHAOS=30m ROOMS_SEED=7 ROOMS_COUNT=100 go test ./cmd/rooms -run TestChaos -v -timeout 60m
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills many processes")
	}

	lasts, err := time.ParseDuration(os.Getenv("ROOMS_CHAOS"))
	if err != nil {
		lasts = 5 * time.Second
	}

	seed := number("ROOMS_SEED", 1)
	t.Logf("ROOMS_SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	members := startMembers(t, 3)
	var addresses []string
	for _, m := range members {
		addresses = append(addresses, m.address)
	}

	var names []string
	for i := range number("ROOMS_COUNT", 5) {
		names = append(names, fmt.Sprint("room", i))
	}
	b := newBattle(t, 3, addresses, names)
	for i, room := range names {
		bots := 1
		if i < 3 {
			bots = 3
		}
		for k := range bots {
			b.enlist(i+k, fmt.Sprint("bot", k), room)
		}
	}

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var walks sync.WaitGroup
	for _, bot := range b.bots {
		walks.Go(func() { bot.wander(ctx) })
	}
	twins := &twins{b: b}
	walks.Go(func() { twins.play(ctx) })
	b.progress()

	count := map[string]int{}
	for began := time.Now(); time.Since(began) < lasts; {
		for _, name := range b.disturb(random, members) {
			count[name]++
		}
		b.progress()
	}
	t.Logf("%v", count)

	stop()
	walks.Wait()
	b.settle()
	twins.tell()
}

// disturb makes faults, waits, and ends them. It returns their names.
func (b *battle) disturb(random *rand.Rand, members []*member) (names []string) {
	var ends []func()
	first := random.IntN(len(b.processes))
	for i := range 1 + random.IntN(2) {
		f := processFaults[random.IntN(len(processFaults))]
		names = append(names, f.name)
		ends = append(ends, f.begin(b.processes[(first+i)%len(b.processes)], nil))
	}
	if random.IntN(3) == 0 {
		f := serverFaults[random.IntN(len(serverFaults))]
		names = append(names, f.name)
		ends = append(ends, f.begin(nil, members[random.IntN(len(members))]))
	}

	time.Sleep(100*time.Millisecond + time.Duration(random.Int64N(int64(3*time.Second))))
	for i := len(ends) - 1; i >= 0; i-- { // NATS first, because processes need it
		ends[i]()
	}
	return names
}

// twins are clients with one player, of which the last one plays.
type twins struct {
	b   *battle
	all []*bot
}

// play lets one client after the other join and speak.
func (w *twins) play(ctx context.Context) {
	room := w.b.rooms[0]
	for i := 0; ctx.Err() == nil; i++ {
		twin := startBot(w.b.t, i, "twin", fmt.Sprint("twin ", i), room, w.b.plays[room],
			w.b.processes)
		w.all = append(w.all, twin)
		for range 10 {
			twin.walk(0, 0)
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
}

// tell prints what became of the messages. The check of the room has them, too.
func (w *twins) tell() {
	sent, acked := 0, int64(0)
	for _, twin := range w.all {
		sent += twin.sent
		acked += twin.Acked()
	}
	w.b.t.Logf("%d clients with one player: %d messages sent, %d acknowledged", len(w.all), sent, acked)
}
