package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// built is the page, built once for all tests.
var built = sync.OnceValues(func() ([]byte, error) { return build(context.Background()) })

// A tab is the page in a browser tab with its own profile.
type tab struct {
	driver
	t         *testing.T
	downloads string // the folder for downloads
	made      string // the folder of the files that a test makes for its scenes
	at        string // the current step of a scene, for a failed test

	mu       sync.Mutex
	requests []string
	troubles []string // errors that the browser logged
	marks    int      // how often the page has logged the text mark
}

// browsers has the values of the flag -browser, with the functions that open a tab.
var browsers = map[string]start{"chromium": newChromiumTab, "firefox": newFirefoxTab}

// TestMain ends the browsers after all tests.
func TestMain(m *testing.M) {
	code := m.Run()
	endChromium()
	endFirefox()
	os.Exit(code)
}

// newTab opens the page at an address, or as a file if the address is empty.
func newTab(t *testing.T, address string, settings ...setting) *tab {
	t.Helper()
	p := &tab{t: t, downloads: t.TempDir(), made: t.TempDir()}
	require.Contains(t, browsers, *browserName)
	p.driver = browsers[*browserName](t, p.downloads, p)

	require.NoError(t, p.resize(1000, 800))
	for _, set := range settings {
		require.NoError(t, set(p.driver))
	}

	if address == "" {
		address = pageFile(t)
	}
	p.visit(address)

	t.Cleanup(func() {
		if p.at != "" {
			t.Log("at the step " + p.at)
		}
		require.Empty(t, p.logged(), "the browser logged errors")
	})

	return p
}

// visit loads a page.
func (p *tab) visit(address string) {
	p.t.Helper()
	require.NoError(p.t, p.navigate(address))
	p.until(`document.readyState === "complete"`)
}

// again loads the page again.
func (p *tab) again() {
	p.t.Helper()
	require.NoError(p.t, p.reload())
	p.until(`document.readyState === "complete"`)
}

// pageFile writes the page into a file, and returns its address.
func pageFile(t *testing.T) string {
	t.Helper()
	html, err := built()
	require.NoError(t, err)

	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, html, 0o644))
	return "file://" + filepath.ToSlash(file)
}

// A tab implements listener: it stores the requests and the errors of the page.

func (p *tab) requested(address string) { p.note(&p.requests, address) }
func (p *tab) failed(text string)       { p.note(&p.troubles, text) }

func (p *tab) said(text string) {
	if text != mark {
		p.note(&p.troubles, "console: "+text)
		return
	}

	p.mu.Lock()
	defer p.mu.Unlock()
	p.marks++
}

func (p *tab) note(list *[]string, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*list = append(*list, text)
}

// mark is a text that the page logs after all earlier events.
const mark = "all events before this one have come"

// settle waits until the tab has stored all events that have happened.
func (p *tab) settle() {
	p.t.Helper()
	marks := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.marks
	}

	before := marks()
	value[bool](p, "(console.debug(%s), true)", mark)
	require.Eventually(p.t, func() bool { return marks() > before }, patience, time.Millisecond)
}

// asked and logged return the recorded addresses of requests, and the recorded errors of the
// browser.
func (p *tab) asked() []string  { p.t.Helper(); return p.noted(&p.requests) }
func (p *tab) logged() []string { p.t.Helper(); return p.noted(&p.troubles) }

func (p *tab) noted(list *[]string) []string {
	p.t.Helper()
	p.settle()

	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(*list)
}

// forget drops the errors that the browser logged until now.
func (p *tab) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.troubles = nil
}

// value returns the value of a JavaScript expression. It puts the arguments into the expression as
// JSON.
func value[T any](p *tab, expression string, args ...any) T {
	p.t.Helper()
	answer, err := p.evaluate(filled(p.t, expression, args))
	require.NoError(p.t, err, expression)

	var v T
	require.NoError(p.t, json.Unmarshal(answer, &v), expression)
	return v
}

