package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rod/rod/lib/input"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/enginetest"
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

// A state is one that the page can be in.
type state struct {
	name string
	do   func(p *tab)
}

// states lead from one to the next.
var states = []state{
	{"start", func(p *tab) {}},
	{"help", func(p *tab) { p.click("#help-button") }},
	{"locked", func(p *tab) {
		p.keys(input.Escape)
		p.open(saves + "godot4/secret.save")
	}},
	{"wrong", func(p *tab) {
		p.fill("#lock-secret", "wrong")
		p.click("#lock-form button")
		p.shows("#lock-error", "this does not open")
	}},
	{"tree", func(p *tab) { p.open("session/samples/rpg.save") }},
	{"number", func(p *tab) {
		p.row("player")
		p.row("gold")
		p.fill("#value", "9999")
		p.click("#apply")
		p.shows("#tree", "gold int 9999")
	}},
	{"fault", func(p *tab) {
		p.fill("#value", "many")
		p.click("#apply")
		p.shows("#value-error", "no value")
		p.fill("#value", "9999")
	}},
	{"vector", func(p *tab) { p.row("position") }},
	{"color", func(p *tab) { p.row("tint") }},
	{"in-place", func(p *tab) {
		p.row("level")
		p.keys(input.Enter)
		p.until(`document.querySelector(".in-place")`)
	}},
	{"search", func(p *tab) {
		p.keys(input.Escape)
		p.fill("#find", "name")
		p.keys(input.Enter)
		p.shows("#find-count", " of ")
	}},
	{"list", func(p *tab) { p.row("inventory") }},
	{"insert", func(p *tab) { p.click("#do-insert") }},
	{"table", func(p *tab) {
		p.keys(input.Escape)
		p.click("#previews button")
		p.until(`document.querySelector("tbody input")`)
	}},
	{"text", func(p *tab) { p.view("text") }},
	{"json", func(p *tab) { p.view("json") }},
	{"bytes", func(p *tab) { p.view("dump") }},
	{"code", func(p *tab) { p.view("code") }},
	{"changes", func(p *tab) { p.view("changes") }},
	{"save", func(p *tab) {
		p.click("#download-as")
		p.choose("#save-engine", "godot3")
	}},
	{"question", func(p *tab) {
		p.keys(input.Escape)
		p.upload(saves + "godot4/plain.save")
		p.until(`document.getElementById("ask")`)
	}},
	{"comparison", func(p *tab) {
		p.answer("cancel")
		p.uploadTo("#other", saves+"godot4/plain.save")
		p.shows("#differences", "hp")
	}},
	{"map", func(p *tab) {
		p.upload("session/samples/tiles.save")
		p.answer("discard")
		p.shows("#name", "tiles.save")
		p.row("tiles")
		p.until(`document.querySelector("#previews canvas")`)
	}},
	{"damaged", func(p *tab) {
		two := saved(p.t, "godot4/two.save")
		p.openBytes("cut.save", two[:len(two)-8])
	}},
	{"foreign", func(p *tab) {
		p.openBytes("picture.png", []byte("\x89PNG\r\n\x1a\n and more"))
		p.shows("#problem", "PNG")
	}},
}

// A look is how a page is shown.
type look struct {
	colors        string
	width, height int
}

// TestAccess: in each state, light and dark, wide and narrow, axe finds no fault, and nothing is
// wider than the page. With -screenshots there are more looks, and a picture of each.
func TestAccess(t *testing.T) {
	script := axe(t)
	looks := []look{{"dark", 320, 640}, {"light", 1280, 800}}
	if *folder != "" {
		looks = append(looks, look{"light", 400, 800}, look{"dark", 1280, 800})
	}

	for _, look := range looks {
		p := newTab(t, "", size(look.width, look.height), scheme(look.colors))
		value[bool](p, "(() => {"+escaped(script)+"; return true })()")

		for _, s := range states {
			s.do(p)
			name := fmt.Sprintf("%s-%s-%d", s.name, look.colors, look.width)
			p.snap(name)
			assert.LessOrEqual(t, value[int](p, `document.documentElement.scrollWidth`),
				look.width, name)
			assert.Empty(t, value[[]string](p, `axe.run().then(found => found.violations.map(v =>
				v.id + ": " + v.nodes.map(n => n.html.slice(0, 150) + " " +
					n.any.map(a => a.message).join()).join("\n")))`), name)
		}
	}
}

