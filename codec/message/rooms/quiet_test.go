package rooms

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats-server/v2/server/ats"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A night simulates several processes of a game in one process: hosts, their NATS server, gateways
// and players. All of them use the fake clock of testing/synctest, so hours take seconds. This
// includes the leases, marks and timeouts of hosts, clients and NATS.
type night struct {
	t      *testing.T
	nats   *server.Server
	config func(*Config)

	mu    sync.Mutex
	hosts map[string]*Host            // the hosts by address
	conns map[string][]transport.Conn // the connections of clients, by the address of the host
}

// atNight makes a night and runs a test with it.
func atNight(t *testing.T, config func(*Config), test func(t *testing.T, n *night)) {
	t.Helper()
	// Register starts a goroutine that NATS would otherwise start in the test with the fake clock.
	// There the goroutine would halt the clock, because it waits for a channel from outside.
	ats.Register()
	defer ats.Unregister()
	synctest.Test(t, func(t *testing.T) {
		test(t, &night{
			t: t, nats: startNATS(t), config: config,
			hosts: map[string]*Host{}, conns: map[string][]transport.Conn{},
		})
	})
}

// open opens a host that accepts clients at an address. The host has no listener: a goroutine that
// waits for the network would halt the clock.
func (n *night) open(address string) {
	n.t.Helper()
	c := Config{Game: book{}, Log: quiet, Streams: 2}
	if n.config != nil {
		n.config(&c)
	}
	host := must(Open(n.t.Context(), connect(n.t, n.nats), c))
	n.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = host.Drain(ctx) // the host may be dead
	})

	n.mu.Lock()
	defer n.mu.Unlock()
	n.hosts[address] = host
}

// kill ends a host at once. The host tells no other host and no client that it ends.
func (n *night) kill(address string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	host := n.hosts[address]
	host.conn.Close()
	host.end()
	for _, c := range n.conns[address] {
		_ = c.Close(nil) // the client may be closed
	}

	delete(n.hosts, address)
	delete(n.conns, address)
}

// dial connects a client to the host at an address.
func (n *night) dial(_ context.Context, address string) (transport.Conn, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	host := n.hosts[address]
	if host == nil {
		return nil, errors.New("nobody listens")
	}

	near, far := transport.Pipe()
	go host.Server().ServeConn(near)
	n.conns[address] = append(n.conns[address], near)
	return far, nil
}

// play starts a client that plays. The client has the addresses of two hosts, "first" and "second".
func (n *night) play(token, room string) *player {
	n.t.Helper()
	p := newPlayer(token, room, "first", "second")
	p.connect = n.dial
	p.start(n.t)
	return p
}

// owner waits until a host owns a room. It returns the address of the host, and the mark that the
// host would store.
func (n *night) owner(room string) (address string, m mark) {
	n.t.Helper()
	eventually(n.t, func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		for at, host := range n.hosts {
			for _, s := range host.services() {
				if s.name == room {
					address, m = at, *s.present.Load()
					return true
				}
			}
		}
		return false
	})
	return address, m
}

// written returns how many messages were written so far: to the logs of rooms, to the list of
// rooms, as marks, and as leases.
func (n *night) written() (logs, list, marks, leases uint64) {
	n.t.Helper()
	js := must(jetstream.New(connect(n.t, n.nats)))
	for info := range js.ListStreams(n.t.Context()).Info() {
		switch name := info.Config.Name; {
		case strings.Contains(name, "-log-"):
			logs += info.State.LastSeq
		case strings.HasSuffix(name, "-rooms"):
			list += info.State.LastSeq
		case strings.HasSuffix(name, "-marks"):
			marks += info.State.LastSeq
		case strings.HasSuffix(name, "-hosts"):
			leases += info.State.LastSeq
		}
	}
	return logs, list, marks, leases
}

// passes lets quiet hours pass. It requires that few messages are written meanwhile, that the room
// keeps its owner, and that its ticks continue.
func (n *night) passes(room string, quiet time.Duration) {
	n.t.Helper()
	time.Sleep(2 * time.Minute) // snapshots replace earlier messages, and empty rooms close
	at, before := n.owner(room)
	logs, list, marks, leases := n.written()

	time.Sleep(quiet)
	still, after := n.owner(room)
	require.Equal(n.t, at, still)
	require.Equal(n.t, before.epoch, after.epoch)
	require.InDelta(n.t, int64(quiet/(50*time.Millisecond)), after.tick-before.tick, 2)

	logs2, list2, marks2, leases2 := n.written()
	require.Equal(n.t, logs, logs2, "records")
	require.Equal(n.t, list, list2)
	require.LessOrEqual(n.t, marks2-marks, uint64(quiet/markEvery)+1, "of the only owner")
	require.LessOrEqual(n.t, leases2-leases, 2*uint64(quiet/(900*time.Millisecond/4))+2)
	for _, host := range n.hosts {
		require.NoError(n.t, host.Ready())
		require.Zero(n.t, host.registry.lapses())
		require.Len(n.t, host.registry.members().all, 2)
	}
}

