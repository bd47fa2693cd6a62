package rooms

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A tick without messages writes nothing to the log of its room. Instead, each host writes one mark
// for all its rooms. A mark has the current tick of each room. A new owner continues from this
// tick.

// markEvery is the time between two marks. Marks and records store ticks. If the next tick of a
// room is more than recordTime after the last stored tick, the owner writes a record with the next
// tick.
const (
	markEvery  = 400 * time.Millisecond
	recordTime = time.Second
)

// A mark is the stored information of a host about a room.
type mark struct {
	room     string
	epoch    int64
	sequence uint64 // number of the last record of the room in its stream
	tick     int64
	still    bool // no Step has changed the state since the room's last record

	committed int64 // index of the last record for which Config.Committed was called
}

// encodeMarks returns the message with the marks of a host.
func encodeMarks(all []mark) []byte {
	b := appendInt([]byte{recordFormat}, int64(len(all)))
	for _, m := range all {
		b = appendText(b, m.room)
		b = appendInt(b, m.epoch)
		b = appendInt(b, int64(m.sequence))
		b = appendInt(b, m.tick)
		b = appendBool(b, m.still)
		b = appendInt(b, m.committed)
	}
	return b
}

// readMarks reads the message.
func readMarks(message []byte) (all []mark, err error) {
	r := bits{b: message}
	if r.byte() != recordFormat {
		return nil, ErrNewer
	}
	for range r.count() {
		all = append(all, mark{
			r.text(), r.int(), uint64(r.int()), r.int(), r.bool(),
			r.int(),
		})
	}
	return all, r.end()
}

// A marker writes the marks of its host and reads the marks of other hosts.
type marker struct {
	js     jetstream.JetStream
	names  names
	stream jetstream.Stream
	last   uint64 // number of the last message of this host in the stream, as far as it is known

	mu   sync.Mutex
	read map[string]storedMarks // marks that were read, by host
}

// storedMarks has the marks of one host, and the time when they were read.
type storedMarks struct {
	at    time.Time
	marks map[string]mark // marks by room
}

func openMarker(ctx context.Context, js jetstream.JetStream, n names) (*marker, error) {
	stream, err := js.Stream(ctx, n.markStream())
	if err != nil {
		return nil, err
	}
	return &marker{js: js, names: n, stream: stream, read: map[string]storedMarks{}}, nil
}

// write stores the marks of this host. Each message contains the number of the previous message, so
// that a late message does not replace a newer one. Only one goroutine may call write.
func (k *marker) write(ctx context.Context, host string, all []mark) error {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	m := &nats.Msg{Subject: k.names.mark(host), Data: encodeMarks(all)}
	done, err := k.publish(ctx, m)
	if isWrongSequence(err) { // an earlier message, which got no answer, was stored
		k.last, err = k.find(ctx, m.Subject)
		if err == nil {
			done, err = k.publish(ctx, m)
		}
	}
	if err != nil {
		return err
	}

	k.last = done.Sequence
	return nil
}

// publish stores a message after the last message of this host.
func (k *marker) publish(ctx context.Context, m *nats.Msg) (*jetstream.PubAck, error) {
	return k.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(k.last),
		jetstream.WithRetryAttempts(0))
}

// find returns the number of the last message with a subject, or 0 if there is none.
func (k *marker) find(ctx context.Context, subject string) (uint64, error) {
	m, err := k.stream.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return m.Sequence, nil
}

// fresh is the time for which marks may be used after they were read. A host that is gone writes no
// more marks. So its marks can be read once for all its rooms.
const fresh = 100 * time.Millisecond

// of returns the mark of a host for a room. The mark is zero if the host has stored none.
func (k *marker) of(ctx context.Context, host, room string) (mark, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, is := k.read[host]
	if is && time.Since(known.at) < fresh {
		return known.marks[room], nil
	}

	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	began := time.Now()
	m, err := k.stream.GetLastMsgForSubject(ctx, k.names.mark(host))
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return mark{}, err
	}

	known = storedMarks{began, map[string]mark{}}
	if err == nil {
		all, err := readMarks(m.Data)
		if err != nil {
			return mark{}, err
		}
		for _, m := range all {
			known.marks[m.room] = m
		}
	}

	clear(k.read) // the cache has the marks of only one host
	k.read[host] = known
	return known.marks[room], nil
}

// drop deletes the marks of a host that has been gone for long.
func (k *marker) drop(ctx context.Context, host string) error {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return k.stream.Purge(ctx, jetstream.WithPurgeSubject(k.names.mark(host)))
}

// follow moves a world that was read from the log to the tick of a mark. The argument sequence is
// the number of the last record. The mark is ignored if it is of another epoch or record, or if its
// tick is not later than the tick of the world.
func (w *world) follow(m mark, sequence uint64) {
	if m.epoch != w.epoch || m.sequence != sequence || m.tick <= w.tick {
		return
	}

	if m.still {
		w.tick = m.tick
		return
	}
	w.advance(w.begin(m.tick))
}
