package rooms

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var (
	// errFenced is the error of a write by an owner that has been replaced.
	errFenced = errors.New("rooms: the room has a new owner")
	// errTooLong is the error for a record that NATS can't store.
	errTooLong = errors.New("rooms: a record is longer than a message of NATS")
)

// A journal has the logs of all rooms.
type journal struct {
	js      jetstream.JetStream
	names   names
	streams []jetstream.Stream
	gate    chan struct{} // limits retries that run at the same time
}

// openJournal opens the streams that openStreams has made.
func openJournal(ctx context.Context, js jetstream.JetStream, n names) (*journal, error) {
	j := &journal{js: js, names: n, gate: newGate()}
	for shard := range n.shards {
		stream, err := js.Stream(ctx, n.logStream(shard))
		if err != nil {
			return nil, fmt.Errorf("rooms: stream %s: %w", n.logStream(shard), err)
		}
		j.streams = append(j.streams, stream)
	}
	return j, nil
}

// stream returns the stream with the log of a room.
func (j *journal) stream(room string) jetstream.Stream { return j.streams[j.names.shard(room)] }

// limit returns the greatest number of bytes of a record. It is half of the limit of NATS, because
// a message also has a header.
func (j *journal) limit() int { return int(j.js.Conn().MaxPayload() / 2) }

// append writes a record, and returns its number. The argument expected is the number of the last
// record before it. A snapshot replaces all records before it. append repeats the request until ctx
// is done, and never writes the record twice. The error is errFenced if another process has written
// a record after the expected one.
func (j *journal) append(
	ctx context.Context, room string, expected uint64, r Record,
) (sequence uint64, size int, err error) {
	packet, size, err := j.pack(ctx, room, r)
	if err != nil {
		return 0, 0, err
	}

	m := &nats.Msg{Subject: j.names.log(room), Data: packet, Header: nats.Header{}}
	if r.Kind.replaces() {
		m.Header.Set("Nats-Rollup", "sub")
	}

	err = context.Canceled
	again := retry{gate: j.gate}
	again.do(ctx, func(ctx context.Context) bool {
		sequence, err = j.try(ctx, m, expected)
		if err == nil || !unsure(err) {
			return true
		}

		sequence, err = j.found(ctx, room, expected, packet)
		return err == nil || errors.Is(err, errFenced)
	})

	return sequence, size, err
}

// pack returns the bytes of a record. If a snapshot is too long for one message, pack first writes
// the snapshot in parts. Only this record refers to these parts. The result size is the total size
// of all parts.
func (j *journal) pack(
	ctx context.Context, room string, r Record,
) (packet []byte, size int, err error) {
	packet, err = r.encode()
	size = len(packet)
	if err != nil || size <= j.limit() {
		return packet, size, err
	}
	if r.Snapshot == nil {
		return nil, 0, errTooLong
	}

	snapshot, err := exactly.Marshal(r.Snapshot)
	if err != nil {
		return nil, 0, err
	}

	// Another process may write parts with the same index. To keep them apart, the parts have the
	// nonce of the owner.
	subject := fmt.Sprintf("%s.%d", j.names.parts(room, r.Index), uint64(r.Nonce))
	for len(snapshot) > 0 {
		n := min(len(snapshot), j.limit())
		r.Parts++
		m := &nats.Msg{Subject: fmt.Sprintf("%s.%d", subject, r.Parts), Data: snapshot[:n]}
		snapshot = snapshot[n:]

		var stored error
		again := retry{gate: j.gate}
		if !again.do(ctx, func(ctx context.Context) bool {
			_, stored = j.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
			return stored == nil
		}) {
			return nil, 0, errors.Join(ctx.Err(), stored)
		}
	}

	packet, err = r.encode()
	return packet, size, err
}

// try writes a record once.
func (j *journal) try(ctx context.Context, m *nats.Msg, expected uint64) (uint64, error) {
	done, err := j.js.PublishMsg(ctx, m,
		jetstream.WithExpectLastSequencePerSubject(expected), jetstream.WithRetryAttempts(0))
	if err != nil {
		return 0, err
	}
	return done.Sequence, nil
}

// unsure reports whether a record may be in the log although there was an error. NATS returns the
// same error in two cases: the owner was replaced, or an earlier request for the same record has
// arrived late.
func unsure(err error) bool {
	var refused *jetstream.APIError
	if !errors.As(err, &refused) {
		return true // there was no answer
	}
	return isWrongSequence(err) || refused.Code >= 500 // 500: no leader, or no space
}

