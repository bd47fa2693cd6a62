package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/enginetest"
)

// A firefoxTab is a tab of Firefox. It uses WebDriver BiDi. For an action without a command in BiDi
// it runs a script in the window of the browser.
type firefoxTab struct {
	session *bidi
	id      string // ID of the tab
	window  string // ID of the window
	dialogs chan json.RawMessage
}

// firefox is the browser of all tests, and the function that ends it.
var firefox struct {
	sync.Mutex
	session *bidi
	window  string
	end     func()
}

// firefoxSettings are settings of the profile. The browser makes no requests of its own, has a
// clipboard that scripts can read, accepts touches, and shows no list of downloads, which would
// take the focus. The process of a tab does not end with the tab: otherwise a new tab could start
// in a process that is about to end, and would never answer.
const firefoxSettings = `
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("dom.events.testing.asyncClipboard", true);
user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("browser.download.alwaysOpenPanel", false);
user_pref("dom.ipc.keepProcessesAlive.file", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
`

// endFirefox ends the browser.
func endFirefox() {
	if firefox.end != nil {
		firefox.end()
	}
}

// newFirefoxTab is the function of type [start] for Firefox.
func newFirefoxTab(t *testing.T, downloads string, l listener) driver {
	t.Helper()
	firefox.Lock()
	defer firefox.Unlock()
	if firefox.session == nil {
		startFirefox(t)
	}

	session := firefox.session
	var profile struct {
		UserContext string `json:"userContext"`
	}
	require.NoError(t, session.call("browser.createUserContext", nil, &profile))
	t.Cleanup(func() {
		assert.NoError(t, session.call("browser.removeUserContext", profile, nil))
	})

	require.NoError(t, session.call("browser.setDownloadBehavior", map[string]any{
		"downloadBehavior": map[string]string{"type": "allowed", "destinationFolder": downloads},
		"userContexts":     []string{profile.UserContext}}, nil))

	var tab struct{ Context string }
	require.NoError(t, session.call("browsingContext.create",
		map[string]any{"type": "tab", "userContext": profile.UserContext}, &tab))

	f := firefoxTab{session, tab.Context, firefox.window, make(chan json.RawMessage, 1)}
	session.listen(tab.Context, func(e bidiMessage) { f.tell(l, e) })
	return f
}

// startFirefox starts the browser and begins a session.
func startFirefox(t *testing.T) {
	t.Helper()
	profile, err := os.MkdirTemp("", "firefox")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxSettings),
		0o644))

	cmd := exec.Command(enginetest.Firefox(t), "--headless", "--no-remote", "--profile", profile,
		"--remote-debugging-port", "0", "--remote-allow-system-access", "about:blank")
	cmd.Env = append(os.Environ(), // a large window, because touches outside it have no effect
		"MOZ_HEADLESS_WIDTH=1600", "MOZ_HEADLESS_HEIGHT=1400")
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())

	firefox.end = func() {
		if firefox.session != nil {
			_ = firefox.session.call("browser.close", nil, nil)
		} else {
			_ = cmd.Process.Kill()
		}
		_ = cmd.Wait()
		_ = os.RemoveAll(profile)
	}

	address, err := firefoxAddress(stderr)
	require.NoError(t, err)
	session, err := dialBidi(address)
	require.NoError(t, err)
	firefox.session = session
	require.NoError(t, session.call("session.subscribe", map[string]any{"events": []string{
		"log.entryAdded", "network.beforeRequestSent", "input.fileDialogOpened"}}, nil))

	var windows struct{ Contexts []struct{ Context string } }
	require.NoError(t, session.call("browsingContext.getTree",
		map[string]any{"moz:scope": "chrome"}, &windows))
	require.NotEmpty(t, windows.Contexts)
	firefox.window = windows.Contexts[0].Context
}

// firefoxAddress waits for the address at which the browser listens.
func firefoxAddress(out io.Reader) (string, error) {
	const says = "WebDriver BiDi listening on "
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), says); ok {
			go io.Copy(io.Discard, out) //nolint:errcheck // the rest of the output is not needed
			return address + "/session", nil
		}
	}
	return "", fmt.Errorf("the browser never says %q: %w", says, lines.Err())
}

// tell reports the events of the tab to the listener.
func (f firefoxTab) tell(l listener, e bidiMessage) {
	var p struct {
		Type    string
		Text    string
		Element json.RawMessage
		Request struct{ URL string }
	}
	if err := json.Unmarshal(e.Params, &p); err != nil {
		l.failed(err.Error())
		return
	}

	switch {
	case e.Method == "network.beforeRequestSent":
		l.requested(p.Request.URL)
	case e.Method == "input.fileDialogOpened":
		f.dialogs <- p.Element
	case p.Type == "console":
		l.said(p.Text)
	default:
		l.failed(p.Text)
	}
}

// do sends a command for this tab.
func (f firefoxTab) do(method string, params map[string]any) error {
	params["context"] = f.id
	return f.session.call(method, params, nil)
}

// script evaluates an expression in a context.
func (f firefoxTab) script(context, expression string) (json.RawMessage, error) {
	var answer struct {
		Result           struct{ Value string }
		ExceptionDetails *struct{ Text string }
	}
	err := f.session.call("script.evaluate", map[string]any{
		"expression":   "Promise.resolve(" + expression + ").then(v => JSON.stringify(v))",
		"awaitPromise": true, "target": map[string]string{"context": context}}, &answer)
	if err != nil {
		return nil, err
	}

	if e := answer.ExceptionDetails; e != nil {
		return nil, fmt.Errorf("the script fails: %s", e.Text)
	}
	return json.RawMessage(answer.Result.Value), nil
}

