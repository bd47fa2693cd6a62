//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"godotvariant/codec/message/rooms/internal/history"
	"godotvariant/codec/message/rooms/natsd"
)

// away is the time for which a process is paused or cut off. It is much longer than the lease of
// the process.
const away = 2 * time.Second

// attacks are the attacks on processes. The function begin starts an attack, and returns the
// function that ends it.
var attacks = []struct {
	name     string
	duration time.Duration // duration of the attack
	begin    func(p *process, i int) (end func())
}{
	{"kill", 0, func(p *process, _ int) func() {
		p.kill()
		return p.start
	}},
	{"pause", away, func(p *process, _ int) func() {
		p.signal(syscall.SIGSTOP)
		return func() { p.signal(syscall.SIGCONT) }
	}},
	{"drain", 0, func(p *process, _ int) func() {
		p.signal(syscall.SIGTERM)
		return func() {
			<-p.ended
			p.start()
		}
	}},
	{"cut", away, func(p *process, i int) func() {
		p.proxy.cut()
		return func() {
			if i%2 == 0 {
				p.proxy.drop() // otherwise the data that the proxy holds would arrive late
			}
			p.proxy.heal()
		}
	}},
}

// A battle has processes that are attacked while bots play.
type battle struct {
	t         *testing.T
	audit     *audit
	processes []*process
	members   []*member // NATS servers, if they run in separate processes
	rooms     []string
	plays     map[string]*history.Play // plays by room
	bots      []*bot
	actors    []*actor

	mu     sync.Mutex
	owners map[string]holding // last owner of each room, from the logs of the processes
	claims map[claim]string   // name of the process that has logged each claim
	fenced int                // how often a process has logged that it lost a room to a new owner
}

type holding struct {
	process string
	epoch   int64
}

// A claim is a room and one of its epochs. Only one process may own the room in this epoch.
type claim struct {
	room  string
	epoch int64
}

var (
	ownsLine = regexp.MustCompile(`INFO owns room=(\S+) epoch=(\d+)`)
	lateLine = regexp.MustCompile(`INFO owns no more .*new owner`)
)

// startServers starts a cluster in this process, and returns the addresses of its servers.
func startServers(t *testing.T) (addresses []string) {
	t.Helper()
	servers := must(natsd.StartCluster(3, t.TempDir()))
	t.Cleanup(servers.Shutdown)
	for _, s := range servers {
		addresses = append(addresses, s.Addr().String())
	}
	return addresses
}

// newBattle starts processes that use the NATS servers at the addresses in the argument servers.
func newBattle(t *testing.T, processes int, servers, rooms []string) *battle {
	t.Helper()
	b := &battle{
		t: t, audit: startAudit(t, servers), rooms: rooms, plays: map[string]*history.Play{},
		owners: map[string]holding{}, claims: map[claim]string{},
	}
	for _, room := range rooms {
		b.plays[room] = history.NewPlay()
	}

	for i := range processes {
		name := fmt.Sprint("p", i)
		b.processes = append(b.processes, newProcess(t, name, servers[i%3], func(line string) {
			b.hear(name, line)
		}))
	}
	b.audit.follow(t)

	return b
}

// hear reads a line of a process's log. If the line says that the process owns a room, or has lost
// one to a new owner, hear stores this.
func (b *battle) hear(process, line string) {
	b.mu.Lock()
	defer b.mu.Unlock()

	if lateLine.MatchString(line) {
		b.fenced++
	}

	if m := ownsLine.FindStringSubmatch(line); m != nil {
		epoch, _ := strconv.ParseInt(m[2], 10, 64)
		is := claim{m[1], epoch}
		if other, used := b.claims[is]; used {
			b.t.Errorf("%s and %s say that they own %s in epoch %d", other, process, m[1], epoch)
		}
		b.claims[is] = process
		if epoch > b.owners[m[1]].epoch {
			b.owners[m[1]] = holding{process, epoch}
		}
	}
}

// enlist starts a bot that plays in a room.
func (b *battle) enlist(i int, name, room string) *bot {
	b.t.Helper()
	bot := startBot(b.t, i, name, fmt.Sprint(name, " in ", room), room, b.plays[room], b.processes)
	b.bots = append(b.bots, bot)
	return bot
}

// owner finds the process that has written the last record of a room. It waits until this process
// has logged that it owns the room. It returns the process and the epoch of the record.
func (b *battle) owner(room string) (p *process, epoch int64) {
	b.t.Helper()
	eventually(b.t, func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		h := b.owners[room]
		epoch = b.audit.epoch(room)
		i := slices.IndexFunc(b.processes, func(p *process) bool { return p.name == h.process })
		if epoch == 0 || h.epoch != epoch || i < 0 {
			return false
		}
		p = b.processes[i]
		return true
	}, "nobody owns %s", room)

	return p, epoch
}

