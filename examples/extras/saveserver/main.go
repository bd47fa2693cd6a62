/*
Saveserver keeps the saves of players, over HTTP, in an SQLite database.

It shows how to check saves from unknown clients without building their values, and how two devices
can write the same save without losing changes.

	go run ./saveserver -db saves.db                # in the directory examples/extras
	go run ./saveserver -dialect godot4 -addr :8920 -max 262144

	PUT    /saves/{player}/{slot}   stores a save; the body is var_to_bytes(save)
	GET    /saves/{player}/{slot}   returns it
	DELETE /saves/{player}/{slot}   removes it

A save is a Dictionary. client4.gd beside this file is a client for Godot 4, and client.gd is a
client for Godot 3, where the function is var2bytes:

	GDPORT=8920 godot3-server --no-window -s saveserver/client.gd

Each answer with a save has an ETag, a hash of its contents. In the header If-Match, PUT and DELETE
name the save that they replace, so two devices don't overwrite each other's saves. If the slot has
another save, the answer is 412. Then the client loads that save and decides:

	If-Match: "ETAG"   this save
	If-Match: *        any save
	no If-Match        no save: PUT stores the first one

Saves are untrusted. A body that is too long is refused (413). The bytes of a body are checked in
strict mode (422, with the offset and the path of the error). Full objects are refused, and no part
of a save is executed.

The example does not check who a client is. A server on the Internet also needs a login, TLS, and
limits for the number of requests and slots.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"

	"godotvariant/examples/extras/web"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8920", "address to listen on")
	db := flag.String("db", "saves.db", "file of the SQLite database")
	dialect := flag.String("dialect", "godot3", "the engine of the game: godot3, godot4")
	maxSize := flag.Int64("max", 1<<20, "the largest save, in bytes")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	if err := run(ctx, *addr, *db, *dialect, *maxSize); err != nil {
		log.Fatal(err)
	}
}

// run serves until ctx is done.
func run(ctx context.Context, addr, db, dialect string, maxSize int64) error {
	saves, err := openServer(ctx, db, dialect, maxSize)
	if err != nil {
		return err
	}
	defer saves.db.Close()

	s := web.Server(addr, saves.routes())
	s.ReadTimeout = 30 * time.Second
	s.WriteTimeout = 30 * time.Second

	log.Printf("saves at http://%s/saves/", addr)
	done := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() { // the server still answers requests that have begun
		patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		done <- s.Shutdown(patience)
	})

	if err := s.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return err
	}

	return <-done
}
