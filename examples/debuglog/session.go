package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
)

// godot3 reads the messages. Games print any text, so invalid UTF-8 is accepted, and the length
// of a message is limited.
var godot3 = codec.MustNew(codec.Options{
	Dialect: codec.Godot3,
	Mode:    codec.Lenient,
	Limits:  codec.Limits{MaxFrame: 1 << 20, MaxDepth: 32},
})

// serve logs the messages of all games that connect, until ctx is done.
func serve(ctx context.Context, l net.Listener, log *slog.Logger) {
	var games sync.WaitGroup
	defer games.Wait()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()

	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}

		games.Add(1)
		go func() {
			defer games.Done()
			attend(ctx, conn, log.With("game", conn.RemoteAddr().String()))
		}()
	}
}

// attend logs the messages of one game.
func attend(ctx context.Context, conn net.Conn, log *slog.Logger) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	s := &session{
		dec: godot3.NewDecoder(bufio.NewReader(conn), codec.FrameU32),
		enc: godot3.NewEncoder(conn, codec.FrameU32),
		log: log,
	}
	log.Debug("connected")
	log.Debug("gone", "why", s.run())
}

// A session is the connection of one game.
type session struct {
	dec *codec.Decoder
	enc *codec.Encoder
	log *slog.Logger
}

// run handles the messages until the connection ends.
func (s *session) run() error {
	for {
		name, args, err := s.message()
		if err != nil {
			return err
		}
		if err := s.handle(name, args); err != nil {
			return err
		}
	}
}

// maxArgs is more than any message has: the engine sends at most a few hundred lines in one.
const maxArgs = 10_000

var errProtocol = errors.New("this is not the debugger of Godot 3")

// message reads a name, a count, and the arguments.
func (s *session) message() (string, []variant.Variant, error) {
	name, err := next[variant.String](s)
	if err != nil {
		return "", nil, err
	}
	count, err := next[variant.Int](s)
	if err != nil {
		return "", nil, err
	}
	if count < 0 || count > maxArgs {
		return "", nil, fmt.Errorf("%w: %d arguments", errProtocol, count)
	}

	var args []variant.Variant
	for range count {
		v, err := s.dec.Decode()
		if s.dec.Err() != nil {
			return "", nil, err
		}
		args = append(args, v) // nil for one that can't be decoded, such as an object
	}
	return string(name), args, nil
}

// next reads a value that must be a T.
func next[T variant.Variant](s *session) (T, error) {
	v, err := s.dec.Decode()
	if err != nil {
		return *new(T), err
	}
	t, ok := variant.As[T](v)
	if !ok {
		return t, fmt.Errorf("%w: %s", errProtocol, variant.Text(v))
	}
	return t, nil
}

// command sends a command to the game.
func (s *session) command(name string) error {
	return s.enc.Encode(variant.NewArray(variant.String(name)))
}
