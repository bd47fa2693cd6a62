package rooms

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"godotvariant/codec"
)

// LogStream is the name of the stream with the logs of all rooms. The log of a room has the subject
// "rooms.log.NAME", and each message is a [Record].
const LogStream = "ROOMS"

// snapshotBucket is the name of the key-value bucket with the snapshots of the rooms.
const snapshotBucket = "rooms-snapshots"

// attempt is the maximum time of one request to the log. After it the request is repeated.
const attempt = 400 * time.Millisecond

var (
	// errFenced is the error of a write by an owner that has been replaced.
	errFenced = errors.New("rooms: the room has a new owner")
	// errGap is the error for missing records. It means that the snapshot was read in an old state.
	errGap = errors.New("rooms: snapshot and log do not fit")
)

// A journal has the logs and snapshots of all rooms.
type journal struct {
	js        jetstream.JetStream
	stream    jetstream.Stream
	snapshots jetstream.KeyValue
}

func openJournal(ctx context.Context, js jetstream.JetStream, replicas int) (*journal, error) {
	// AllowDirect is needed for reading many records at once. Any server may answer then, and its
	// answer may be old. A process that writes after an old answer is refused, and reads again.
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{
		Name:     LogStream,
		Subjects: []string{logSubject("*")},
		Replicas: replicas, AllowDirect: true,
	})
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		stream, err = js.Stream(ctx, LogStream)
	}
	if err != nil {
		return nil, fmt.Errorf("rooms: stream %s: %w", LogStream, err)
	}

	snapshots, err := openBucket(ctx, js, snapshotBucket, replicas)
	if err != nil {
		return nil, err
	}

	return &journal{js, stream, snapshots}, nil
}

// openBucket returns a key-value bucket. It creates the bucket if there is none.
func openBucket(
	ctx context.Context, js jetstream.JetStream, name string, replicas int,
) (jetstream.KeyValue, error) {
	kv, err := js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, Replicas: replicas})
	if errors.Is(err, jetstream.ErrBucketExists) {
		kv, err = js.KeyValue(ctx, name)
	}
	if err != nil {
		return nil, fmt.Errorf("rooms: bucket %s: %w", name, err)
	}

	return kv, nil
}

func logSubject(room string) string { return "rooms.log." + room }

// append writes a record after the record with the number expected, and returns the number of the
// new record. It repeats the request until ctx is done; this never writes the record twice. The
// error is errFenced if another process has written a record.
func (j *journal) append(
	ctx context.Context, room string, expected uint64, r Record,
) (sequence uint64, size int, err error) {
	packet, err := codec.Marshal(r)
	if err != nil {
		return 0, 0, err
	}

	for {
		sequence, err = j.try(ctx, room, expected, packet)
		if err == nil || ctx.Err() != nil || !unsure(err) {
			return sequence, len(packet), err
		}

		sequence, err = j.found(ctx, room, expected, r)
		if err == nil || errors.Is(err, errFenced) {
			return sequence, len(packet), err
		}

		pause(ctx, 10*time.Millisecond)
	}
}

// try writes a record once.
func (j *journal) try(
	ctx context.Context, room string, expected uint64, packet []byte,
) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()

	done, err := j.js.PublishMsg(ctx, &nats.Msg{Subject: logSubject(room), Data: packet},
		jetstream.WithExpectLastSequencePerSubject(expected), jetstream.WithRetryAttempts(0))
	if err != nil {
		return 0, err
	}

	return done.Sequence, nil
}

// unsure reports whether a record may be in the log in spite of an error. An owner that was
// replaced gets the same error from NATS as an owner whose first request is still on its way.
func unsure(err error) bool {
	var refused *jetstream.APIError
	if !errors.As(err, &refused) {
		return true // no answer came
	}

	switch refused.ErrorCode {
	case jetstream.JSErrCodeStreamWrongLastSequence,
		jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return true
	}

	return refused.Code >= 500 // for example, the cluster has no leader at the moment
}

// found looks for a record in the log, after an error that leaves open whether it was written.
func (j *journal) found(
	ctx context.Context, room string, expected uint64, r Record,
) (uint64, error) {
	sequence, last, err := j.last(ctx, room)
	switch {
	case err != nil:
		return 0, err
	case sequence <= expected:
		return 0, errors.New("rooms: not in the log yet")
	case last.Epoch == r.Epoch && last.Index == r.Index:
		return sequence, nil
	}

	return 0, errFenced
}

