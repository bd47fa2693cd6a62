package proxy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// A wsProxy forwards WebSocket messages. It also forwards other HTTP requests, because a game in a
// browser often loads its page from the same address.
type wsProxy struct {
	*Proxy
	ctx    context.Context
	target *url.URL
	pages  *httputil.ReverseProxy

	mu    sync.Mutex
	ended bool // no new connections are accepted
}

// serveWS forwards connections to the target until ctx is done, and then closes them at once.
func (p *Proxy) serveWS(ctx context.Context, l net.Listener, target *url.URL) error {
	defer l.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	quiet := log.New(io.Discard, "", 0) // errors reach the client as status 502

	w := &wsProxy{Proxy: p, ctx: ctx, target: target}
	w.pages = &httputil.ReverseProxy{ErrorLog: quiet, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		w.setOrigin(r.Out.Header, r.In)
	}}

	s := &http.Server{
		Handler:           w,
		ReadHeaderTimeout: 10 * time.Second,
		MaxHeaderBytes:    8 << 10, // limits the path, which is part of a record
		ErrorLog:          quiet,
	}

	stop := context.AfterFunc(ctx, func() { s.Close() })
	defer stop()
	err := s.Serve(l)

	if ctx.Err() != nil {
		err = nil
	}

	cancel()
	w.mu.Lock()
	w.ended = true
	w.mu.Unlock()
	p.tasks.Wait()

	return err
}

// begin counts a task as running. It returns false if the proxy has ended.
func (w *wsProxy) begin() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ended {
		w.tasks.Add(1)
	}
	return !w.ended
}

// wsTarget returns the URL of a server. The argument address is a network address, or a URL with
// the scheme ws, wss, http or https.
func wsTarget(address string) (*url.URL, error) {
	if !strings.Contains(address, "://") {
		if strings.HasPrefix(address, ":") {
			address = "localhost" + address
		}
		address = "http://" + address
	}

	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}

	switch u.Scheme {
	case "ws":
		u.Scheme = "http"
	case "wss":
		u.Scheme = "https"
	case "http", "https":
	default:
		return nil, fmt.Errorf("%q is not a scheme: it must be ws, wss, http or https", u.Scheme)
	}

	if u.Host == "" {
		return nil, fmt.Errorf("%s has no host: it must be like ws://example.com:9000", address)
	}

	return u, nil
}

// setOrigin replaces an Origin header that names the proxy. The new header names the server,
// because the server checks the origin.
func (w *wsProxy) setOrigin(h http.Header, req *http.Request) {
	if _, host, ok := strings.Cut(req.Header.Get("Origin"), "://"); ok &&
		strings.EqualFold(host, req.Host) {
		h.Set("Origin", w.target.Scheme+"://"+w.target.Host)
	}
}

// ServeHTTP connects one client with the server. It connects to the server first, because the
// server chooses the sub-protocol.
func (w *wsProxy) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	if !strings.EqualFold(req.Header.Get("Upgrade"), "websocket") {
		w.pages.ServeHTTP(rw, req)
		return
	}

	if !w.begin() {
		http.Error(rw, "the proxy ends", http.StatusServiceUnavailable)
		return
	}

	defer w.tasks.Done()
	id := int(w.lastID.Add(1))
	path, offered := req.URL.RequestURI(), protocols(req.Header)
	w.add(Record{Conn: id, From: client, Kind: kindOpen, Note: req.RemoteAddr, Path: path,
		Protocols: offered})

	header := req.Header.Clone()
	for name := range header {
		if strings.HasPrefix(name, "Sec-Websocket-") {
			header.Del(name)
		}
	}

	w.setOrigin(header, req)
	to, answer, err := dialWS(req.Context(), w.target, path, offered, header)
	if err != nil {
		w.add(Record{Conn: id, From: server, Kind: kindEnd, Note: err.Error()})
		refuse(rw, answer, err)
		return
	}

	defer to.CloseNow()

	from, err := websocket.Accept(rw, req, &websocket.AcceptOptions{
		Subprotocols:       []string{to.Subprotocol()},
		InsecureSkipVerify: true, // the server behind the proxy checks the Origin
	})

	if err != nil { // Accept has sent the response
		w.add(Record{Conn: id, From: client, Kind: kindEnd, Note: err.Error()})
		return
	}

	defer from.CloseNow()
	from.SetReadLimit(-1) // pass handles long messages in pieces
	w.relay(id, from, to)
}