// progress waits until new messages of each bot are accepted. It does not wait for bots that send
// hardly any messages.
func (b *battle) progress() {
	b.t.Helper()
	for _, bot := range b.bots {
		if bot.pace > usualPace {
			continue
		}
		before := bot.Acked()
		accepted := func() bool { return bot.Acked() > before+1 }
		eventually(b.t, accepted, "no message of %s is accepted any more", bot.name)
	}
}

// attack attacks the owner of a room, and returns the time until the room had a new owner.
func (b *battle) attack(kind, i int) time.Duration {
	b.t.Helper()
	room := b.rooms[i%len(b.rooms)]
	victim, epoch := b.owner(room)

	began := time.Now()
	end := attacks[kind].begin(victim, i)
	took := b.audit.waitForEpoch(b.t, room, epoch).Sub(began)

	time.Sleep(time.Until(began.Add(attacks[kind].duration)))
	end()
	b.progress()

	return took
}

// TestAttacks attacks the owners of rooms while bots play. ROOMS_ATTACKS is the number of attacks
// of each kind:
//
//	ROOMS_ATTACKS=30 go test ./cmd/rooms -run TestAttacks -v -timeout 60m
//
// With ROOMS_LOG=1 it prints the logs of the processes.
func TestAttacks(t *testing.T) {
	times, err := strconv.Atoi(os.Getenv("ROOMS_ATTACKS"))
	if err != nil {
		times = 2
	}

	b := newBattle(t, 3, startServers(t), []string{"north", "south"})
	for i := range 6 {
		b.enlist(i, fmt.Sprint("bot", i), b.rooms[i/3])
	}

	b.actors = startActors(t, b.rooms[0], b.processes)

	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var walks sync.WaitGroup
	for _, bot := range b.bots {
		walks.Go(func() { bot.wander(ctx) })
	}
	b.progress()

	for kind, a := range attacks {
		var took []time.Duration
		for i := range times {
			took = append(took, b.attack(kind, i))
		}
		slices.Sort(took)
		t.Logf("%d × %s: a room had its new owner after %v (p50), %v (worst)", times, a.name,
			quantile(took, 0.5), quantile(took, 1))
	}

	stop()
	walks.Wait()
	b.whistle()
	b.settle()
}

// whistle ends the game of the actors. After the first message of the player "referee" the actors
// stand still, and after the second message they end. The referee sends the second message when all
// actors stand still.
func (b *battle) whistle() {
	b.t.Helper()
	referee := b.enlist(0, "referee", b.rooms[0])
	referee.walk(0, 0)

	eventually(b.t, func() bool {
		state, _ := referee.State()
		walks := func(a *actor) bool { return !a.standsStill(state) }
		return state != nil && !slices.ContainsFunc(b.actors, walks)
	}, "a player in an engine does not stand still")
	referee.walk(0, 0)
}

// settle waits until all messages are accepted. Then it checks the logs against the observations of
// the clients.
func (b *battle) settle() {
	b.t.Helper()
	for _, bot := range b.bots {
		done := func() bool { return bot.Waiting() == 0 }
		eventually(b.t, done, "messages of %s are lost", bot.name)
	}

	var waits []time.Duration
	owners := 0
	for _, room := range b.rooms {
		outcome := b.audit.check(b.t, room, b.plays[room])
		waits = append(waits, b.plays[room].Waits()...)
		owners += outcome.Owners
		for _, bot := range b.bots {
			if bot.Room == room {
				bot.requireSame(b.t, outcome.State)
			}
		}
		for _, a := range b.actors {
			if a.room == room {
				a.requireDone(b.t, outcome.Messages[a.name], outcome.State)
			}
		}
	}

	slices.Sort(waits)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.t.Logf("%d messages accepted, 0 lost, 0 twice; until then p50 %v, p99 %v, worst %v; "+
		"%d owners, %d times one came too late, %d times NATS had a new leader",
		len(waits), quantile(waits, 0.5), quantile(waits, 0.99), quantile(waits, 1),
		owners, b.fenced, b.audit.elections())
}

// quantile returns a quantile of sorted durations, rounded to milliseconds.
func quantile(sorted []time.Duration, part float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	i := min(int(float64(len(sorted))*part), len(sorted)-1)
	return sorted[i].Round(time.Millisecond)
}
