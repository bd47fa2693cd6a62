/*
Debuglog listens for the remote debugger of Godot 3. It logs the output, the warnings and the errors
of a game as slog records. The game needs no code for this.

It shows how to read a protocol of the engine itself, message by message, with a Decoder.

	go run ./examples/debuglog -addr 127.0.0.1:6007
	godot3-server --remote-debug 127.0.0.1:6007 -s game.gd

	level=INFO msg="hello 42" game=127.0.0.1:53412
	level=WARN msg=careful game=127.0.0.1:53412 at=modules/gdscript/gdscript_functions.cpp:817
	in=call stack="[res://game.gd:6 in _init]"

The protocol of the debugger consists of Variants, each in a frame of FrameU32: the name of a
message, the number of its arguments, and the arguments. When a game stops at an error, debuglog
asks for the stack, logs the error and the stack, and continues the game.

The flag -json prints JSON. The flag -performance also prints the numbers that the engine reports
every second.
*/
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:6007", "where to listen")
	asJSON := flag.Bool("json", false, "print JSON")
	performance := flag.Bool("performance", false, "also log the numbers that the engine reports")
	flag.Parse()

	options := &slog.HandlerOptions{}
	if *performance {
		options.Level = slog.LevelDebug
	}
	var handler slog.Handler = slog.NewTextHandler(os.Stdout, options)
	if *asJSON {
		handler = slog.NewJSONHandler(os.Stdout, options)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	l, err := net.Listen("tcp", *addr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "debuglog:", err)
		os.Exit(1)
	}
	fmt.Fprintln(os.Stderr, "listening on", l.Addr())
	serve(ctx, l, slog.New(handler))
}

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
			log := log.With("game", conn.RemoteAddr().String())
			log.Debug("connected")
			log.Debug("gone", "why", attend(ctx, conn, log))
		}()
	}
}

// godot3 is the codec for the messages of games. It accepts invalid UTF-8, because games can print
// any text. It also limits the length of a message.
var godot3 = codec.MustNew(codec.Options{
	Dialect: codec.Godot3,
	Mode:    codec.Lenient,
	Limits:  codec.Limits{MaxFrame: 1 << 20, MaxDepth: 32},
})

// attend logs the messages of one game, and sends it commands, until the connection ends.
func attend(ctx context.Context, conn net.Conn, log *slog.Logger) error {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	dec := godot3.NewDecoder(bufio.NewReader(conn), codec.FrameU32)
	enc := godot3.NewEncoder(conn, codec.FrameU32)
	for {
		name, args, err := read(dec)
		if err != nil {
			return err
		}

		command := record(log, name, args)
		if command == "" {
			continue
		}
		if err := enc.Encode(variant.NewArray(variant.String(command))); err != nil {
			return err
		}
	}
}

// maxArgs is the greatest number of arguments of a message. The engine sends fewer: a message with
// output has an argument for each line, and at most a few hundred lines.
const maxArgs = 10_000

var errProtocol = errors.New("this is not the debugger of Godot 3")

// read reads a message: a name, a number of arguments, and the arguments.
func read(dec *codec.Decoder) (string, []variant.Variant, error) {
	name, err := next[variant.String](dec)
	if err != nil {
		return "", nil, err
	}
	count, err := next[variant.Int](dec)
	if err != nil {
		return "", nil, err
	}
	if count < 0 || count > maxArgs {
		return "", nil, fmt.Errorf("%w: %d arguments", errProtocol, count)
	}

	var args []variant.Variant
	for range count {
		v, err := dec.Decode()
		if dec.Err() != nil {
			return "", nil, err
		}
		args = append(args, v) // nil for an argument that can't be decoded, such as an object
	}
	return string(name), args, nil
}

// next reads a value that must be a T.
func next[T variant.Variant](dec *codec.Decoder) (T, error) {
	v, err := dec.Decode()
	if err != nil {
		return *new(T), err
	}

	t, ok := variant.As[T](v)
	if !ok {
		return t, fmt.Errorf("%w: %s", errProtocol, variant.Text(v))
	}
	return t, nil
}
