package history

import (
	"sync"
	"time"

	"godotvariant/variant"
)

// A Play collects the messages and the observations of the clients of a room. All times are from
// the clock of one process. Its methods are safe for concurrent use.
type Play struct {
	mu       sync.Mutex
	messages map[string]*message // messages by ID
	senders  map[string][]string // IDs of the messages of each client, in the order of sending
	sights   []sight
}

// A message is a message that a client has sent.
type message struct {
	sender string
	body   variant.Variant
	sent   time.Time
	acked  time.Time // zero if the message is not acknowledged
	why    string    // reason of a refusal, as the client got it; "" without a refusal
}

// A sight is a state that a client has seen, or only the tick of such a state.
type sight struct {
	client string
	tick   int64
	state  variant.Variant // nil if only the tick was recorded
	at     time.Time
}

// NewPlay returns an empty Play.
func NewPlay() *Play {
	return &Play{messages: map[string]*message{}, senders: map[string][]string{}}
}

// Sent records that a client is about to send a message. No other message may have the same ID.
func (p *Play) Sent(client, id string, body variant.Variant, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages[id] = &message{sender: client, body: body, sent: at}
	p.senders[client] = append(p.senders[client], id)
}

// Acked records that a message was acknowledged. The argument reason is the reason if the game has
// refused the message, and "" otherwise.
func (p *Play) Acked(id, reason string, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.messages[id]
	m.acked = at
	m.why = reason
}

// Saw records the tick of a state that a client has seen, and the state if it is not nil. For each
// client, call Saw in the order of the states.
func (p *Play) Saw(client string, tick int64, state variant.Variant, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sights = append(p.sights, sight{client, tick, state, at})
}

// Waits returns how long each acknowledged message has waited for its acknowledgement, in no
// particular order.
func (p *Play) Waits() (waits []time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.messages {
		if !m.acked.IsZero() {
			waits = append(waits, m.acked.Sub(m.sent))
		}
	}
	return waits
}
