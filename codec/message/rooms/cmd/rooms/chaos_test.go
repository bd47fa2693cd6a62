//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// number returns the number in an environment variable. If the variable has no number, it returns
// defaultValue.
func number(name string, defaultValue uint64) uint64 {
	n, err := strconv.ParseUint(os.Getenv(name), 10, 64)
	if err != nil {
		return defaultValue
	}
	return n
}

// TestChaos makes faults while bots play in many rooms. A seed chooses the faults: at any time at
// most one fault of NATS, and one or two faults of processes. One player has several clients. If
// the test takes a minute or longer, engines play, too. At the end it checks the logs as
// TestAttacks does. By default it takes a few seconds. This command takes longer, with more rooms:
//
//	ROOMS_CHAOS=30m ROOMS_SEED=7 ROOMS_COUNT=100 go test ./cmd/rooms -run TestChaos -v -timeout 60m
//
// In one of five rooms a Step takes longer than a tick. In two of five rooms the players send
// hardly any messages.
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
	b := newChaos(t, int(number("ROOMS_COUNT", 5)))
	if lasts >= time.Minute {
		b.actors = startActors(t, b.rooms[0], b.processes)
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
		for _, name := range b.disturb(random) {
			count[name]++
		}
		b.progress()
	}
	t.Logf("%v", count)

	stop()
	walks.Wait()
	if b.actors != nil {
		b.whistle()
	}
	b.settle()
	twins.tell()
}

// newChaos starts processes with rooms and bots, and NATS servers in separate processes.
func newChaos(t *testing.T, count int) *battle {
	t.Helper()
	members := startMembers(t, 3)
	var addresses []string
	for _, m := range members {
		addresses = append(addresses, m.address)
	}

	var names []string
	for i := range count {
		kind := []string{"busy", "usual", "slow", "quiet", "quiet"}[i%5]
		names = append(names, fmt.Sprint(kind, i))
	}

	b := newBattle(t, 3, addresses, names)
	b.members = members
	for i, room := range names {
		bots := 1
		if strings.HasPrefix(room, "busy") {
			bots = 3
		}
		for k := range bots {
			bot := b.enlist(i+k, fmt.Sprint("bot", k), room)
			if strings.HasPrefix(room, "quiet") {
				bot.pace = quietPace
			}
		}
	}
	return b
}

// disturb makes faults, ends them after some time, and returns the names of the faults.
func (b *battle) disturb(random *rand.Rand) (names []string) {
	var ends []func()
	begin := func(f fault, i int) {
		names = append(names, f.name)
		ends = append(ends, f.begin(b, random, i))
	}
	any := func(faults []fault) fault { return faults[random.IntN(len(faults))] }

	first := random.IntN(len(b.processes))
	if random.IntN(2) == 0 {
		begin(writeFault, first)
	} else {
		begin(any(processFaults), first)
	}
	if random.IntN(2) == 0 {
		begin(any(processFaults), (first+1)%len(b.processes))
	}
	if random.IntN(3) == 0 {
		begin(any(serverFaults), random.IntN(len(b.members)))
	}

	time.Sleep(100*time.Millisecond + time.Duration(random.Int64N(int64(3*time.Second))))
	for i := len(ends) - 1; i >= 0; i-- { // a fault of NATS ends first, because processes need NATS
		ends[i]()
	}
	return names
}

// slow is the game of the tests: the meadow, with rooms in which each Step takes long.
type slow struct{ meadow.Game }

// stepTime is the time of a Step in a room whose name begins with "slow". It is longer than a tick.
const stepTime = 60 * time.Millisecond

// New returns a meadow. The state of a slow room has the key "slow", by which Step finds slow
// rooms.
func (slow) New(room string) variant.Variant {
	state := meadow.Game{}.New(room)
	if strings.HasPrefix(room, "slow") {
		state = must(tree.Set(state, "slow", variant.Bool(true)))
	}
	return state
}

// Step takes a long time in a slow room.
func (slow) Step(state variant.Variant, tick int64) variant.Variant {
	if is, _ := tree.Get[variant.Bool](state, "slow"); bool(is) {
		time.Sleep(stepTime)
	}
	return meadow.Game{}.Step(state, tick)
}

// twins are the clients of one player. The client that has joined last plays.
type twins struct {
	b   *battle
	all []*bot
}

// play starts one client of the player after another. Each client joins, which ends the session of
// the client before it, and then sends messages.
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

// tell logs how many messages the clients have sent, and how many were acknowledged. It checks
// nothing, because the check of the room also finds lost messages of these clients.
func (w *twins) tell() {
	sent, acked := 0, int64(0)
	for _, twin := range w.all {
		sent += twin.sent
		acked += twin.Acked()
	}
	w.b.t.Logf("%d clients with one player: %d messages sent, %d acknowledged",
		len(w.all), sent, acked)
}
