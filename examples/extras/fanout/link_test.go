package main

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// tally is what a player has heard.
type tally struct {
	came    int         // messages of others
	next    map[int]int // the least number that a sender may use now
	lost    loss        // as the relay said
	trouble string      // what should not happen, such as a message out of order
}

// ear reads what comes to a player until its connection ends.
type ear struct {
	mu sync.Mutex
	tally
}

// listen starts to read. Nothing else may read from p.
func listen(p *player) *ear {
	e := &ear{tally: tally{next: map[int]int{}}}
	go func() {
		for {
			v, err := p.dec.Decode()
			if err != nil {
				return
			}
			e.take(v)
		}
	}()
	return e
}

func (e *ear) take(v variant.Variant) {
	e.mu.Lock()
	defer e.mu.Unlock()

	message, ok := v.(variant.Dictionary)
	if !ok {
		e.trouble = fmt.Sprint("no Dictionary: ", v)
		return
	}

	number := func(key string) int {
		v, _ := message.Get(variant.String(key))
		n, _ := v.(variant.Int)
		return int(n)
	}

	if event, _ := message.Get(variant.String("event")); event == variant.String("lost") {
		e.lost.count += uint64(number("count"))
		e.lost.most += uint64(number("at_most"))
		return
	}

	from := number("from")
	if number("number") < e.next[from] {
		e.trouble = fmt.Sprintf("number %d of %d came after %d", number("number"), from,
			e.next[from]-1)
	}

	e.next[from] = number("number") + 1
	e.came++
}

func (e *ear) tallied() tally {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.tally
}

// settle waits until e has heard of so many messages, lost ones included, and
// requires that there are no more.
func (e *ear) settle(t *testing.T, messages int) tally {
	t.Helper()
	require.Eventually(t, func() bool {
		got := e.tallied()
		return got.came+int(got.lost.count) >= messages
	}, patience, time.Millisecond)
	time.Sleep(2 * beat)
	got := e.tallied()
	assert.Equal(t, messages, got.came+int(got.lost.count), "%d came, %d lost", got.came,
		got.lost.count)
	assert.Equal(t, got.lost.count, got.lost.most)
	assert.Empty(t, got.trouble)
	return got
}

