package transport

import (
	"maps"
	"sync"
	"time"
)

// A bucket bounds a rate. Its capacity is the amount for one second, and it drains by this amount
// in a second:
//
//	level <= rate, unless one message alone is larger
type bucket struct {
	level float64
	at    time.Time // time of the level
}

// add adds n to the level. If n does not fit, it adds nothing and returns false.
func (b *bucket) add(n, rate int, now time.Time) bool {
	b.level = b.held(rate, now)
	b.at = now

	if b.level > 0 && b.level+float64(n) > float64(rate) {
		return false
	}

	b.level += float64(n)
	return true
}

// held returns the level at the time now.
func (b *bucket) held(rate int, now time.Time) float64 {
	drained := now.Sub(b.at).Seconds() * float64(rate)
	return max(0, b.level-drained)
}

// fuller returns the bucket that has the higher level at the time now.
func fuller(a, b bucket, rate int, now time.Time) bucket {
	if a.held(rate, now) > b.held(rate, now) {
		return a
	}
	return b
}

// rates are the buckets of a client.
type rates struct {
	messages, bytes bucket
	names           map[string]bucket
	last, over      time.Time // times of the last message, and of the last message that did not fit
}

// count counts a message of n bytes. The error is of kind ErrRate.
func (r *rates) count(n int, l *Limits, now time.Time) error {
	r.last = now

	if !r.messages.add(1, l.MaxRate, now) {
		r.over = now
		return because(ErrRate, "more than %d in a second", l.MaxRate)
	}
	if !r.bytes.add(n, l.MaxByteRate, now) {
		r.over = now
		return because(ErrRate, "more than %d bytes in a second", l.MaxByteRate)
	}

	return nil
}

// countName counts a message under a name.
func (r *rates) countName(name string, most int, now time.Time) error {
	if r.names == nil {
		r.names = map[string]bucket{}
	}

	b := r.names[name]
	fits := b.add(1, most, now)
	r.names[name] = b

	if !fits {
		return because(ErrRate, "more than %d %q in a second", most, name)
	}
	return nil
}

// A memory stores the rates of clients that have left, by host, for a second. So a client can't
// reset its count by connecting again.
type memory struct {
	mu     sync.Mutex
	byHost map[string]rates
	swept  time.Time
}

// leave stores the rates of a client that leaves. If rates of the same host are already stored, it
// keeps the fuller bucket of messages and the fuller bucket of bytes.
func (m *memory) leave(host string, r rates, l *Limits, now time.Time) {
	if host == "" || now.Sub(r.last) >= time.Second {
		return
	}

	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep(now)

	if m.byHost == nil {
		m.byHost = map[string]rates{}
	}

	before := m.byHost[host]
	r.messages = fuller(before.messages, r.messages, l.MaxRate, now)
	r.bytes = fuller(before.bytes, r.bytes, l.MaxByteRate, now)
	if before.last.After(r.last) {
		r.last = before.last
	}
	if before.over.After(r.over) {
		r.over = before.over
	}
	m.byHost[host] = r
}

// enter returns the rates with which a new client of the host starts.
func (m *memory) enter(host string, now time.Time) rates {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep(now)

	r := m.byHost[host]
	r.names = maps.Clone(r.names)
	return r
}

// over returns an error if an earlier client of the host exceeded a rate in the last second. The
// memory has only the rates of clients that have left.
func (m *memory) over(host string, l *Limits, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()

	r, ok := m.byHost[host]
	if !ok || now.Sub(r.over) >= time.Second {
		return nil
	}
	return because(ErrRate, "more than %d, or %d bytes, in a second", l.MaxRate, l.MaxByteRate)
}

// sweep deletes rates that are older than a second. It does nothing if the last sweep was less than
// a second ago.
func (m *memory) sweep(now time.Time) {
	if now.Sub(m.swept) < time.Second {
		return
	}

	m.swept = now
	maps.DeleteFunc(m.byHost, func(_ string, r rates) bool {
		return now.Sub(r.last) >= time.Second
	})
}
