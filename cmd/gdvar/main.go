// Command gdvar opens, prints, edits, compares and converts save files of Godot games:
// files of store_var, of any engine, compressed and encrypted ones too. It also prints what a game
// and its server say to each other.
//
//	go install ./gdvar        # in the directory cmd
//	gdvar show player.save
//	gdvar help
//
// Its README.md is a tour. The exit code is 0, 1 for a path that is not there, for
// differences and findings, or 2 for a bad command line or bad data.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends also what waits for a terminal
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}, os.Getenv)
	stop()
	os.Exit(code)
}
