/*
Saveserver keeps the saves of players, over HTTP.

	go run ./saveserver -db saves.db                # in the directory examples/extras
	go run ./saveserver -dialect godot4 -addr :8920 -max 262144

	PUT    /saves/{player}/{slot}   stores a save
	GET    /saves/{player}/{slot}   returns it
	DELETE /saves/{player}/{slot}   removes it

A save is a Dictionary. The body is var_to_bytes(save), in Godot 3 var2bytes(save). Content-Type,
and Accept for GET, choose the form:

	application/octet-stream   the bytes; the default
	text/plain                 Marshalls.variant_to_base64(save)
	application/json           GET only, for people and web pages: as JSON.from_native of Godot

client.gd beside this file is a client for Godot 3, and client4.gd one for Godot 4:

	GDPORT=8920 godot3-server --no-window -s saveserver/client.gd

Each answer with a save has an ETag, a hash of its contents. A PUT has to say which save it
replaces, so two devices don't overwrite each other's saves:

	If-None-Match: *   no save: 412 if the slot has one; 428 if neither header is sent
	If-Match: "ETAG"   this save: 412 if the slot has another one; the client loads it and decides
	If-Match: *        any save

DELETE takes If-Match too. Without it any save is removed.

Saves are untrusted. Their size is limited before the body is read (413), their bytes are checked
in strict mode (422, with the offset and the path of the error), full objects are refused, and
nothing in a save is executed. Errors are JSON:

	{"error": "…", "offset": 44, "path": "$[\"name\"]"}

The example does not check who a client is. A server on the Internet also needs a login, TLS, and
limits for the number of requests and slots.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"godotvariant/codec"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8920", "address to listen on")
	db := flag.String("db", "saves.db", "file of the SQLite database")
	dialect := flag.String("dialect", "godot3", "the engine of the game: godot3, godot4")
	maxSize := flag.Int("max", 1<<20, "the largest save, in bytes")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	if err := run(ctx, *addr, *db, *dialect, *maxSize); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, addr, db, dialect string, maxSize int) error {
	c, err := saveCodec(dialect)
	if err != nil {
		return err
	}

	saves, err := openStore(ctx, db, c)
	if err != nil {
		return err
	}
	defer saves.close()

	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}

	s := &http.Server{
		Handler:           newServer(saves, c, maxSize),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      30 * time.Second,
	}

	log.Printf("saves of %s at http://%s/saves/", c.Dialect().Name, l.Addr())
	done := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() { // requests that have begun get their answers
		patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		done <- s.Shutdown(patience)
	})

	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return err
	}

	return <-done
}

// saveCodec returns the codec of the saves. Strict mode refuses packets that an engine might read
// as another value.
func saveCodec(dialect string) (*codec.Codec, error) {
	d := codec.DialectByName(dialect)
	if d == nil {
		return nil, fmt.Errorf("no such dialect: %s", dialect)
	}
	limits := codec.Limits{MaxDepth: 64}
	return codec.New(codec.Options{Dialect: d, Mode: codec.Strict, Limits: limits})
}
