package main

import (
	"net/http"
	"time"
)

// httpServer returns a server that disconnects a client which does not send its headers within 5
// seconds. The limit is only for the headers, so a WebSocket stays open.
func httpServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}
