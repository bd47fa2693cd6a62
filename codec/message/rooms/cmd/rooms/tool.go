package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/meadow"
)

// runTool runs "rooms inspect" or "rooms repair" for the rooms in the arguments.
func runTool(ctx context.Context, args []string, out io.Writer) error {
	var bus busSettings
	c := rooms.Config{Game: meadow.Game{}}
	f := flag.NewFlagSet("rooms "+args[0], flag.ContinueOnError)
	f.StringVar(&bus.url, "nats", "nats://127.0.0.1:4222",
		"URLs of NATS servers, separated by commas")
	f.StringVar(&bus.ca, "nats-ca", "", "file with the certificates that vouch for NATS servers")
	f.StringVar(&bus.creds, "nats-creds", "", "file with the credentials for NATS servers")
	f.StringVar(&c.Prefix, "prefix", "rooms", "begins the names of the game's streams in NATS")
	if err := f.Parse(args[1:]); err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()

	b, err := openBus(ctx, bus)
	if err != nil {
		return err
	}
	defer b.close()

	for _, room := range f.Args() {
		if args[0] == "repair" {
			err = rooms.Repair(ctx, b.conn, c, room)
		} else {
			err = inspect(ctx, b, c, room, out)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", room, err)
		}
	}
	return nil
}

// inspect prints the log of a room.
func inspect(ctx context.Context, b *bus, c rooms.Config, room string, out io.Writer) error {
	log, err := rooms.ReadLog(ctx, b.conn, c, room)
	if err != nil {
		return err
	}

	for _, r := range log.Records {
		fmt.Fprintf(out, "%s: record %d, %v, tick %d, epoch %d of %s\n",
			room, r.Index, r.Kind, r.Tick, r.Epoch, r.Host)
		if r.Snapshot != nil {
			fmt.Fprintf(out, "\t%v\n", r.Snapshot.State)
			for _, s := range r.Snapshot.Sessions {
				fmt.Fprintf(out, "\t%s, session %d, message %d\n", s.Player, s.Nonce, s.Last)
			}
		}
		for _, e := range r.Entries {
			fmt.Fprintf(out, "\t%v of %s, session %d%s\n", e.Kind, e.Player, e.Session, bodyOf(e))
		}
	}
	return log.Err
}

// bodyOf returns the number and the content of a message as text, and "" for any other entry.
func bodyOf(e rooms.Entry) string {
	if e.Kind != rooms.EntryMessage {
		return ""
	}
	body, err := e.Body()
	if err != nil {
		return fmt.Sprintf(", message %d: %v", e.Number, err)
	}
	return fmt.Sprintf(", message %d: %v", e.Number, body)
}
