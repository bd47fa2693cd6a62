package websocket

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"godotvariant/codec/transport"
)

// Options say which clients a [Listener] accepts.
type Options struct {
	// Origins are the hosts of web pages that may connect, besides the host of the server itself,
	// as patterns: "game.example.com", "*.example.com". Games that are not web pages may always
	// connect.
	Origins []string
	// Accept decides about a client by its request, which may have a ticket in the query, for
	// instance. If Accept returns an error, the client may not connect, and gets the HTTP status
	// 403. Accept is called before the upgrade, by many goroutines. If Accept is nil, all clients
	// may connect.
	Accept func(r *http.Request) error
	// Refused is called for each client that may not connect because of Origins or Accept, or whose
	// request is not a request for a WebSocket.
	Refused func(r *http.Request, why error)
}

// A Listener accepts WebSockets. It is an http.Handler, too.
type Listener struct {
	options Options
	conns   chan *conn
	once    sync.Once
	done    chan struct{}
	site    *http.Server // server of Listen, or nil
	addr    net.Addr
}

// New returns a Listener without an address. Give it to an http.Server as the handler.
func New(o Options) *Listener {
	return &Listener{options: o, conns: make(chan *conn), done: make(chan struct{}), addr: noAddr{}}
}

// headerTime is the longest time until the header of a request has arrived.
const headerTime = 10 * time.Second

// Listen returns a Listener at an address such as ":9001", for any path.
func Listen(address string, o Options) (*Listener, error) { return listen(address, o, headerTime) }

func listen(address string, o Options, header time.Duration) (*Listener, error) {
	socket, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}

	l := New(o)
	l.addr = socket.Addr()
	l.site = &http.Server{Handler: l, ReadHeaderTimeout: header}
	go func() {
		_ = l.site.Serve(socket) // after an error nobody can connect
		_ = l.Close()
	}()
	return l, nil
}

// ServeHTTP upgrades a request to a WebSocket. The method Accept of the Listener returns the
// WebSocket.
func (l *Listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if l.options.Accept != nil {
		if err := l.options.Accept(r); err != nil {
			http.Error(w, "refused", http.StatusForbidden)
			l.refused(r, err)
			return
		}
	}

	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: l.options.Origins})
	if err != nil { // websocket.Accept has answered the request
		l.refused(r, err)
		return
	}

	c := newConn(ws, remote(r))
	c.request = r
	select {
	case l.conns <- c:
	case <-l.done:
		_ = c.Close(transport.ErrClosed) // the client is refused even if Close fails
	}
}

func (l *Listener) refused(r *http.Request, why error) {
	if l.options.Refused != nil {
		l.options.Refused(r, why)
	}
}

// errClosed is the error of Accept after Close.
var errClosed = errors.Join(errors.New("websocket: the listener is closed"), net.ErrClosed)

// Accept waits for the next WebSocket.
func (l *Listener) Accept() (transport.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, errClosed
	}
}

// Close makes Accept return. The address of Listen is free afterwards.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.done) })
	if l.site != nil {
		return l.site.Close()
	}
	return nil
}

// Addr returns the address of Listen. A Listener of New has the address "http.Handler".
func (l *Listener) Addr() net.Addr { return l.addr }

// noAddr is the address of a Listener that serves only as a handler.
type noAddr struct{}

func (noAddr) Network() string { return "websocket" }
func (noAddr) String() string  { return "http.Handler" }
