package main

import (
	"fmt"
	"os"
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

		p.make("picture.png", picture)
		p.make("cut.save", cut(t))

		for _, s := range readScenes(t, "states.txt") {
			p.run(s)
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
	for _, task := range readScenes(t, "tasks.txt") {
		p.run(task)
	}
}