// inWindow calls a function of JavaScript in the window of the browser. The argument of the
// function is the browsing context of the tab.
func (f firefoxTab) inWindow(function string) error {
	_, err := f.script(f.window, fmt.Sprintf(`(%s)(ChromeUtils.importESModule(
		"chrome://remote/content/shared/NavigableManager.sys.mjs").NavigableManager
		.getBrowsingContextById(%q))`, function, f.id))
	return err
}

func (f firefoxTab) navigate(address string) error {
	return f.do("browsingContext.navigate", map[string]any{"url": address, "wait": "complete"})
}

func (f firefoxTab) reload() error {
	return f.do("browsingContext.reload", map[string]any{"wait": "complete"})
}

func (f firefoxTab) evaluate(expression string) (json.RawMessage, error) {
	return f.script(f.id, expression)
}

func (f firefoxTab) begin(script string) error {
	return f.session.call("script.addPreloadScript", map[string]any{
		"functionDeclaration": "() => {" + script + "}", "contexts": []string{f.id}}, nil)
}

func (f firefoxTab) resize(width, height int) error {
	return f.do("browsingContext.setViewport", map[string]any{
		"viewport": map[string]int{"width": width, "height": height}, "devicePixelRatio": 1})
}

func (f firefoxTab) prefer(feature, value string) error {
	override := map[string]string{"prefers-color-scheme": "prefersColorSchemeOverride",
		"forced-colors": "forcedColorsOverride"}[feature]
	return f.inWindow(fmt.Sprintf("tab => { tab.%s = %q }", override, value))
}

func (f firefoxTab) phone(width, height int) error {
	if err := f.inWindow(`tab => { tab.touchEventsOverride = "enabled" }`); err != nil {
		return err
	}
	return f.resize(width, height)
}

// pointer does actions of the mouse.
func (f firefoxTab) pointer(action map[string]any) error {
	return f.do("input.performActions", map[string]any{"actions": []any{map[string]any{
		"type": "pointer", "id": "mouse", "actions": []any{action}}}})
}

func (f firefoxTab) move(x, y float64) error {
	return f.pointer(map[string]any{"type": "pointerMove", "x": x, "y": y})
}

func (f firefoxTab) down() error {
	return f.pointer(map[string]any{"type": "pointerDown", "button": 0})
}

func (f firefoxTab) up() error {
	return f.pointer(map[string]any{"type": "pointerUp", "button": 0})
}

// tap makes a touch in the widget of the window. After such a touch Firefox also makes a click, but
// not after a touch that BiDi makes. The click comes some time after the touch, so tap waits for
// the click.
func (f firefoxTab) tap(x, y float64) error {
	const clicked = `new Promise(done => addEventListener("click", () => done(true),
		{ once: true, capture: true }))`
	if _, err := f.evaluate("(window.clicked = " + clicked + ", true)"); err != nil {
		return err
	}

	err := f.inWindow(fmt.Sprintf(`tab => {
		const { screenX, screenY } = tab.embedderElement;
		const scale = devicePixelRatio;
		windowUtils.sendNativeTouchTap((screenX + %v) * scale, (screenY + %v) * scale, false);
	}`, x, y))
	if err != nil {
		return err
	}

	_, err = f.evaluate("window.clicked")
	return err
}

// firefoxKeys are the names of keys in scenes, with the characters that WebDriver has for these
// keys. A key with a letter has the letter as its name.
var firefoxKeys = map[string]string{
	"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Space": " ", "Up": "\ue013",
	"Down": "\ue015", "Left": "\ue012", "Right": "\ue014", "Home": "\ue011", "End": "\ue010",
	"Insert": "\ue016", "Delete": "\ue017", "F2": "\ue032", "Ctrl": "\ue009", "Alt": "\ue00a",
}

func (f firefoxTab) press(keys ...string) error {
	var actions []any
	for i := range 2 * len(keys) {
		kind, at := "keyDown", i
		if i >= len(keys) {
			kind, at = "keyUp", 2*len(keys)-1-i
		}

		key, ok := firefoxKeys[keys[at]]
		if !ok {
			key = keys[at]
		}
		actions = append(actions, map[string]any{"type": kind, "value": key})
	}

	return f.do("input.performActions", map[string]any{"actions": []any{
		map[string]any{"type": "key", "id": "keyboard", "actions": actions}}})
}

func (f firefoxTab) paste() error { return f.press("Ctrl", "v") }

func (f firefoxTab) setFile(selector, file string) error {
	var found struct{ Nodes []json.RawMessage }
	err := f.session.call("browsingContext.locateNodes", map[string]any{"context": f.id,
		"locator": map[string]string{"type": "css", "value": selector}}, &found)
	if err != nil {
		return err
	}

	if len(found.Nodes) == 0 {
		return fmt.Errorf("there is no %s", selector)
	}
	return f.giveFile(found.Nodes[0], file)
}

// giveFile gives a file to a field.
func (f firefoxTab) giveFile(field json.RawMessage, file string) error {
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}

	var node struct {
		SharedID string `json:"sharedId"`
	}
	if err := json.Unmarshal(field, &node); err != nil {
		return err
	}
	return f.do("input.setFiles", map[string]any{"element": node, "files": []string{path}})
}

func (f firefoxTab) chooseFile(file string, do func()) error {
	do()
	select {
	case field := <-f.dialogs:
		return f.giveFile(field, file)
	case <-time.After(patience):
		return fmt.Errorf("no dialog opens for %s", file)
	}
}

func (f firefoxTab) screenshot() ([]byte, error) {
	var picture struct{ Data []byte }
	err := f.session.call("browsingContext.captureScreenshot",
		map[string]any{"context": f.id}, &picture)
	return picture.Data, err
}
