package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/examples/engine"
)

// built is the page, built once for all tests.
var built = sync.OnceValues(func() ([]byte, error) { return build(context.Background()) })

// A tab is the page in a browser of its own.
type tab struct {
	t         *testing.T
	ctx       context.Context
	downloads string // the folder

	mu       sync.Mutex
	requests []string
	troubles []string // errors that the browser logged
	dialogs  []string // the questions that were answered with yes
}

// patience is how long a test waits for something on the page.
const patience = 60 * time.Second

// newTab opens the page at an address, or as a file if the address is empty.
func newTab(t *testing.T, address string, settings ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	program := engine.Chromium(t)
	if address == "" {
		html, err := built()
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "page.html")
		require.NoError(t, os.WriteFile(file, html, 0o644))
		address = "file://" + filepath.ToSlash(file)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(program), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.UserDataDir(t.TempDir()), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx, downloads: t.TempDir()}
	require.NoError(t, chromedp.Listen(ctx, p.event))
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	_, err = chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: p.downloads,
	})
	require.NoError(t, err)
	p.do(append(settings, chromedp.Navigate(address))...)
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		require.Empty(t, p.troubles, "the browser logged errors")
	})
	return p
}

// event notes what the page asks of the network, and what goes wrong.
func (p *tab) event(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		p.troubles = append(p.troubles, fmt.Sprintf("%s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		p.troubles = append(p.troubles, fmt.Sprintf("console.%s: %s", e.Type, e.Args[0].Value))
	case *cdplog.EventEntryAdded:
		p.troubles = append(p.troubles, e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		p.dialogs = append(p.dialogs, e.Message)
		go func() { // not here: the browser's answer comes through this function
			_, err := chromedp.Call(p.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
			assert.NoError(p.t, err)
		}()
	}
}

// scheme makes the page prefer light or dark colors.
func scheme(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
		})
		return err
	})
}

// size sets the size of the page.
func size(width, height int64) chromedp.Action[chromedp.Void] {
	return chromedp.EmulateViewport(width, height)
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, steps...))
}

// value returns what an expression of JavaScript is. Arguments are put into it as JSON.
func value[T any](p *tab, expression string, args ...any) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](filled(p.t, expression, args), chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, expression)
	return v
}

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

// until waits for an expression to be true.
func (p *tab) until(expression string, args ...any) {
	p.t.Helper()
	for begin := time.Now(); !value[bool](p, "Boolean("+expression+")", args...); time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > patience {
			p.t.Fatalf("it never happens that %s; the page says\n%s", filled(p.t, expression, args), p.text("body"))
		}
	}
}

const idle = `!document.getElementById("main").hasAttribute("aria-busy")`

// text returns what an element shows.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return value[string](p, "document.querySelector(%s).innerText", selector)
}

// shows waits for a text in an element.
func (p *tab) shows(selector, want string) {
	p.t.Helper()
	p.until("document.querySelector(%s).textContent.includes(%s)", selector, want)
}

// click presses the mouse in the middle of an element.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.clickAt("document.querySelector(%s)", selector)
}

func (p *tab) clickAt(expression string, args ...any) {
	p.t.Helper()
	at := value[[]float64](p, `(e => {
		e.scrollIntoView({ block: "center" });
		const r = e.getBoundingClientRect();
		return [r.x + Math.min(r.width, innerWidth) / 2, r.y + r.height / 2];
	})(`+expression+")", args...)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
	p.until(idle)
}

// fill puts text into a field.
func (p *tab) fill(selector, text string) {
	p.t.Helper()
	value[bool](p, "(document.querySelector(%s).value = %s, true)", selector, text)
}

// choose chooses an option as a person does.
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

// keys presses keys, one after another, and waits for what each of them does.
func (p *tab) keys(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(key, raw))
		p.until(idle)
	}
}

// raw makes the event of a pressed key one that can keep its character from being typed, as that of
// a real key can.
func raw(k *input.DispatchKeyEventParams) {
	if k.Type == kb.KeyDown {
		k.Type = input.DispatchKeyEventTypeRawKeyDown
	}
}

// control presses a key while Control is down.
func (p *tab) control(key string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(key, raw, chromedp.KeyModifiers(kb.ModifierCtrl)))
	p.until(idle)
}

// open chooses a file.
func (p *tab) open(file string) {
	p.t.Helper()
	path, err := filepath.Abs(file)
	require.NoError(p.t, err)
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
	p.until("document.getElementById('file').value === ''") // the page is done with it
	p.until(idle)
}

// openBytes opens a file with these bytes.
func (p *tab) openBytes(name string, data []byte) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), name)
	require.NoError(p.t, os.WriteFile(file, data, 0o644))
	p.open(file)
}

// view opens one of the views.
func (p *tab) view(name string) {
	p.t.Helper()
	p.click("#tab-" + name)
}

// row clicks the first row of the tree with a label.
func (p *tab) row(label string) {
	p.t.Helper()
	p.clickAt(`[...document.querySelectorAll(".label")].find(e => e.textContent === %s).parentElement`, label)
}

// download presses a button, and returns the file that it saves.
func (p *tab) download(selector, name string) []byte {
	p.t.Helper()
	p.click(selector)
	path := filepath.Join(p.downloads, name)
	var data []byte
	require.Eventually(p.t, func() bool {
		var err error
		data, err = os.ReadFile(path)
		return err == nil
	}, patience, 20*time.Millisecond, "%s is not downloaded; the page says %s", name, p.text("#document"))
	require.NoError(p.t, os.Remove(path))
	return data
}