// last returns the last record of a room and its number. The number is 0 if there is no record.
func (j *journal) last(ctx context.Context, room string) (uint64, Record, error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()

	m, err := j.stream.GetLastMsgForSubject(ctx, logSubject(room))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, Record{}, nil
	}
	if err != nil {
		return 0, Record{}, err
	}

	r, err := ReadRecord(m.Data)
	return m.Sequence, r, err
}

// load returns the world of a room after its last record, and the number of that record. It repeats
// failed requests until ctx is done.
func (j *journal) load(
	ctx context.Context, c Config, room string,
) (w *world, sequence uint64, err error) {
	for {
		w, sequence, err = j.tryLoad(ctx, c, room)
		if err == nil || ctx.Err() != nil {
			return w, sequence, err
		}

		c.Log.Debug("load", "room", room, "error", err)
		pause(ctx, 20*time.Millisecond)
	}
}

func (j *journal) tryLoad(ctx context.Context, c Config, room string) (*world, uint64, error) {
	w := newWorld(c, room)
	s, _, err := j.snapshot(ctx, room)
	if err != nil {
		return nil, 0, err
	}
	if s.Index > 0 {
		w = restore(c, s)
	}

	end, _, err := j.last(ctx, room)
	if err != nil {
		return nil, 0, err
	}

	for at := uint64(s.Sequence); at < end; {
		at, err = j.replay(ctx, room, at, w)
		if err != nil {
			return nil, 0, err
		}
	}

	if uint64(s.Sequence) > end {
		return nil, 0, errGap
	}

	return w, end, nil
}

// batch is the number of records that one request reads.
const batch = 256

// replay applies at most batch records of a room, which follow the record with the number at. It
// returns the number of the last applied record.
func (j *journal) replay(ctx context.Context, room string, at uint64, w *world) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()

	inbox := nats.NewInbox()
	sub, err := j.js.Conn().SubscribeSync(inbox)
	if err != nil {
		return at, err
	}
	defer func() { _ = sub.Unsubscribe() }()

	request := fmt.Sprintf(`{"seq":%d,"next_by_subj":%q,"batch":%d}`, at+1, logSubject(room), batch)
	err = j.js.Conn().PublishRequest(directSubject, inbox, []byte(request))
	if err != nil {
		return at, err
	}

	for {
		m, err := sub.NextMsgWithContext(ctx)
		switch {
		case err != nil:
			return at, err
		case m.Header.Get(statusHeader) == endOfBatch:
			return at, nil
		case m.Header.Get(statusHeader) != "":
			return at, fmt.Errorf("rooms: read the log of %s: %s", room, m.Header.Get(statusHeader))
		}

		r, err := ReadRecord(m.Data)
		if err == nil {
			err = w.replay(r)
		}
		if err == nil {
			at, err = strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
		}
		if err != nil {
			return at, errors.Join(errGap, err)
		}
	}
}

// These headers are of a batched direct get of NATS. The client library has only the direct get of
// one message.
const (
	directSubject = "$JS.API.DIRECT.GET." + LogStream
	statusHeader  = "Status"
	endOfBatch    = "204"
)

// snapshot returns the last snapshot of a room and its revision. The snapshot has Index 0 if there
// is none.
func (j *journal) snapshot(ctx context.Context, room string) (snapshot, uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()

	entry, err := j.snapshots.Get(ctx, room)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return snapshot{}, 0, nil
	}
	if err != nil {
		return snapshot{}, 0, err
	}

	var s snapshot
	err = codec.Unmarshal(entry.Value(), &s)
	return s, entry.Revision(), err
}

// save stores a snapshot, unless there is a newer snapshot. Then it purges the log up to the
// snapshot before. It never purges the last record, because NATS needs it to refuse an owner that
// has been replaced.
func (j *journal) save(ctx context.Context, room string, s snapshot) (size int, err error) {
	packet, err := codec.Marshal(s)
	if err != nil {
		return 0, err
	}

	before, revision, err := j.snapshot(ctx, room)
	if err != nil || before.Index >= s.Index {
		return 0, err
	}

	ctx, cancel := context.WithTimeout(ctx, 5*attempt)
	defer cancel()

	// An owner that has been replaced can only store a state that is in the log, and can't
	// overwrite the snapshot of a newer owner.
	if _, err = j.snapshots.Update(ctx, room, packet, revision); err != nil {
		return 0, err
	}

	if before.Sequence > 0 {
		err = j.stream.Purge(ctx, jetstream.WithPurgeSubject(logSubject(room)),
			jetstream.WithPurgeSequence(uint64(before.Sequence)))
	}

	return len(packet), err
}

// pause waits for a duration, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
