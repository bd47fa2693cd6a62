package main

import (
	_ "embed"
	"log"
	"net/http"

	"godotvariant/internal/test/enginetest/web"
)

// gameScript is the game of the page.
//
//go:embed game.gd
var gameScript string

// page returns the handler of the page with the game. Without Godot's web build the page says how
// to get it. Package web is not for other modules: a copy of this program serves the files that the
// engine has exported for the web, by http.FileServer.
func page(report web.Reporter) http.Handler {
	game, err := web.Game{Script: gameScript, Report: report}.Handler()
	if err == nil {
		return game
	}

	why := "The room works, but it has no page: " + err.Error()
	log.Print(why)
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, why, http.StatusServiceUnavailable)
	})
}
