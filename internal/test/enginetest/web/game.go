// Package web serves a GDScript to Godot 4's web build, in a browser or under node.
//
// [Folder] finds the build, and [Fetch] downloads it. [Game.Handler] serves a page. When a person
// opens the address of this page, the game runs in the browser.
package web

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The page, and the program that starts the engine in it.
var (
	//go:embed page.html
	page []byte
	//go:embed play.js
	play []byte
)

// A Game is a script, with the files, arguments and environment variables for it.
type Game struct {
	Script string // a GDScript that extends Node

	// Project, if not empty, is the folder of a project to play. The script is added as the
	// autoload Bot. If Project is empty, the engine runs only the script.
	Project string

	Args []string // arguments of the engine's command line
	Env  []string // "NAME=value", for OS.get_environment

	// Dir, if not empty, is a folder whose files are in the engine's memory file system, at the
	// same path. When the script ends, the files that it has written there are copied back.
	Dir string

	// Report, if not nil, gets the lines that the script prints, and its exit code. If Report is
	// nil, a browser shows the lines in its console.
	Report Reporter
}

// A Reporter receives the events of a game. HTTP requests call its methods, one at a time.
type Reporter interface {
	Print(line string) // line of stdout
	Error(line string) // line of stderr
	Exit(code int)     // called at the end, after all lines and files have arrived
}

// A start is the content of game.json, which the page reads first.
type start struct {
	Args   []string          `json:"args"`
	Env    map[string]string `json:"env"`
	Dir    string            `json:"dir"`
	Files  []string          `json:"files"` // names with slashes, below Dir
	Report bool              `json:"report"`
}

// hook is a piece of index.js. Code at this place can use the variables of the engine's file system
// and environment, which the engine does not export. The text hooked replaces the text hook, and
// exports these variables.
const hook, hooked = `Module["initFS"]=`, `Module["host"]={FS,ENV};` + hook

// Files returns the files of the project that the engine plays.
func (g Game) Files() ([]File, error) {
	if g.Project == "" {
		return alone(g.Script), nil
	}
	return autoloaded(os.DirFS(g.Project), g.Script)
}

// Handler returns a handler for the page of the game, the files of the engine and the other
// requests of the page. Use it at the root of a server or behind http.StripPrefix. It needs the web
// build, see [Folder].
//
// A browser without --headless among Args needs WebGL 2.
func (g Game) Handler() (http.Handler, error) {
	folder, err := Folder()
	if err != nil {
		return nil, err
	}

	script, err := os.ReadFile(filepath.Join(folder, "index.js"))
	if err != nil {
		return nil, err
	}

	if bytes.Count(script, []byte(hook)) != 1 {
		return nil, fmt.Errorf("%s: index.js is of an unknown version of Godot", folder)
	}

	script = bytes.Replace(script, []byte(hook), []byte(hooked), 1)

	files, err := g.Files()
	if err != nil {
		return nil, err
	}

	mux := http.NewServeMux()
	for name, data := range map[string][]byte{
		"page.html": page,
		"play.js":   play,
		"index.js":  script,
		"main.pck":  pack(files),
	} {
		mux.HandleFunc("GET /"+name, serve(name, data))
	}

	mux.HandleFunc("GET /{$}", serve("page.html", page))

	mux.HandleFunc("GET /{file}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("file")
		if !isEngineFile(name) {
			http.NotFound(w, r)
			return
		}
		http.ServeFile(w, r, filepath.Join(folder, name))
	})

	mux.HandleFunc("GET /game.json", g.serveStart)

	if g.Dir != "" {
		mux.HandleFunc("GET /file", g.serveFile)
		mux.HandleFunc("POST /file", g.takeFile)
	}

	if g.Report != nil {
		mux.HandleFunc("POST /lines", g.takeLines)
		mux.HandleFunc("POST /exit", g.takeExit)
	}

	return mux, nil
}

// serve returns a handler for data that is not in a file.
func serve(name string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
	}
}

func (g Game) serveStart(w http.ResponseWriter, r *http.Request) {
	s := start{
		Args:   append([]string{"--main-pack", "/main.pck"}, g.Args...),
		Env:    map[string]string{},
		Dir:    filepath.ToSlash(g.Dir),
		Files:  []string{},
		Report: g.Report != nil,
	}

	for _, variable := range g.Env {
		name, value, _ := strings.Cut(variable, "=")
		s.Env[name] = value
	}

	if g.Dir != "" {
		err := fs.WalkDir(os.DirFS(g.Dir), ".",
			func(path string, entry fs.DirEntry, err error) error {
				if err == nil && entry.Type().IsRegular() {
					s.Files = append(s.Files, path)
				}
				return err
			})

		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}

	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s) // an error means that the page is closed
}

// path returns the path of the requested file, or an error if it is outside of the folder Dir.
func (g Game) path(r *http.Request) (string, error) {
	path, err := filepath.Localize(r.FormValue("path"))
	return filepath.Join(g.Dir, path), err
}

func (g Game) serveFile(w http.ResponseWriter, r *http.Request) {
	answer(w, func() error {
		path, err := g.path(r)
		if err != nil {
			return err
		}

		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, file)
		return err
	})
}

func (g Game) takeFile(w http.ResponseWriter, r *http.Request) {
	answer(w, func() error {
		path, err := g.path(r)
		if err != nil {
			return err
		}

		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}

		file, err := os.Create(path)
		if err != nil {
			return err
		}

		_, err = io.Copy(file, r.Body)
		return errors.Join(err, file.Close())
	})
}

func (g Game) takeLines(w http.ResponseWriter, r *http.Request) {
	answer(w, func() error {
		var lines []struct {
			Error bool
			Text  string
		}

		err := json.NewDecoder(r.Body).Decode(&lines)

		for _, line := range lines {
			if line.Error {
				g.Report.Error(line.Text)
			} else {
				g.Report.Print(line.Text)
			}
		}

		return err
	})
}

func (g Game) takeExit(w http.ResponseWriter, r *http.Request) {
	answer(w, func() error {
		code, err := strconv.Atoi(r.FormValue("code"))
		if err == nil {
			g.Report.Exit(code)
		}
		return err
	})
}

// answer answers a request with the result of an action. An error becomes the status 400 (Bad
// Request).
func answer(w http.ResponseWriter, action func() error) {
	if err := action(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}
