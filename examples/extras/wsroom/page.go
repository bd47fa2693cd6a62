package main

import (
	_ "embed"
	"net/http"

	"godotvariant/internal/enginetest/web"
)

// gameScript is the game of the page.
//
//go:embed game.gd
var gameScript string

// newSite returns the handler of the page at / and of the room at /room. Without Godot's web build
// the error says how to get it; then the handler is valid too, and its page shows the error.
func newSite(r *room, report web.Reporter) (http.Handler, error) {
	mux := http.NewServeMux()
	mux.Handle("/room", r)

	game, err := web.Game{Script: gameScript, Report: report}.Handler()
	if err != nil {
		game = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "The room works, but it has no page: "+err.Error(),
				http.StatusServiceUnavailable)
		})
	}

	mux.Handle("/", game)
	return mux, err
}
