package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/internal/test/enginetest"
)

// axe returns the script that checks whether people with disabilities can use a page.
func axe(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		enginetest.Missing(t, fmt.Errorf("npm ci in cmd/webpage installs axe: %w", err))
	}
	return string(data)
}

// A look is the color scheme and the size with which a test shows the page.
type look struct {
	colors        string
	width, height int
}

// languages are the languages of the page.
var languages = []string{"en", "de", "es", "pt-BR", "zh", "ja"}

// TestAccess: axe finds no fault in any state of the page, light and dark, wide and narrow, and
// nothing is wider than the page. TestHeader tests one state in each language. With -every,
// TestAccess tests all states in each language, or only in the languages that -run selects:
//
//	go test ./webpage -run TestAccess -every -timeout 1h
//	go test ./webpage -run 'TestAccess/(ja|zh)' -every -timeout 1h
func TestAccess(t *testing.T) {
	looks := []look{{"dark", 320, 640}, {"light", 1280, 800}}
	read := languages[:1]
	if *every {
		looks = append(looks, look{"light", 400, 800}, look{"dark", 1280, 800})
		read = languages
	}

	for _, lang := range read {
		for _, look := range looks {
			t.Run(fmt.Sprintf("%s-%s-%d", lang, look.colors, look.width), func(t *testing.T) {
				checkStates(t, lang, look)
			})
		}
	}
}

// checkStates checks all states of the page in a language and with a look.
func checkStates(t *testing.T, lang string, look look) {
	p := newTab(t, pageFile(t)+"#lang="+lang, size(look.width, look.height),
		scheme(look.colors))
	p.make("picture.png", picture)
	p.make("cut.save", cut(t))
	p.loadAxe()

	for _, s := range readScenes(t, "states.txt") {
		if lang != "en" {
			s = s.inAnyLanguage()
		}
		p.run(s)

		name := fmt.Sprintf("%s-%s-%s-%d", s.name, lang, look.colors, look.width)
		p.snap(name)
		assert.Empty(t, value[[]string](p, tooWide), name)
		assert.Empty(t, p.faults(), name)
	}
}

// loadAxe gives the page the script axe.
func (p *tab) loadAxe() {
	p.t.Helper()
	value[bool](p, "(() => {"+escaped(axe(p.t))+"; return true })()")
}

// faults returns the faults that axe finds on the page.
func (p *tab) faults() []string {
	p.t.Helper()
	return value[[]string](p, `axe.run().then(found => found.violations.map(v => v.id + ": " +
		v.nodes.map(n => n.html.slice(0, 150) + " " + n.any.map(a => a.message).join())
			.join("\n")))`)
}

// tooWide is an expression for the elements whose contents are wider than the element.
const tooWide = `[...document.querySelectorAll("html, dialog, #side, .welcome, .notice")]
	.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.id || e.className || e.tagName)`

// TestTouch: on a phone, a user can do the tasks of touch.txt by touch. Everything that can be
// touched is large enough.
func TestTouch(t *testing.T) {
	const minTouch = 44
	p := newTab(t, "", touched)
	for _, task := range readScenes(t, "touch.txt") {
		p.run(task)
		p.snap("touch-" + strings.ReplaceAll(task.name, " ", "-"))
		assert.Empty(t, value[[]string](p, small, minTouch), task.name)
		assert.Empty(t, value[[]string](p, tooWide), task.name)
	}
}

// TestTasks: a user can do the tasks of tasks.txt with keys only.
func TestTasks(t *testing.T) {
	p := newTab(t, "", size(1280, 800))
	for _, task := range readScenes(t, "tasks.txt") {
		p.run(task)
	}
}