// TestQuietHours: after quiet hours a room still has its players and their sessions, and its tick
// has continued. Meanwhile only marks and leases were written, and no lease has ended. A new owner
// continues at a tick that is at most a second older. Players who were away come back.
func TestQuietHours(t *testing.T) {
	atNight(t, nil, func(t *testing.T, n *night) {
		n.open("first")
		n.open("second")
		ada, bob := n.play("ada", "one"), n.play("bob", "one")
		ada.says(t, "a0")
		bob.says(t, "b0")
		fay := n.play("fay", "two")
		fay.says(t, "x0")

		for i := range 2 {
			fay.stop()
			joined, session := ada.Joined(), ada.backlog.session
			n.passes("one", time.Hour)
			require.Equal(t, joined, ada.Joined(), "the connection stays")
			require.Equal(t, session, ada.backlog.session)

			at, before := n.owner("one")
			killed := time.Now()
			n.kill(at)
			_, after := n.owner("one")
			require.Equal(t, before.epoch+1, after.epoch)
			require.GreaterOrEqual(t, after.tick, before.tick-20)
			passed := int64(time.Since(killed) / (50 * time.Millisecond))
			require.LessOrEqual(t, after.tick, before.tick+passed)
			n.open(at)

			ada.says(t, fmt.Sprint("a", i+1))
			bob.says(t, fmt.Sprint("b", i+1))
			require.Equal(t, session, ada.backlog.session)
			fay = n.play("fay", "two")
			fay.says(t, fmt.Sprint("x", i+1))

			list := func(h *Host) (names []string) {
				for room := range h.Rooms() {
					names = append(names, room.Name)
				}
				return names
			}
			name := fmt.Sprint("z", i)
			require.NoError(t, n.hosts["first"].Create(t.Context(), name, nil))
			eventually(t, func() bool { return slices.Contains(list(n.hosts["second"]), name) })
		}

		bob.sees(t, "ada", "a0,a1,a2")
		ada.sees(t, "bob", "b0,b1,b2")
		fay.sees(t, "fay", "x0,x1,x2")
		for _, p := range []*player{ada, bob} {
			require.Empty(t, p.lost)
			require.Len(t, p.acks, 3)
		}
	})
}

// TestLongSleep: if the device of a player sleeps for hours, the player leaves the room. After the
// sleep the player joins again, and the room gets the message that was waiting on the device. A
// player whose token has expired in the night is refused.
func TestLongSleep(t *testing.T) {
	expires := func(c *Config) {
		c.Verify = func(token string) (Player, error) {
			p := Player{ID: token}
			if token == "gus" {
				p.Expires = time.Now().Add(time.Hour)
			}
			return p, nil
		}
	}
	atNight(t, expires, func(t *testing.T, n *night) {
		n.open("first")
		ada := n.play("ada", "one")
		ada.says(t, "early")
		gus := n.play("gus", "one")
		gus.says(t, "early")
		eve := newPlayer("eve", "one", "first")
		var asleep sync.Mutex // locked while the device has no network
		eve.connect = func(ctx context.Context, address string) (transport.Conn, error) {
			if !asleep.TryLock() {
				return nil, errors.New("no network")
			}
			defer asleep.Unlock()
			return n.dial(ctx, address)
		}
		eve.start(t)
		eve.says(t, "early")

		asleep.Lock()
		_ = n.conns["first"][2].Close(nil)
		eve.Do(variant.String("late"))
		session := eve.backlog.session
		time.Sleep(2 * time.Hour)
		asleep.Unlock()

		eventually(t, func() bool { return eve.Waiting() == 0 })
		require.NotEqual(t, session, eve.backlog.session)
		require.Empty(t, eve.lost)
		ada.sees(t, "eve", "early,late")
		ada.sees(t, "events", "ada Joined,gus Joined,eve Joined,eve Went,eve Left(away),eve Joined")

		gus.Do(variant.String("late"))
		require.ErrorIs(t, gus.ends(t), ErrRefused)
		ada.says(t, "late")
		ada.sees(t, "gus", "early")
	})
}
