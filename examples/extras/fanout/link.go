package main

import (
	"fmt"
	"log"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
)

const (
	// beat is how often a relay tells the others the number of its last message,
	// and its clients what they have missed.
	beat = 200 * time.Millisecond

	// maxPending is how many messages of other relays may wait for this one. NATS
	// calls a relay with more a slow consumer and drops them.
	maxPending = 4 << 10
)

// The headers of a message: the relay that it comes from, and its number there.
const (
	relayHeader  = "Relay"
	numberHeader = "Number"
)

// link is a relay's connection to the other relays of its room. Each relay
// numbers its messages from 1 without a gap, those that the broker did not take
// included, so that the others see how many are missing.
type link struct {
	conn   *nats.Conn
	events listener
	peers  map[string]*peer // by ID; only receive uses it

	mu      sync.Mutex
	message *nats.Msg // the last, to be reused
	number  uint64    // of the last message, sent or refused
	refused uint64    // since the broker was last here
}

// listener takes what comes from the other relays. packet is nil for a beat,
// and lost says how many messages of the same relay are missing before.
type listener func(from *peer, lost uint64, packet []byte)

// peer is another relay, as far as this one has heard of it.
type peer struct {
	number  uint64 // of its last message that came, or is known as lost
	entered int    // how many clients had entered the listener's relay then
}

// openLink connects to a NATS server. Messages go to events one after the other.
func openLink(url, room string, via nats.Option, events listener) (*link, error) {
	l := &link{events: events, peers: map[string]*peer{}, message: nats.NewMsg("room." + room)}
	l.message.Header.Set(relayHeader, nuid.Next())
	var err error
	l.conn, err = nats.Connect(url, via,
		nats.NoEcho(), // a relay's own clients have heard it already
		nats.MaxReconnects(-1),
		nats.ReconnectWait(beat),
		nats.ReconnectBufSize(-1),        // refuse messages without a broker: late, they are worth nothing to a game
		nats.FlusherTimeout(writeTime),   // for the broker to take something
		nats.PingInterval(5*time.Second), // a broker that vanishes without a word counts as away after three
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Printf("room %s: the broker is away: %v", room, err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			log.Printf("room %s: the broker is back, %d messages were refused", room, l.takeRefused())
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Printf("room %s: broker: %v", room, err) // such as a slow consumer
		}))
	if err != nil {
		return nil, err
	}

	sub, err := l.conn.Subscribe(l.message.Subject, l.receive)
	if err == nil {
		err = sub.SetPendingLimits(maxPending, -1)
	}

	if err == nil {
		l.beat()
		err = l.conn.Flush() // the subscription is in force
	}

	if most := l.conn.MaxPayload(); err == nil && most < maxPacket+1024 {
		err = fmt.Errorf("the NATS server takes messages up to %d bytes only", most)
	}

	if err != nil {
		l.conn.Close()
		return nil, err
	}

	return l, nil
}

// publish sends a packet to the other relays, or counts it as refused.
func (l *link) publish(packet []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.number++
	if l.send(packet) != nil {
		l.refused++
	}
}

// beat tells the other relays the number of the last message, which they may
// have missed.
func (l *link) beat() {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.send(nil) // the next beat says the same
}

func (l *link) send(packet []byte) error {
	l.message.Header.Set(numberHeader, strconv.FormatUint(l.number, 10))
	l.message.Data = packet
	return l.conn.PublishMsg(l.message) // keeps a copy
}

// receive takes a message of another relay.
func (l *link) receive(m *nats.Msg) {
	number, err := strconv.ParseUint(m.Header.Get(numberHeader), 10, 64)
	if err != nil {
		log.Printf("%s: a message that is not of a relay: %v", m.Subject, err)
		return
	}

	id := m.Header.Get(relayHeader)
	if l.peers[id] == nil {
		l.peers[id] = &peer{}
	}

	from, next := l.peers[id], number
	if len(m.Data) > 0 {
		next-- // the number that is expected before
	}

	if next < from.number || number == 0 && len(m.Data) > 0 {
		return // it has come already, or counts as lost
	}

	lost := next - from.number
	from.number = number
	l.events(from, lost, m.Data)
}

func (l *link) takeRefused() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.refused
	l.refused = 0
	return n
}
