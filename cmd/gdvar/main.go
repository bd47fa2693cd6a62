// Command gdvar opens, prints, edits, compares and converts save files of Godot games: files that
// store_var wrote, in any engine, also compressed and encrypted. It also prints the messages
// between a game and its server.
//
//	go install ./gdvar        # in the directory cmd
//	gdvar show player.save
//	gdvar help
//
// Its README.md is a tour. The exit code is 0; 1 if a path does not exist, or for differences and
// findings; 2 for a bad command line or bad data.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program even if it waits for a terminal
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}, os.Getenv)
	stop()
	os.Exit(code)
}
