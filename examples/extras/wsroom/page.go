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

// page returns the handler of the page with the game. Without Godot's web build, the page explains
// how to get the build. Other modules cannot import package web: in a copy of this program, use
// http.FileServer to serve the files that the engine exports for the web.
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
