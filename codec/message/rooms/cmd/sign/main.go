// Sign makes keys and tickets for rooms.
//
//	go run ./cmd/sign                                    # a new pair of keys
//	go run ./cmd/sign -player ada -room meadow < key     # a ticket, for an hour
//
// The private key is read from standard input, because arguments are visible to other processes.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"godotvariant/codec/message/rooms/ticket"
)

func main() {
	player := flag.String("player", "", "name of the player; empty: make keys")
	room := flag.String("room", "", "the only room to join; empty: any")
	valid := flag.Duration("for", time.Hour, "how long the ticket is valid")
	flag.Parse()

	if *player == "" {
		private, public := ticket.NewKeys()
		fmt.Printf("private %s\npublic  %s\n", private, public)
		return
	}

	text, err := sign(os.Stdin, ticket.Ticket{
		Player: *player, Room: *room, Expires: time.Now().Add(*valid),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
}

// sign reads a private key from input, and returns a ticket signed with it.
func sign(input io.Reader, t ticket.Ticket) (string, error) {
	text, err := io.ReadAll(input)
	if err != nil {
		return "", err
	}

	key, err := ticket.ParsePrivateKey(strings.TrimSpace(string(text)))
	if err != nil {
		return "", err
	}

	return ticket.Sign(key, t)
}
