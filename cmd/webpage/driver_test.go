package main

import (
	"encoding/json"
	"flag"
	"testing"
	"time"
)

var browserName = flag.String("browser", "chromium",
	"the browser of the tests: chromium or firefox")

// patience is how long a test waits for something in the browser.
const patience = 60 * time.Second

// A driver drives a tab of a browser. It has only the actions that the tests need.
type driver interface {
	// navigate loads a page, and reload loads it again.
	navigate(address string) error
	reload() error

	// evaluate returns the value of an expression of JavaScript as JSON. It waits for a promise.
	evaluate(expression string) (json.RawMessage, error)

	// begin runs a script in each page before the scripts of the page.
	begin(script string) error

	// resize sets the size of the page.
	resize(width, height int) error

	// prefer sets a preference of the user that the page can query, such as "forced-colors".
	prefer(feature, value string) error

	// phone sets the size of the page, and makes the browser send touches as on a phone.
	phone(width, height int) error

	// move, down and up move the mouse and press its button.
	move(x, y float64) error
	down() error
	up() error

	// tap touches the page with a finger.
	tap(x, y float64) error

	// press holds all keys except the last one, and presses the last one. The arguments are names
	// of keys, such as Ctrl, Enter and z.
	press(keys ...string) error

	// paste presses the keys that paste the clipboard.
	paste() error

	// setFile gives a file to a field of the page.
	setFile(selector, file string) error

	// chooseFile calls a function that opens the file dialog of the browser, and chooses a file in
	// the dialog.
	chooseFile(file string, do func()) error

	// screenshot returns a picture of the page as PNG.
	screenshot() ([]byte, error)
}

// A listener gets the events of a tab. Its methods are called one after another.
type listener interface {
	requested(address string) // a request to the network
	said(text string)         // a text on the console
	failed(text string)       // an error of a script or of the browser
}

// A start opens a tab with an empty profile. The tab is closed at the end of the test. Its
// downloads go to a folder.
type start func(t *testing.T, downloads string, l listener) driver

// A setting changes a tab before the page is loaded.
type setting func(d driver) error

// size sets the size of the page.
func size(width, height int) setting {
	return func(d driver) error { return d.resize(width, height) }
}

// scheme makes the page prefer light or dark colors.
func scheme(name string) setting {
	return func(d driver) error { return d.prefer("prefers-color-scheme", name) }
}

// forcedColors makes the system choose the colors of the page.
func forcedColors(d driver) error { return d.prefer("forced-colors", "active") }

// touched makes the page behave as on a phone.
func touched(d driver) error { return d.phone(390, 844) }
