/*
Debuglog listens for the remote debugger of Godot 3. It logs what a game prints, its warnings and
its errors as slog records. The game needs no code for it:

	go run ./examples/debuglog -addr 127.0.0.1:6007
	godot3-server --remote-debug 127.0.0.1:6007 -s game.gd

	level=INFO msg="hello 42" game=127.0.0.1:53412
	level=WARN msg=careful game=127.0.0.1:53412 at=modules/gdscript/gdscript_functions.cpp:817
	in=call stack="[res://game.gd:6 in _init]"

The protocol of the debugger consists of Variants, each in a frame of FrameU32: the name of a
message, the number of its arguments, the arguments. When a game stops at an error, debuglog asks
for the stack, logs both, and continues the game.

The flag -json prints JSON. The flag -performance also prints the numbers that the engine reports
every second.
*/
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
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
