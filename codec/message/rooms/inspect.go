package rooms

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Log is the log of a room, for tools.
type Log struct {
	Records []Record
	// Err is the error that a new owner gets when it reads the log, or nil. It is the error of the
	// record after the last item of Records, or of the log as a whole.
	Err error

	world    *world // world after Records
	sequence uint64 // number of the last message in the stream
	epoch    int64  // the greatest epoch
	index    int64  // index of the last record
}

// ReadLog reads the log of a room in the same way as a new owner. It changes nothing. The fields
// Game, Prefix and Streams of the Config say where the log is.
func ReadLog(ctx context.Context, conn *nats.Conn, c Config, room string) (*Log, error) {
	j, c, err := openLog(ctx, conn, c, room)
	if err != nil {
		return nil, err
	}

	l := &Log{world: newWorld(newRules(c.Game))}
	for {
		records, err := j.read(ctx, room, l.sequence)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			l.add(ctx, j, room, r)
		}
		if len(records) < batch {
			return l, nil
		}
	}
}

// openLog opens the streams of a game, which must exist.
func openLog(
	ctx context.Context, conn *nats.Conn, c Config, room string,
) (*journal, Config, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, c, err
	}
	if !roomName.MatchString(room) {
		return nil, c, notRoom(room)
	}

	js, err := jetstream.New(conn)
	if err != nil {
		return nil, c, err
	}
	j, err := openJournal(ctx, js, c.names())
	return j, c, err
}

// add applies the next record of the log to the world, and stores the first error.
func (l *Log) add(ctx context.Context, j *journal, room string, next loggedRecord) {
	l.sequence = next.sequence
	r, err := ReadRecord(next.packet)
	if err == nil && r.Parts > 0 {
		r.Snapshot, err = j.join(ctx, room, r)
	}
	if err == nil {
		l.epoch = max(l.epoch, r.Epoch)
		l.index = max(l.index, r.Index)
	}

	// Damage has no effect if a later record is a snapshot that can be read.
	if err == nil && (l.Err == nil || r.Snapshot != nil) {
		l.Err = nil
		err = l.world.replay(r)
	}
	if l.Err == nil {
		l.Err = err
	}
	if l.Err == nil {
		l.Records = append(l.Records, r)
	}
}

// Repair writes a snapshot in place of a log that can't be read. The snapshot has the state before
// the first damaged record. The later records are lost. Each client is told which of its messages
// the snapshot includes. The error is ErrSound if the log can be read.
func Repair(ctx context.Context, conn *nats.Conn, c Config, room string) error {
	l, err := ReadLog(ctx, conn, c, room)
	switch {
	case err != nil:
		return err
	case l.Err == nil:
		return ErrSound
	case l.world.birth == 0:
		return fmt.Errorf("rooms: no record of the log can be read: %w", l.Err)
	}

	j, _, err := openLog(ctx, conn, c, room)
	if err != nil {
		return err
	}
	w := l.world
	_, _, err = j.append(ctx, room, l.sequence, Record{
		Kind: RecordGiven, Epoch: l.epoch + 1, Index: l.index + 1, Tick: w.tick, Host: "repair",
		Nonce: randomID(), Version: w.version, Snapshot: w.snapshot(),
	})
	return err
}
