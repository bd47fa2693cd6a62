//go:build unix

package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTakeover kills one of three processes that have many rooms with a player each, and prints how
// long the rooms had no owner, and how long the players then waited for an acknowledgement. All
// rooms get an owner, and no message is lost. With more rooms:
//
//	ROOMS_COUNT=1200 go test ./cmd/rooms -run TestTakeover -v
func TestTakeover(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}

	var names []string
	for i := range number("ROOMS_COUNT", 60) {
		names = append(names, fmt.Sprint("room", i))
	}
	b := newBattle(t, 3, startServers(t), names)
	for i, room := range names {
		b.enlist(3*i, "bot", room) // over TCP
	}
	b.accepted(t)

	victim, _ := b.owner(names[0])
	epochs, lost := map[string]int64{}, []*bot{}
	for i, room := range names {
		if p, epoch := b.owner(room); p == victim {
			epochs[room] = epoch
			lost = append(lost, b.bots[i])
		}
	}
	require.NotEmpty(t, lost)

	began := time.Now()
	victim.kill()
	for _, bot := range b.bots {
		bot.walk(1, 0)
	}

	var owned, waited []time.Duration
	eventually(t, func() bool {
		for room, epoch := range epochs {
			if b.audit.epoch(room) > epoch {
				owned = append(owned, time.Since(began))
				delete(epochs, room)
			}
		}
		return len(epochs) == 0
	}, "rooms have no owner")
	b.accepted(t)
	for _, bot := range lost {
		waited = append(waited, slices.Max(bot.play.Waits()))
	}

	slices.Sort(waited)
	t.Logf("%d of %d rooms: a new owner after %v (p50), %v (p99), %v (worst); an acknowledgement "+
		"after %v (p50), %v (p99), %v (worst)", len(owned), len(names),
		quantile(owned, 0.5), quantile(owned, 0.99), quantile(owned, 1),
		quantile(waited, 0.5), quantile(waited, 0.99), quantile(waited, 1))
	victim.start()
	b.settle()
}

// accepted lets each bot send a message, and waits until all are accepted.
func (b *battle) accepted(t *testing.T) {
	t.Helper()
	for _, bot := range b.bots {
		bot.walk(0, 0)
	}
	for _, bot := range b.bots {
		eventually(t, func() bool { return bot.Waiting() == 0 }, "messages of %s wait", bot.name)
	}
}