// TestTasks: what people do is done with keys alone.
func TestTasks(t *testing.T) {
	p := newTab(t, "", size(1280, 800))
	value[bool](p, `(document.querySelector("[data-sample=rpg]").focus(), true)`)
	p.keys(input.Enter)
	p.shows("#tree", "player Dictionary")
	focus := func(id string) {
		t.Helper()
		p.until(`document.activeElement.id === %s`, id)
	}

	focus("tree")
	p.control(input.KeyF) // find the gold
	focus("find")
	p.letters("gold")
	p.keys(input.Enter)
	p.shows("#find-count", "1 of 1")
	p.selected("gold")

	p.keys(input.Tab, input.Tab, input.Tab) // change it
	focus("tree")
	p.keys(input.Enter)
	p.letters("99")
	p.keys(input.Enter)
	p.shows("#tree", "gold int 99 120")
	focus("tree")
	p.control(input.KeyZ) // undo, redo
	p.shows("#tree", "gold int 120")
	p.control(input.KeyY)
	p.shows("#tree", "gold int 99 120")

	p.keys(input.F2) // without a change
	p.letters("5")
	p.keys(input.Escape)
	p.shows("#tree", "gold int 99 120")
	focus("tree")
	p.keys(input.ArrowDown, input.Enter) // a switch
	p.shows("#tree", "hardcore bool true false")
	p.keys(input.ArrowDown, input.Enter) // a vector in place
	p.letters("1 2 3")
	p.keys(input.Tab) // and on to the color
	p.shows("#tree", "Vector3(1, 2, 3)")
	p.until(`document.querySelector(".in-place").value.startsWith("#")`)
	p.letters("#ff0000")
	p.keys(input.Enter)
	p.shows("#tree", "#ff0000")

	p.keys(input.Delete) // delete
	p.until(`!document.getElementById("tree").textContent.includes("tint")`)
	focus("tree")
	p.control(input.KeyZ)
	p.shows("#tree", "tint")

	p.press("#do-rename", input.Enter) // rename
	focus("request-key")
	p.letters("paint")
	p.keys(input.Enter)
	p.shows("#tree", "paint Color")
	p.selected("paint")
	p.press("#do-duplicate", input.Enter) // duplicate
	p.shows("#change-line", "6 changes")

	value[bool](p, `(document.getElementById("tree").focus(), true)`)
	p.keys(input.Home, input.Insert) // insert
	focus("request-key")
	p.letters("lives")
	p.keys(input.Tab)
	p.letters("3")
	p.keys(input.Enter)
	p.shows("#tree", "lives int 3")

	p.keys(input.Home, input.Key('v')) // type to jump
	p.selected("version")
	alt := p.page.KeyActions().Press(input.AltLeft).Type(input.ArrowDown) // move
	require.NoError(t, alt.Do())
	p.shows("#status", "moved")
	p.keys(input.Home, input.ArrowLeft) // close and open
	p.until(`document.querySelectorAll("#tree [role=treeitem]").length === 1`)
	p.keys(input.ArrowRight)
	p.until(`document.querySelectorAll("#tree [role=treeitem]").length > 5`)

	p.press("#tab-tree", input.ArrowRight, input.ArrowRight) // tabs: arrows do not start views
	require.True(t, value[bool](p, `document.getElementById("panel-json").hidden`))
	p.keys(input.Enter)
	p.shows("#json-lines", "gold")
	p.press("#change-line", input.Enter) // changes
	p.shows("#changes", `$["player"]["gold"]`)

	p.press("#download-as", input.Enter) // convert
	focus("save-engine")
	p.down("godot3")
	p.shows("#report-count", "Godot 3.1")
	p.keys(input.Tab)
	focus("save-container")
	p.down("encrypted") // pack
	p.until(`document.getElementById("save-secret").checkVisibility()`)
	p.keys(input.Tab, input.Tab)
	focus("save-secret")
	p.letters("mine")
	p.keys(input.Enter)
	name := filepath.Join(p.downloads, "rpg-godot3.save")
	require.Eventually(t, func() bool {
		_, err := os.Stat(name)
		return err == nil
	}, patience, patience/1000)

	p.until(`!document.querySelector("dialog")`)
	p.keys(input.Key('?')) // help
	p.until(`document.querySelector("#help kbd")`)
	p.keys(input.Escape)
	p.control(input.KeyS) // download
	p.shows("#status", "Downloaded rpg.save")

	p.press("#compare-button") // compare
	p.chooses("session/samples/rpg.save", func() { p.keys(input.Enter) })
	p.shows("#compare-count", "7 changes")
	p.press("#differences button:nth-of-type(2)", input.Enter) // take a value
	p.shows("#compare-count", "6 changes")

	p.chooses("session/samples/tiles.save", func() { p.control(input.KeyO) }) // open
	p.until(`document.activeElement.dataset.answer === "discard"`)
	p.keys(input.Enter)
	p.shows("#name", "tiles.save")
	focus("tree")
	p.keys(input.ArrowDown)
	p.selected("tiles")
	p.until(`document.getElementById("map")`)
	for !value[bool](p, `document.activeElement.id === "map"`) {
		p.keys(input.Tab)
	}

	p.keys(input.ArrowRight, input.ArrowRight, input.ArrowDown) // a cell of a map
	p.shows("#map-cell", "Cell 2, 1: ")
	p.keys(input.Enter)
	focus("request-text")
	p.letters("9")
	p.keys(input.Enter)
	p.shows("#map-cell", "Cell 2, 1: 9")
	focus("map")
	p.control(input.KeyZ)
	p.until(`document.getElementById("map-cell")?.textContent.endsWith(" 9") === false`)
	focus("map")
}

// down presses the arrow key until an option of the focused field is chosen.
func (p *tab) down(option string) {
	p.t.Helper()
	for range 20 {
		if value[string](p, "document.activeElement.value") == option {
			return
		}
		p.keys(input.ArrowDown)
	}
	p.t.Fatalf("no option %s", option)
}

// chooses does what opens a dialog of the browser, and chooses a file in it.
func (p *tab) chooses(file string, do func()) {
	p.t.Helper()
	choose, err := p.page.HandleFileDialog()
	require.NoError(p.t, err)
	do()
	require.NoError(p.t, choose([]string{file}))
}

// selected waits until a value is selected.
func (p *tab) selected(label string) {
	p.t.Helper()
	p.until("document.querySelector('#editor-title')?.firstChild?.textContent === %s", label)
	p.until(idle)
}

// press gives the focus to an element and presses keys.
func (p *tab) press(selector string, keys ...input.Key) {
	p.t.Helper()
	p.until("document.querySelector(%s)", selector)
	value[bool](p, "(document.querySelector(%s).focus(), true)", selector)
	p.keys(keys...)
}