// openWithBroker starts a broker and relays that use it. restart starts the
// broker anew at the same address.
func openWithBroker(t *testing.T, n int) (outlets []outlet, broker *server.Server, restart func()) {
	t.Helper()
	broker, err := startBroker("127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(broker.Shutdown)
	addr := broker.Addr().String()
	return openRelays(t, broker.ClientURL(), n), broker, func() {
		t.Helper()
		again, err := startBroker(addr)
		require.NoError(t, err)
		t.Cleanup(again.Shutdown)
	}
}

// stop stops the broker and waits until all relays know.
func stop(t *testing.T, broker *server.Server, outlets []outlet) {
	t.Helper()
	broker.Shutdown()
	require.Eventually(t, func() bool {
		for _, o := range outlets {
			if o.link.conn.IsConnected() {
				return false
			}
		}
		return true
	}, patience, time.Millisecond)
}

// waitForNumber waits until the relay has numbered so many messages.
func (o outlet) waitForNumber(t *testing.T, number uint64) {
	t.Helper()
	require.Eventually(t, func() bool {
		o.link.mu.Lock()
		defer o.link.mu.Unlock()
		return o.link.number == number
	}, patience, time.Millisecond)
}

// The broker goes and comes back while six clients on three relays talk. None loses its
// connection, and what each has received and what it was told is lost are together what the
// others have sent.
func TestBrokerRestart(t *testing.T) {
	const perRelay, before, during = 2, 20, 200
	outlets, broker, restart := openWithBroker(t, 3)
	players := make([]*player, perRelay*len(outlets))

	ears := make([]*ear, len(players))
	for i := range players {
		players[i] = dial(t, outlets[i%len(outlets)])
		ears[i] = listen(players[i])
	}

	sent := 0
	talk := func(messages int) {
		var talks sync.WaitGroup
		for i, p := range players {
			talks.Go(func() {
				for n := range messages {
					p.say(variant.KV("from", variant.Int(i)),
						variant.KV("number", variant.Int(sent+n)))
					time.Sleep(time.Millisecond)
				}
			})
		}
		talks.Wait()
		sent += messages
	}

	others := len(players) - 1
	talk(before)
	for _, e := range ears {
		assert.Zero(t, e.settle(t, others*sent).lost)
	}

	time.AfterFunc(50*time.Millisecond, broker.Shutdown)
	talk(during)
	restart()
	talk(during) // the relays come back one after the other meanwhile

	for _, o := range outlets {
		require.Eventually(t, o.link.conn.IsConnected, patience, time.Millisecond)
	}

	talk(before)
	for i, e := range ears {
		got := e.settle(t, others*sent)
		assert.NotZero(t, got.lost.count)
		for from := range players {
			if from != i {
				assert.Equal(t, sent, got.next[from], "the last message of all others came")
			}
		}
	}
}

// A client that came before messages were lost is told how many they are. A client that came
// between them is told that there may be as many, and a client that came later is told nothing.
func TestLossesBeforeAVisit(t *testing.T) {
	outlets, broker, restart := openWithBroker(t, 2)
	ada, bob := dial(t, outlets[0]), dial(t, outlets[1])
	ada.send(longInt)
	assert.Equal(t, longInt, bob.receive())

	stop(t, broker, outlets)

	for range 5 {
		ada.send(longInt)
	}

	outlets[0].waitForNumber(t, 6)
	eve := dial(t, outlets[1])
	for range 3 {
		ada.send(longInt)
	}

	outlets[0].waitForNumber(t, 9)
	restart()
	told := func(count, most int) string {
		return fmt.Sprintf(`{"event": "lost", "count": %d, "at_most": %d}`, count, most)
	}

	for p, want := range map[*player]string{bob: told(8, 8), eve: told(0, 8)} {
		v, err := p.dec.Decode()
		require.NoError(t, err)
		assert.Equal(t, want, fmt.Sprint(v))
	}

	dan := dial(t, outlets[1])
	ada.send(longFloat)
	for _, p := range []*player{bob, eve, dan} {
		assert.Equal(t, longFloat, p.receive())
	}
}

// What was sent before a relay started is not lost to its clients.
func TestRelayThatStartsLater(t *testing.T) {
	broker, err := startBroker("127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(broker.Shutdown)
	first := openRelays(t, broker.ClientURL(), 1)[0]

	ada := dial(t, first)
	for range 5 {
		ada.send(longInt)
	}

	first.waitForNumber(t, 5)
	bob := dial(t, openRelays(t, broker.ClientURL(), 1)[0])
	time.Sleep(2 * beat) // for a report, if there were one
	ada.send(longFloat)
	assert.Equal(t, longFloat, bob.receive())
}

// Without a broker, the clients of one relay still hear each other.
func TestLocalWithoutBroker(t *testing.T) {
	outlets, broker, _ := openWithBroker(t, 2)
	ada, eve := dial(t, outlets[0]), dial(t, outlets[0])
	stop(t, broker, outlets)
	ada.send(longInt)
	assert.Equal(t, longInt, eve.receive())
}

// A relay that does not keep up with the others loses messages of which its clients are told:
// NATS calls it a slow consumer.
func TestSlowRelay(t *testing.T) {
	const count = 2 * maxPending
	outlets := openRoom(t, 2)
	ada, bob := dial(t, outlets[0]), dial(t, outlets[1])
	heard := listen(bob)

	message := func(n int) []byte {
		return dictionary(t, variant.KV("from", variant.Int(0)),
			variant.KV("number", variant.Int(n)))
	}

	ada.write(message(0))
	heard.settle(t, 1)

	var messages []byte
	for n := range count {
		messages = append(messages, message(1+n)...)
	}

	outlets[1].mu.Lock() // takes nothing now
	ada.write(messages)
	arrived := assert.Eventually(t, func() bool {
		return outlets[1].link.conn.Stats().InMsgs > count // beats included
	}, patience, time.Millisecond)

	outlets[1].mu.Unlock()
	require.True(t, arrived)
	assert.Greater(t, heard.settle(t, 1+count).lost.count, uint64(count-maxPending-100))
}
