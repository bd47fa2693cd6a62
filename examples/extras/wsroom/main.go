// Wsroom is a chat room for games made with Godot, over WebSocket. Its members are games in Godot
// 4, in Godot 3 and in a browser, and programs in Go. Each member can send any value to all
// members.
//
// It shows WebSocket for engines and browsers, values of any type, and what a server does with a
// value whose type an engine does not have.
//
//	go run ./wsroom                  # in the directory examples/extras
//	go run ./wsroom -addr :8910 -origins game.example.com
//
// The address that it prints, http://127.0.0.1:8910, is a page with a small game (game.gd) that
// joins the room. The game needs Godot's web build. This command downloads it, in the directory of
// the repository:
//
//	go run ./internal/test/enginetest/fetch
//
// Members connect to /room. There are two scripts for members, bot3.gd for Godot 3 and bot4.gd for
// Godot 4:
//
//	NAME=Ada godot3-server --no-window -s wsroom/bot3.gd
//
// A client sends these messages:
//
//	{"type": "join", "name": name}    first
//	{"type": "say", "value": value}   any value
//	{"type": "here"}                  if the client has said nothing for half a minute
//
// It receives these:
//
//	{"type": "joined", "name": name, "members": number of all members}
//	{"type": "said", "name": name, "value": value}
//	{"type": "refused", "why": text}
//	{"type": "left", "name": name}
//
// The sender of a value gets "refused" if some members did not receive the value, because their
// engine does not have its type, or because the message is too long. All other members received it.
// The server disconnects a client that breaks the protocol, sends nothing for a minute, or does not
// read. The closing frame has the reason, see WebSocketPeer.get_close_reason.
//
// Messages in both directions have at most 64 KiB, see maxMessage.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
	"godotvariant/examples/extras/web"
	"godotvariant/variant"
)

// maxMessage is the length of the longest message in both directions. A Godot client has ring
// buffers of 64 KiB, which hold 64 KiB minus one byte, and the length of a packet is a multiple of
// 4 bytes. All messages between two calls of poll must fit in the buffer, because the engine drops
// further messages. If a game needs a larger buffer, it must call set_buffers (Godot 3) or set
// inbound_buffer_size (Godot 4) before it connects.
const maxMessage = 64<<10 - 4

// Join is the message "join" from a client.
type Join struct {
	Name string `godot:"name,max=64"`
}

// Say is the message "say" from a member.
type Say struct {
	Value variant.Variant `godot:"value,required"`
}

// Here is the message "here" from a client that has no value to send.
type Here struct{}

// Joined is the message "joined" to all members, including the new member.
type Joined struct {
	Name    string `godot:"name"`
	Members int    `godot:"members"`
}

// Said is the message "said" to all members.
type Said struct {
	Name  string          `godot:"name"`
	Value variant.Variant `godot:"value"`
}

// Refused is the message "refused" to the member that has said a value.
type Refused struct {
	Why string `godot:"why"`
}

// Left is the message "left" to all members.
type Left struct {
	Name string `godot:"name"`
}

// A member is a client. Before its first message it has no name.
type member struct {
	*message.Peer
	name string
}

// A room passes each value on to all members. The lock mu is held while a handler runs, so all
// members receive all values in the same order.
type room struct {
	mu      sync.Mutex
	members message.Group[*member]
}

func (r *room) join(m *member, j *Join) error {
	if m.name != "" || j.Name == "" {
		return errors.New("a member joins once, with a name")
	}

	m.name = j.Name
	r.members.Add(m)
	return r.members.Send(Joined{m.name, len(r.members.Members())})
}

// say handles "say". Members whose dialect does not have the type of the value do not get the
// value, and do not get a similar value instead.
func (r *room) say(m *member, s *Say) error {
	if m.name == "" {
		return errors.New("the first message is join")
	}

	if err := r.members.Send(Said{m.name, s.Value}); err != nil {
		return m.Send(Refused{err.Error()})
	}
	return nil
}

func (r *room) here(*member, *Here) error { return nil }

// leave is called after the last message of a client.
func (r *room) leave(m *member, why error) {
	log.Printf("%v %q: %v", m.Addr(), m.name, why)
	if m.name != "" {
		_ = r.members.Send(Left{m.name}) // every dialect has a String
	}
}

// server returns the server of the room. The server accepts the dialects of two engines. A packet
// does not say which engine wrote it. But the first message of a client can be read only in one of
// the dialects, so this message shows the dialect of the client.
func (r *room) server() *message.Server[*member] {
	mux := message.New[*member](message.Options{})
	message.Handle(mux, "join", r.join)
	message.Handle(mux, "say", r.say)
	message.Handle(mux, "here", r.here)

	message.Declare[Joined](mux, "joined")
	message.Declare[Said](mux, "said")
	message.Declare[Refused](mux, "refused")
	message.Declare[Left](mux, "left")

	limited := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: maxMessage}})
	return &message.Server[*member]{
		Mux:      mux,
		Lock:     &r.mu,
		Dialects: []*variant.Dialect{codec.Godot4, codec.Godot3},
		In:       limited,
		Out:      limited,
		Limits: transport.Limits{
			Idle:     time.Minute,
			MaxPeers: 1000,
			MaxRate:  100,
			MaxQueue: 256,
		},
		Enter: func(p *message.Peer) (*member, error) { return &member{Peer: p}, nil },
		Leave: r.leave,
	}
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8910", "address to listen on")
	origins := flag.String("origins", "",
		"more hosts whose web pages may connect, separated by commas; "+
			"games that are not web pages always may")
	flag.Parse()

	isComma := func(r rune) bool { return r == ',' }
	server, site := new(room).server(), http.NewServeMux()
	members := websocket.New(websocket.Options{
		Origins: strings.FieldsFunc(*origins, isComma),
		Refused: func(r *http.Request, why error) { log.Print(r.RemoteAddr, ": ", why) },
	})
	go server.Serve(members)
	site.Handle("/room", members)
	site.Handle("/", page(nil))

	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	go func() { log.Fatal(web.Server(*addr, site).ListenAndServe()) }()
	log.Printf("a room at http://%s", *addr)

	<-interrupted.Done()
	patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(patience, nil); err != nil {
		log.Print("shut down: ", err)
	}
}