// escaped doubles each % in a script, because the function value passes its expression to
// fmt.Sprintf.
func escaped(script string) string { return strings.ReplaceAll(script, "%", "%%") }

func filled(t *testing.T, expression string, args []any) string {
	t.Helper()
	texts := make([]any, len(args))
	for i, arg := range args {
		text, err := json.Marshal(arg)
		require.NoError(t, err)
		texts[i] = text
	}
	return fmt.Sprintf(expression, texts...)
}

// until waits until an expression is true. The expression may be a promise. An error in it, such as
// that an element does not exist, counts as false, because the page may not have drawn the element
// yet.
func (p *tab) until(expression string, args ...any) {
	p.t.Helper()
	begin := time.Now()
	for {
		obstacle := value[string](p, `(async () => (`+expression+`))()
			.then(v => v ? "" : "it is " + v, String)`, args...)
		if obstacle == "" {
			return
		}

		if time.Since(begin) > patience {
			p.t.Fatalf("it never happens that %s: %s; the page says\n%s",
				filled(p.t, expression, args), obstacle, p.text("body"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

const idle = `!document.querySelector("body:not(:has(dialog[open])) main[aria-busy]")`

// text returns the text that an element shows.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return value[string](p, "document.querySelector(%s).innerText", selector)
}

// shows waits until an element shows a text.
func (p *tab) shows(selector, want string) {
	p.t.Helper()
	p.until("document.querySelector(%s)?.textContent.includes(%s)", selector, want)
}

// click presses the mouse in the middle of an element.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.clickOn(selector, "")
}

// clickOn presses the mouse in the middle of an element with this text.
func (p *tab) clickOn(selector, text string) {
	p.t.Helper()
	p.clickAt("[...document.querySelectorAll(%s)].find(e => e.textContent.includes(%s))",
		selector, text)
}

// clickAt waits for the element that an expression finds, and presses the mouse in the middle of
// it. If the page draws a new element between the press and the release of the button, neither
// element is clicked. Then clickAt tries again, as a person does.
func (p *tab) clickAt(expression string, args ...any) {
	p.t.Helper()
	for try, clicked := 0, false; !clicked && try < 3; try++ {
		at := p.place(expression, args...)
		value[bool](p, `(find => {
			window.clicked = false;
			addEventListener("click", e => { window.clicked = !!find()?.contains(e.target); },
				{ once: true, capture: true });
			return true;
		})(() => `+expression+")", args...)

		require.NoError(p.t, p.move(at[0], at[1]))
		require.NoError(p.t, p.down())
		require.NoError(p.t, p.up())
		clicked = value[bool](p, "window.clicked !== false") // undefined on a new page
	}
	p.until(idle)
}

// place scrolls to an element, and returns the middle of the element. It waits until the element
// exists and stays at one place while the page is drawn, because a busy machine draws late.
func (p *tab) place(expression string, args ...any) (at []float64) {
	p.t.Helper()
	begin := time.Now()
	for len(at) == 0 {
		if time.Since(begin) > patience {
			p.t.Fatalf("it is never at one place: %s; the page says\n%s",
				filled(p.t, expression, args), p.text("body"))
		}

		at = value[[]float64](p, `(async find => {
			find()?.scrollIntoView({ block: "center" });
			const before = find()?.getBoundingClientRect();
			await new Promise(requestAnimationFrame);
			const r = find()?.getBoundingClientRect();
			if (r === undefined || r.x !== before?.x || r.y !== before?.y) {
				return [];
			}
			return [r.x + Math.min(r.width, innerWidth) / 2, r.y + r.height / 2];
		})(() => `+expression+")", args...)
	}

	return at
}

// fill puts text into a field.
func (p *tab) fill(selector, text string) {
	p.t.Helper()
	p.until("document.querySelector(%s)", selector)
	value[bool](p, `((e, text) => {
		e.focus();
		e.value = text;
		return e.dispatchEvent(new Event("input", { bubbles: true }));
	})(document.querySelector(%s), %s)`, selector, text)
}

// choose chooses an option in the way that a person does.
func (p *tab) choose(selector, option string) {
	p.t.Helper()
	got := value[string](p, `(e => {
		e.value = %[2]s;
		e.dispatchEvent(new Event("change", { bubbles: true }));
		return e.value;
	})(document.querySelector(%[1]s))`, selector, option)
	require.Equal(p.t, option, got, "%s has no such option", selector)
	p.until(idle)
}

// letters presses the keys of a text.
func (p *tab) letters(text string) {
	p.t.Helper()
	for _, letter := range text {
		require.NoError(p.t, p.press(string(letter)))
		p.until(idle)
	}
}

// open chooses a file.
func (p *tab) open(file string) {
	p.t.Helper()
	p.uploadTo("#file", file)
	p.until("document.getElementById('file').value === ''") // the page has read the file
	p.until(idle)
}

// unlock opens an encrypted file.
func (p *tab) unlock(secret string) {
	p.t.Helper()
	p.fill("#lock-secret", secret)
	p.click("#lock-form button")
	p.until(`document.getElementById("lock").hidden`)
}

// uploadTo gives a file to a field of the page. It does not wait until the page has read the file.
func (p *tab) uploadTo(selector, file string) {
	p.t.Helper()
	require.NoError(p.t, p.setFile(selector, file))
}

// openBytes opens a file with these bytes.
func (p *tab) openBytes(name string, data []byte) {
	p.t.Helper()
	p.make(name, data)
	p.open(filepath.Join(p.made, name))
}

// row clicks the first row of the tree with a label. It scrolls until the row is visible.
func (p *tab) row(label string) {
	p.t.Helper()
	const find = `[...document.querySelectorAll("#tree .label")].find(e => e.textContent === %s) ??
		(e => {
			e.scrollTop = (e.scrollTop + 60) %% Math.max(e.scrollHeight - e.clientHeight + 60, 1);
		})(document.getElementById("tree-scroll"))`

	p.clickAt(find, label)
	p.selected(label)
}

// answer answers a question of the page with the button of this name.
func (p *tab) answer(name string) {
	p.t.Helper()
	p.until("document.querySelector(%s)", "[data-answer="+name+"]")
	p.click("[data-answer=" + name + "]")
	p.until("!document.getElementById('ask')")
}

// selected waits until a value with this label is selected.
func (p *tab) selected(label string) {
	p.t.Helper()
	p.until("document.querySelector('#editor-title')?.firstChild?.textContent === %s", label)
	p.until(idle)
}

// pressIn gives the focus to an element and presses keys.
func (p *tab) pressIn(selector, keys string) {
	p.t.Helper()
	p.until("document.querySelector(%s)", selector)
	value[bool](p, "(document.querySelector(%s).focus(), true)", selector)
	p.keys(keys)
}

// pressUntil presses a key until an expression has the value want. After 40 attempts the
// test fails.
func (p *tab) pressUntil(key, expression, want string) {
	p.t.Helper()
	for range 40 {
		if value[string](p, expression) == want {
			return
		}
		require.NoError(p.t, p.press(key))
		p.until(idle)
	}
	p.t.Fatalf("%s is never %s", expression, want)
}

// download presses a button, and returns the file that it saves.
func (p *tab) download(selector, name string) []byte {
	p.t.Helper()
	p.click(selector)
	return p.downloaded(name)
}

// downloaded waits for a file that the page saves, and returns it.
func (p *tab) downloaded(name string) []byte {
	p.t.Helper()
	path := filepath.Join(p.downloads, name)
	var data []byte
	require.Eventually(p.t, func() bool { // the browser creates the file before it writes the bytes
		before := len(data)
		data, _ = os.ReadFile(path)
		return before > 0 && len(data) == before
	}, patience, 50*time.Millisecond, "%s is not downloaded; the page says %s", name,
		p.text("body"))
	require.NoError(p.t, os.Remove(path))
	return data
}
