// Command hello answers Godot: it sends each value that a game sends with put_var over TCP back to
// the game, in a Dictionary.
//
//	go run .                    # for godot4/, a project for Godot 4
//	go run . -dialect godot3    # for godot3/, the same for Godot 3
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"time"

	"godotvariant/codec"
	"godotvariant/variant"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:9000", "where to listen")
	dialect := flag.String("dialect", "godot4", "the engine: godot4 or godot3")
	flag.Parse()

	d := codec.DialectByName(*dialect)
	if d == nil {
		log.Fatal("no such dialect: ", *dialect)
	}
	limits := codec.Limits{MaxFrame: 64 << 10} // bytes of a message
	c := codec.MustNew(codec.Options{Dialect: d, Limits: limits})

	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening for %s on %v", d.Name(), listener.Addr())

	for {
		conn, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go hello(conn, c)
	}
}

func hello(conn net.Conn, c *codec.Codec) {
	defer conn.Close()
	in, out := c.NewDecoder(conn, codec.FrameU32), c.NewEncoder(conn, codec.FrameU32)

	for {
		conn.SetDeadline(time.Now().Add(time.Minute)) // a silent client is disconnected
		v, err := in.Decode()
		if err != nil {
			log.Print(err) // io.EOF: the client has left
			return
		}

		answer := variant.NewDictionary(
			variant.KV("you said", v),
			variant.KV("type", variant.String(fmt.Sprintf("%T", v))),
		)
		if err := out.Encode(answer); err != nil {
			log.Print(err)
			return
		}
	}
}
