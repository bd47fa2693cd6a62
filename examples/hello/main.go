// Command hello answers Godot: each value that comes over TCP with put_var goes
// back in a Dictionary.
//
//	go run ./examples/hello
//
// hello.gd beside it is the other side, for Godot 3.
package main

import (
	"fmt"
	"log"
	"net"

	"godotvariant/codec"
	"godotvariant/variant"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:9000")
	if err != nil {
		log.Fatal(err)
	}
	for {
		conn, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go hello(conn)
	}
}

func hello(conn net.Conn) {
	defer conn.Close()
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3}) // or Godot4
	in, out := c.NewDecoder(conn, codec.FrameU32), c.NewEncoder(conn, codec.FrameU32)
	for v, err := range in.All() {
		if err != nil {
			log.Print(err)
			return
		}
		answer := variant.NewDictionary(variant.KV("you said", v), variant.KV("type", variant.String(fmt.Sprintf("%T", v))))
		if err := out.Encode(answer); err != nil {
			log.Print(err)
			return
		}
	}
}
