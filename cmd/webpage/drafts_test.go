package main

import (
	"strings"
	"testing"

	gmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A kind is a kind of field in which the user enters a value. The steps in kind.open show the
// field, kind.field is the selector of the field, and kind.text is the text that the test enters.
type kind struct {
	name, open, field, text string
}

// unfold is the step that shows the selected value as GDScript.
const unfold = `do  document.querySelector("details.box").open = true`

var fieldKinds = []kind{
	{"a number", "row  hp", "#value", "4711"},
	{"a text", "row  name", "#value", "Bob"},
	{"a vector", "row  pos", "#value-1", "7"},
	{"a color", "row  tint", "#value", "#00ff00ff"},
	{"GDScript of a list", "row  list\n" + unfold, "#value-code", "[1]"},
	{"GDScript of a number", "row  speed\n" + unfold, "#value-code", "12.5"},
	{"a part of a color", "row  tint", "#value-part-1", "0.5"},
	{"a row", "row  hp\nkeys  Enter", ".in-place", "4711"},
	{"a text in a row", "row  name\nkeys  Enter", ".in-place", "Bob"},
	{"a vector in a row", "row  pos\nkeys  Enter", ".in-place", "7 8"},
	{"a cell", "row  bag\nclick  #previews button", "tbody td:nth-child(2) input", "5"},
}

// A wayOut is a way to leave a field after the user has entered text without applying it. If lost
// is true, the page has to open the file again, and then the field shows the entered text.
type wayOut struct {
	name, steps string
	lost        bool
}

var waysOut = []wayOut{
	{"Ctrl+S", "keys  Ctrl+s\nshows  #status  Downloaded", false},
	{"Download", "click  #download\nshows  #status  Downloaded", false},
	{"a tab", "view  text\nview  tree", false},
	{"a click", "click  #change-line\nview  tree", false},
	{"another row", "view  tree\nrow  other", false},
	{"a search", "fill  #find  other\nkeys  Enter\nfill  #find  \nview  tree", false},
	{"Download as", "click  #download-as\nis  document.getElementById('save-engine')\n" +
		"keys  Escape\nis  !document.querySelector('dialog')", false},
	{"a comparison", "other  saves/godot4/plain.save\n" +
		"is  !document.getElementById('tab-compare').hidden\nview  tree", false},
	{"Redo", "click  #redo", false},
	{"Back", "click  #back\nanswer  put\nrow  inner\nclick  #previews button", false},
	{"Stop", "do  stall()\nis  !document.getElementById('work').hidden\n" +
		"click  #stop\nshows  #status  open again", true},
	{"a crash", "do  stall()\nis  !document.getElementById('work').hidden\ndo  crash()\n" +
		"click  #problem-actions button\nshows  #status  open again", true},
	{"reload", "reload\nclick  #restore-yes", true},
}

// breakable prepares a tab: a test can then stall or crash the program of the page.
func breakable(d driver) error {
	return d.begin(`{
		let last, stalled = false;
		window.Worker = class extends Worker {
			constructor(address) { super(address); last = this; stalled = false; }
			postMessage(message) { if (!stalled) super.postMessage(message); }
		};
		window.stall = () => {
			stalled = true;
			document.getElementById("find").value = "a";
			document.getElementById("find-after").click();
			const data = { progress: { key: "search" } }; // the page shows it at once
			setTimeout(() => last.dispatchEvent(new MessageEvent("message", { data })));
		};
		window.crash = () =>
			last.dispatchEvent(new MessageEvent("message", { data: { ended: true } }));
	}`)
}

// TestNothingTypedIsLost leaves each kind of field by each way out. Afterwards the entered text is
// applied, or the field shows it again. Ctrl+Z then takes the edit back, even if the focus is
// elsewhere.
func TestNothingTypedIsLost(t *testing.T) {
	p := newTab(t, "", breakable)
	p.openInner()
	p.click("#keep-work")

	for _, way := range waysOut {
		for _, kind := range fieldKinds {
			p.at = kind.name + ", " + way.name
			p.steps(kind.open)
			p.until("document.querySelector(%s)", kind.field)
			value[bool](p, "(document.querySelector(%s).scrollIntoView(), true)", kind.field)
			p.fill(kind.field, kind.text)
			p.steps(way.steps)
			if way.lost {
				p.until(idle)
				p.until(`[...document.querySelectorAll("#document input, #document textarea")]
					.some(e => e.value === %s)`, kind.text)
				p.keys("Ctrl+s")
			}

			if way.name == "Back" { // the edit is now in the outer file: open both files anew
				p.openInner()
				continue
			}

			p.shows("#change-line", "1 change")
			p.keys("Ctrl+z")
			p.shows("#change-line", "No changes")
			p.click("#tab-tree")
		}
	}
	p.at = ""
}

// openInner opens outer.save, and then the file inside it. The inner file has a value for each kind
// of field.
func (p *tab) openInner() {
	p.t.Helper()
	item := variant.NewDictionary(variant.KV("id", variant.Int(1)),
		variant.KV("name", variant.String("rope")))
	inner := packet(p.t, variant.NewDictionary(
		variant.KV("other", variant.Nil{}), variant.KV("hp", variant.Int(10)),
		variant.KV("name", variant.String("Tia")), variant.KV("speed", variant.Float(1.5)),
		variant.KV("pos", gmath.Vector2{X: 1, Y: 2}), variant.KV("tint", gmath.Color{R: 1, A: 1}),
		variant.KV("list", variant.NewArray(variant.Int(1), variant.Int(2))),
		variant.KV("bag", variant.NewArray(item, item))))

	p.make("outer.save", made(p.t, variant.NewDictionary(
		variant.KV("inner", packed.PackedByteArray(inner)))))
	p.uploadTo("#file", p.file("made/outer.save"))
	p.until(`document.querySelector("#ask") || document.getElementById("name").textContent ===
		"outer.save" && document.getElementById("file").value === ""`)
	if value[bool](p, `Boolean(document.querySelector("#ask"))`) {
		p.answer("discard")
		p.shows("#change-line", "No changes")
	}
	p.until(idle)
	p.row("inner")
	p.click("#previews button")
	p.shows("#tree", "hp int 10")
}

// steps does steps that are separated by line ends.
func (p *tab) steps(lines string) {
	p.t.Helper()
	for line := range strings.Lines(lines) {
		if strings.TrimSpace(line) == "reload" {
			p.again()
			continue
		}
		s := readStep(p.t, strings.TrimSpace(line))
		s.action(p, s.a, s.b)
	}
}
