// Package web has the HTTP server of the examples. It is short, to be copied.
package web

import (
	"net/http"
	"time"
)

// The limits for a client before the body of its request.
const (
	headerTime  = 5 * time.Second
	idleTime    = time.Minute // time between two requests of one connection
	headerBytes = 16 << 10
)

// Server returns an HTTP server for an address. A client must send its headers within 5 seconds.
// Each open connection costs memory, and the limits of a message.Server or a World count only
// clients that have sent their headers. The time ends with the headers, so a WebSocket stays open.
func Server(address string, handler http.Handler) *http.Server {
	return &http.Server{
		Addr:              address,
		Handler:           handler,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
	}
}
