package rooms

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"godotvariant/codec"
)

// A settings has the settings that must be equal in all processes of a game. They are stored in
// NATS.
type settings struct {
	Format  int64 `godot:"format"`
	Streams int64 `godot:"streams"`
	Tick    int64 `godot:"tick"` // in nanoseconds
}

// openStreams makes the streams of a game, or changes existing streams to fit the configuration.
func openStreams(ctx context.Context, js jetstream.JetStream, c Config) error {
	n := c.names()
	// AllowDirect is not set, so only the leader of the stream answers, and a new owner of a room
	// gets the latest mark. Another server could answer with an older mark. Then the tick of the
	// room could go back by more than the time between two marks.
	marks := jetstream.StreamConfig{
		Name:              n.markStream(),
		Subjects:          []string{n.mark("*"), n.config()},
		MaxMsgsPerSubject: 1,
		Replicas:          c.Replicas,
	}
	err := opens(ctx, func(ctx context.Context) error { return openStream(ctx, js, marks) })
	if err == nil {
		err = opens(ctx, func(ctx context.Context) error { return agree(ctx, js, c) })
	}
	if err != nil {
		return err
	}

	for shard := range c.Streams {
		// AllowDirect is needed for reading many records at once. It lets any server answer, even a
		// server with an old state. If a process writes to the log after it has got an old answer,
		// NATS refuses the record, and the process reads again.
		log := jetstream.StreamConfig{
			Name:        n.logStream(shard),
			Subjects:    []string{n.allLogs(shard), n.allParts(shard)},
			Replicas:    c.Replicas,
			AllowDirect: true,
			AllowRollup: true,
		}
		err := opens(ctx, func(ctx context.Context) error { return openStream(ctx, js, log) })
		if err != nil {
			return err
		}
	}

	return nil
}

// openStream makes a stream, or changes the number of its replicas.
func openStream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) error {
	_, err := js.CreateStream(ctx, c)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		err = changeStream(ctx, js, c)
	}
	if err != nil {
		return fmt.Errorf("rooms: stream %s: %w", c.Name, err)
	}
	return nil
}

func changeStream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) error {
	stream, err := js.Stream(ctx, c.Name)
	if err != nil {
		return err
	}

	there := stream.CachedInfo().Config
	if there.AllowDirect != c.AllowDirect || there.AllowRollup != c.AllowRollup ||
		there.MaxMsgsPerSubject != c.MaxMsgsPerSubject && c.MaxMsgsPerSubject > 0 {
		return errors.New("the stream is not one of this package")
	}
	if there.Replicas == c.Replicas {
		return nil
	}

	there.Replicas = c.Replicas
	_, err = js.UpdateStream(ctx, there)
	return err
}

// openBucket makes a key-value bucket, or changes the number of its replicas.
func openBucket(
	ctx context.Context, js jetstream.JetStream, c jetstream.KeyValueConfig,
) (jetstream.KeyValue, error) {
	kv, err := js.CreateKeyValue(ctx, c)
	if errors.Is(err, jetstream.ErrBucketExists) {
		kv, err = js.UpdateKeyValue(ctx, c)
	}
	if err != nil {
		return nil, fmt.Errorf("rooms: bucket %s: %w", c.Bucket, err)
	}
	return kv, nil
}

// follow calls the function see for all entries of a bucket, and for each change. At each interval
// it calls the function check. It ends when ctx is done, or when check returns an error.
func follow(
	ctx context.Context, kv jetstream.KeyValue, interval time.Duration,
	see func(jetstream.KeyValueEntry), check func() error,
) error {
	w, err := kv.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()

	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()

		case entry, open := <-w.Updates():
			switch {
			case !open:
				return errors.New("the watch has ended")
			case entry != nil: // nil marks the end of the initial entries
				see(entry)
			}

		case <-ticker.C:
			if err := check(); err != nil {
				return err
			}
		}
	}
}

// agree writes the settings of the game to NATS. If there already are settings, it compares them.
func agree(ctx context.Context, js jetstream.JetStream, c Config) error {
	want := settings{recordFormat, int64(c.Streams), int64(c.Tick)}
	packet, err := codec.Marshal(want)
	if err != nil {
		return err
	}

	stream, err := js.Stream(ctx, c.names().markStream())
	if err != nil {
		return err
	}

	for ctx.Err() == nil {
		m, err := stream.GetLastMsgForSubject(ctx, c.names().config())
		switch {
		case err == nil:
			var there settings
			if err := codec.Unmarshal(m.Data, &there); err != nil {
				return err
			}
			return want.compare(there)
		case !errors.Is(err, jetstream.ErrMsgNotFound):
			return err
		}

		// If another process has written its settings first, the settings are compared.
		_, err = js.PublishMsg(ctx, &nats.Msg{Subject: c.names().config(), Data: packet},
			jetstream.WithExpectLastSequencePerSubject(0))
		if err != nil && !isWrongSequence(err) {
			return err
		}
	}

	return ctx.Err()
}

// compare returns an error if a process with the settings s can't use the streams of a game. The
// argument game has the settings of the game.
func (s settings) compare(game settings) error {
	switch {
	case game.Format > s.Format:
		return fmt.Errorf("%w: format %d", ErrNewer, game.Format)
	case game.Streams != s.Streams:
		return badConfig("Streams is %d, and the game in NATS has %d streams",
			s.Streams, game.Streams)
	case game.Tick != s.Tick:
		return badConfig("Tick is %v, and the game in NATS has %v",
			time.Duration(s.Tick), time.Duration(game.Tick))
	}
	return nil
}

// isWrongSequence reports whether NATS has refused a message because another message was written
// before.
func isWrongSequence(err error) bool {
	var refused *jetstream.APIError
	if !errors.As(err, &refused) {
		return false
	}
	return refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}
