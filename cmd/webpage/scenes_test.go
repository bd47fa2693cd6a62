package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A scene is a list of steps with a name.
type scene struct {
	name  string
	steps []step
}

// A step is a line of a file of scenes: an action and its arguments.
type step struct {
	line   string
	action func(p *tab, a, b string)
	a, b   string
}

// actions are the actions of a step, by name. The actions in the last group check the page. Most of
// them wait until the check succeeds.
var actions = map[string]func(p *tab, a, b string){
	"open":      func(p *tab, file, _ string) { p.open(p.file(file)) },
	"upload":    func(p *tab, file, _ string) { p.uploadTo("#file", p.file(file)) },
	"other":     func(p *tab, file, _ string) { p.uploadTo("#other", p.file(file)) },
	"upload-to": func(p *tab, field, file string) { p.uploadTo(field, p.file(file)) },
	"pick":      (*tab).pick,
	"row":       func(p *tab, label, _ string) { p.row(label) },
	"view":      func(p *tab, name, _ string) { p.click("#tab-" + name) },
	"answer":    func(p *tab, name, _ string) { p.answer(name) },

	"click":  (*tab).clickOn,
	"choose": (*tab).choose,
	"fill":   (*tab).fill,
	"keys":   func(p *tab, keys, _ string) { p.keys(keys) },
	"press":  (*tab).pressIn,
	"type":   func(p *tab, text, _ string) { p.letters(text) },
	"tap":    (*tab).tapOn,
	"paste":  (*tab).pasteIn,
	"tab":    func(p *tab, id, _ string) { p.pressUntil("Tab", focused+".id", id) },
	"down":   func(p *tab, option, _ string) { p.pressUntil("Down", focused+".value", option) },
	"do":     func(p *tab, script, _ string) { value[bool](p, "("+escaped(script)+", true)") },

	"is":       func(p *tab, condition, _ string) { p.until(escaped(condition)) },
	"shows":    (*tab).shows,
	"empty":    func(p *tab, selector, _ string) { require.Empty(p.t, p.text(selector)) },
	"focus":    func(p *tab, id, _ string) { p.until(focused+".id === %s", id) },
	"selected": func(p *tab, label, _ string) { p.selected(label) },
	"saves":    func(p *tab, selector, name string) { p.download(selector, name) },
	"saved":    func(p *tab, name, _ string) { p.downloaded(name) },
}

const focused = "document.activeElement"

// pick presses keys that open a dialog of the browser, and chooses a file in it.
func (p *tab) pick(file, keys string) {
	p.t.Helper()
	require.NoError(p.t, p.chooseFile(p.file(file), func() { p.keys(keys) }))
}

// pasteIn gives the focus to a field, and pastes a text into it. The text has \t and \n as in Go.
func (p *tab) pasteIn(selector, text string) {
	p.t.Helper()
	plain, err := strconv.Unquote(`"` + text + `"`)
	require.NoError(p.t, err)
	p.pressIn(selector, "")
	value[bool](p, "navigator.clipboard.writeText(%s).then(() => true)", plain)

	require.NoError(p.t, p.paste())
	p.until(idle)
}

// tapOn touches the middle of an element with a text.
func (p *tab) tapOn(selector, text string) {
	p.t.Helper()
	at := p.place("[...document.querySelectorAll(%s)].find(e => e.textContent.includes(%s))",
		selector, text)
	require.NoError(p.t, p.tap(at[0], at[1]))
	p.until(idle)
}

// readScenes reads the scenes of a file in testdata.
func readScenes(t *testing.T, file string) (scenes []scene) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	require.NoError(t, err)

	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, ok := strings.CutPrefix(line, "-- "); ok {
			scenes = append(scenes, scene{name: strings.TrimSuffix(name, " --")})
			continue
		}

		last := &scenes[len(scenes)-1]
		last.steps = append(last.steps, readStep(t, line))
	}

	return scenes
}

// gap separates the action of a step and its arguments.
var gap = regexp.MustCompile(`\s{2,}`)

// readStep reads the line of a step.
func readStep(t *testing.T, line string) step {
	t.Helper()
	words := append(gap.Split(line, 3), "", "")
	require.Contains(t, actions, words[0], line)
	return step{line, actions[words[0]], words[1], words[2]}
}

// play plays a scene of scenes.txt.
func (p *tab) play(name string) {
	p.t.Helper()
	for _, s := range readScenes(p.t, "scenes.txt") {
		if s.name == name {
			p.run(s)
			return
		}
	}
	p.t.Fatalf("no scene %q", name)
}

// run does the steps of a scene.
func (p *tab) run(s scene) {
	for _, step := range s.steps {
		p.at = s.name + ": " + step.line
		step.action(p, step.a, step.b)
	}
	p.at = ""
}

// inAnyLanguage returns the scene for a page in any language. A step of the new scene does not wait
// for a text of the page. It waits until the page has no work.
func (s scene) inAnyLanguage() scene {
	idleStep := step{"is idle", func(p *tab, _, _ string) { p.until(idle) }, "", ""}
	steps := slices.Clone(s.steps)
	for i, step := range steps {
		if strings.HasPrefix(step.line, "shows") && step.a != "#tree" && step.a != "#name" {
			steps[i] = idleStep
		}
	}
	return scene{s.name, steps}
}

// file returns the path of a file. The prefix "saves/" means the files of engines, and "made/"
// means the files that the test has made.
func (p *tab) file(name string) string {
	name = strings.Replace(name, "saves/", saves, 1)
	return strings.Replace(name, "made/", p.made+"/", 1)
}

// make makes a file for the scenes.
func (p *tab) make(name string, data []byte) {
	p.t.Helper()
	require.NoError(p.t, os.WriteFile(filepath.Join(p.made, name), data, 0o644))
}

// keys presses keys that are named in a text, such as "Tab Ctrl+z", one after another.
func (p *tab) keys(names string) {
	p.t.Helper()
	for _, name := range strings.Fields(names) {
		chord := strings.Split(name, "+")
		if name == "+" {
			chord = []string{name}
		}
		require.NoError(p.t, p.press(chord...))
		p.until(idle)
	}
}