// found looks for a record in the log after an error that leaves open whether the record was
// written. It compares the bytes, because no other record has the same bytes.
func (j *journal) found(
	ctx context.Context, room string, expected uint64, packet []byte,
) (uint64, error) {
	sequence, last, err := j.last(ctx, room)
	switch {
	case err != nil:
		return 0, err
	case sequence <= expected:
		return 0, errors.New("rooms: not in the log yet")
	case bytes.Equal(last, packet):
		return sequence, nil
	}
	return 0, errFenced
}

// last returns the last record of a room and its number. The number is 0 if there is no record.
func (j *journal) last(ctx context.Context, room string) (uint64, []byte, error) {
	m, err := j.stream(room).GetLastMsgForSubject(ctx, j.names.log(room))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, err
	}
	return m.Sequence, m.Data, nil
}

// A loggedRecord is a record with its number in the stream.
type loggedRecord struct {
	sequence uint64
	packet   []byte
}

// batch is the number of records that one request reads.
const batch = 256

// load brings a world to the state of a room after its last record. It returns the number of this
// record, or 0 if there is none. Reading the log has a time limit, and computing the state has
// none.
func (j *journal) load(ctx context.Context, room string, w *world) (sequence uint64, err error) {
	for {
		var records []loggedRecord
		again := retry{gate: j.gate}
		err = context.Canceled
		again.do(ctx, func(context.Context) bool {
			records, err = j.read(ctx, room, sequence)
			return err == nil
		})
		if err != nil {
			return 0, err
		}

		for _, l := range records {
			if err := j.replay(ctx, room, l.packet, w); err != nil {
				return 0, err
			}
			sequence = l.sequence
		}

		if len(records) < batch {
			return sequence, nil
		}
	}
}

// replay applies a record to a world.
func (j *journal) replay(ctx context.Context, room string, packet []byte, w *world) error {
	r, err := ReadRecord(packet)
	if err == nil && r.Parts > 0 {
		r.Snapshot, err = j.join(ctx, room, r)
	}
	if err != nil {
		return err
	}
	return w.replay(r)
}

// join reads the parts of a snapshot.
func (j *journal) join(ctx context.Context, room string, r Record) (*Snapshot, error) {
	var packet []byte
	subject := fmt.Sprintf("%s.%d", j.names.parts(room, r.Index), uint64(r.Nonce))
	for i := int64(1); i <= r.Parts; i++ {
		m, err := j.stream(room).GetLastMsgForSubject(ctx, fmt.Sprintf("%s.%d", subject, i))
		if err != nil {
			return nil, fmt.Errorf("rooms: part %d of a snapshot: %w", i, err)
		}
		packet = append(packet, m.Data...)
	}

	return readSnapshot(packet)
}

// dropParts deletes the parts of a snapshot that was replaced.
func (j *journal) dropParts(ctx context.Context, room string, index int64) error {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return j.stream(room).Purge(ctx, jetstream.WithPurgeSubject(j.names.parts(room, index)+".>"))
}

// read reads the next records of a room, at most as many as the constant batch says. The argument
// previous is the number of the record before them.
func (j *journal) read(ctx context.Context, room string, previous uint64) ([]loggedRecord, error) {
	conn := j.js.Conn()
	sub, err := conn.SubscribeSync(nats.NewInbox())
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()

	request := fmt.Sprintf(`{"seq":%d,"next_by_subj":%q,"batch":%d}`, previous+1, j.names.log(room),
		batch)
	subject := directGet + j.names.logStream(j.names.shard(room))
	if err := conn.PublishRequest(subject, sub.Subject, []byte(request)); err != nil {
		return nil, err
	}

	var all []loggedRecord
	for {
		next, cancel := context.WithTimeout(ctx, attempt)
		m, err := sub.NextMsgWithContext(next)
		cancel()
		if err != nil {
			return nil, err
		}

		switch status := m.Header.Get(statusHeader); status {
		case "":
		case endOfBatch, noMessages:
			return all, nil
		default:
			return nil, fmt.Errorf("rooms: read the log of %s: %s", room, status)
		}

		sequence, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
		if err != nil {
			return nil, err
		}
		all = append(all, loggedRecord{sequence, m.Data})
	}
}

// These names belong to a batched direct get of NATS. The client library has only the direct get of
// one message.
const (
	directGet    = "$JS.API.DIRECT.GET."
	statusHeader = "Status"
	endOfBatch   = "204"
	noMessages   = "404"
)
