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
	// beat is the time between two reports of a relay: of its last number to the other relays, and
	// of losses to its clients.
	beat = 200 * time.Millisecond

	// maxPending is how many messages of other relays may wait for this one. NATS drops messages
	// above it and reports a slow consumer.
	maxPending = 4 << 10
)

// The headers of a message.
const (
	relayHeader  = "Relay"  // the ID of the sending relay
	numberHeader = "Number" // of the message, in the sending relay
)

// link is a relay's connection to the other relays of its room. Each relay numbers its messages
// 1, 2, 3, and so on. Messages that the broker refused have a number too, so the other relays see
// how many are missing.
type link struct {
	conn   *nats.Conn
	events listener
	peers  map[string]*peer // by ID; only receive uses it

	mu      sync.Mutex
	message *nats.Msg // reused for each message
	number  uint64    // of the last message, sent or refused
	refused uint64    // messages since the broker was lost
}

// listener takes the messages of the other relays. lost is the number of messages of the same relay
// that are missing before this one. packet is nil if the message is only a beat.
type listener func(from *peer, lost uint64, packet []byte)

// peer is the state of another relay.
type peer struct {
	number  uint64 // of its last message that came or is known to be lost
	entered int    // clients that had entered this relay when that message came
}

// openLink connects to a NATS server. It calls events for one message after the other.
func openLink(url, room string, via nats.Option, events listener) (*link, error) {
	l := &link{events: events, peers: map[string]*peer{}, message: nats.NewMsg("room." + room)}
	l.message.Header.Set(relayHeader, nuid.Next())

	var err error
	l.conn, err = nats.Connect(url, via,
		nats.NoEcho(), // the relay has already sent it to its clients
		nats.MaxReconnects(-1),
		nats.ReconnectWait(beat),
		nats.ReconnectBufSize(-1),        // a game has no use for late messages
		nats.FlusherTimeout(writeTime),   // of one write to the broker
		nats.PingInterval(5*time.Second), // three missing answers end the connection
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Printf("room %s: the broker is away: %v", room, err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			refused := l.takeRefused()
			log.Printf("room %s: the broker is back, %d messages were refused", room, refused)
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
		err = l.conn.Flush() // now the server has the subscription
	}

	if most := l.conn.MaxPayload(); err == nil && most < maxPacket+1024 {
		err = fmt.Errorf("the NATS server takes only messages of up to %d bytes", most)
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

// beat tells the other relays the number of the last message, because they may have missed it.
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
		log.Printf("%s: a message without the number of a relay: %v", m.Subject, err)
		return
	}

	id := m.Header.Get(relayHeader)
	if l.peers[id] == nil {
		l.peers[id] = &peer{}
	}

	from := l.peers[id]
	before := number // the number of the last message before this one
	if len(m.Data) > 0 {
		before--
	}

	if before < from.number || number == 0 && len(m.Data) > 0 {
		return // it has come already, or counts as lost
	}

	lost := before - from.number
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
