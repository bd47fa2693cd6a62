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

// The text in messages is whatever the game has printed, so it is taken as it
// is; for the same reason a peer is not to be trusted with more than 1 MiB of it.
var godot3 = codec.MustNew(codec.Options{
	Dialect: codec.Godot3,
	Mode:    codec.Lenient,
	Limits:  codec.Limits{MaxFrame: 1 << 20, MaxDepth: 32},
})

// serve logs games, any number at once, until ctx is done.
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
			defer conn.Close()
			stop := context.AfterFunc(ctx, func() { conn.Close() })
			defer stop()
			log := log.With("game", conn.RemoteAddr().String())
			log.Debug("connected")
			log.Debug("gone", "why", newSession(conn, log).run())
		}()
	}
}

// A session is the connection of one game.
type session struct {
	dec *codec.Decoder
	enc *codec.Encoder
	log *slog.Logger
}

func newSession(conn net.Conn, log *slog.Logger) *session {
	return &session{
		dec: godot3.NewDecoder(bufio.NewReader(conn), codec.FrameU32),
		enc: godot3.NewEncoder(conn, codec.FrameU32),
		log: log,
	}
}

// run logs the messages up to the end of the connection.
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

// maxArgs is far more than any message has: the engine sends up to some hundred
// printed lines in one.
const maxArgs = 10_000

var errProtocol = errors.New("this is not the debugger of Godot 3")

// message reads a name, a count and as many arguments.
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
		args = append(args, v) // nil where one could not be read: an object, say
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

// command sends one of the words that the debugger in the game knows.
func (s *session) command(words ...variant.Variant) error {
	return s.enc.Encode(variant.NewArray(words...))
}