// dialWS connects to a server. The result answer is not nil if the server has sent a response.
func dialWS(
	ctx context.Context, target *url.URL, path string, protocols []string, header http.Header,
) (*websocket.Conn, *http.Response, error) {
	u, err := join(target, path)
	if err != nil {
		return nil, nil, err
	}

	conn, answer, err := websocket.Dial(ctx, u,
		&websocket.DialOptions{HTTPHeader: header, Subprotocols: protocols})
	if err != nil {
		return nil, answer, err
	}

	conn.SetReadLimit(-1)
	return conn, answer, nil
}

// join returns the URL of a path on the server. The argument path may have a query, which the URL
// keeps.
func join(target *url.URL, path string) (string, error) {
	ref, err := url.ParseRequestURI(cmp.Or(path, "/"))
	if err != nil {
		return "", err
	}

	base := url.URL{Scheme: target.Scheme, User: target.User, Host: target.Host}
	address := base.String() + strings.TrimSuffix(target.EscapedPath(), "/") + ref.EscapedPath()

	if ref.RawQuery != "" {
		address += "?" + ref.RawQuery
	}

	return address, nil
}

// protocols returns the sub-protocols that a client offers.
func protocols(h http.Header) (names []string) {
	for _, line := range h.Values("Sec-WebSocket-Protocol") {
		for name := range strings.SplitSeq(line, ",") {
			name = valid(strings.TrimSpace(name))
			if name != "" {
				names = append(names, name)
			}
		}
	}

	return names
}

// refuse sends the server's response to the client.
func refuse(rw http.ResponseWriter, answer *http.Response, err error) {
	if answer == nil || answer.StatusCode == http.StatusSwitchingProtocols {
		http.Error(rw, err.Error(), http.StatusBadGateway)
		return
	}
	rw.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(rw, answer.Body) // the client may have disconnected
}

// relay forwards messages in both directions until both sides have ended.
func (w *wsProxy) relay(id int, from, to *websocket.Conn) {
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		w.pump(id, server, to, from)
	}()
	w.pump(id, client, from, to)
	<-answered
}

// pump forwards the messages of one side, until that side ends or a write to the other side fails.
// It forwards the closing code.
func (w *wsProxy) pump(id int, side string, src, dst *websocket.Conn) {
	end := Record{Conn: id, From: side, Kind: kindEnd}
	for {
		err := w.pass(id, side, src, dst)
		if err == nil {
			continue
		}

		var closed websocket.CloseError
		switch {
		case errors.As(err, &closed) && closed.Code == websocket.StatusNoStatusRcvd:
			end.Note = "no code"
		case errors.As(err, &closed):
			end.Note = strings.TrimSuffix(fmt.Sprintf("%d %s", closed.Code, closed.Reason), " ")
		case errors.Is(err, net.ErrClosed): // the other pump or the proxy has closed a connection
		default:
			end.Note = err.Error()
		}

		w.add(end) // record the end before the other side learns of it

		switch {
		case closed.Code != 0:
			_ = dst.Close(closed.Code, closed.Reason) // the other pump records the answer
		case !errors.Is(err, errNotPassed):
			// Do not close the connections after errNotPassed, because the other pump may still
			// read a closing code.
			src.CloseNow()
			dst.CloseNow()
		}

		return
	}
}

// pass forwards one message. It forwards a message over the limit in pieces, and records the pieces
// as bytes.
func (w *wsProxy) pass(id int, side string, src, dst *websocket.Conn) error {
	kind, r, err := src.Reader(w.ctx)
	if err != nil {
		return err
	}

	add := func(kind string, b []byte) {
		w.add(Record{Conn: id, From: side, Kind: kind, Packet: b})
	}

	b, err := io.ReadAll(io.LimitReader(r, int64(w.MaxFrame)+1))
	if err != nil {
		if len(b) > 0 {
			add(kindBytes, b)
		}
		return err
	}

	if len(b) <= w.MaxFrame {
		add(kinds[kind], b) // record the message before Write, so that it precedes its answer
		return notPassed(dst.Write(w.ctx, kind, b))
	}

	out, err := dst.Writer(w.ctx, kind)
	if err != nil {
		return notPassed(err)
	}

	r = io.MultiReader(bytes.NewReader(b), r)
	buf := make([]byte, 32<<10)
	for {
		n, err := io.ReadFull(r, buf)
		if n > 0 {
			add(kindBytes, bytes.Clone(buf[:n]))
			if _, err := out.Write(buf[:n]); err != nil {
				return notPassed(err)
			}
		}

		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return notPassed(out.Close())
		default:
			return err
		}
	}
}

var kinds = map[websocket.MessageType]string{websocket.MessageBinary: kindPacket,
	websocket.MessageText: kindText}

var errNotPassed = errors.New("the message was not passed on")

// notPassed marks an error of writing to the receiver.
func notPassed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %v", errNotPassed, err)
}
