// Package web has the HTTP server of the examples. The code is short, so that you can copy it.
package web

import (
	"net/http"
	"time"
)

// These limits apply to a client until it sends the body of its request.
const (
	headerTime  = 5 * time.Second
	idleTime    = time.Minute // time between two requests of one connection
	headerBytes = 16 << 10
)

// Server returns an HTTP server for an address. A client must send its headers within 5 seconds.
// This is necessary because each open connection costs memory, and because the limits of a
// message.Server or a World count only clients that have sent their headers. After the headers
// there is no such limit, so a WebSocket stays open.
func Server(address string, handler http.Handler) *http.Server {
	return &http.Server{
		Addr:              address,
		Handler:           handler,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
	}
}
