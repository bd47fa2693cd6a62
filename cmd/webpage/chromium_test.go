package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/enginetest"
)

// A chromiumTab is a tab of Chromium. It uses the Chrome DevTools Protocol.
type chromiumTab struct{ page *rod.Page }

// chromium is the browser of all tests, and the function that ends it.
var chromium struct {
	sync.Mutex
	browser *rod.Browser
	end     func()
}

// endChromium ends the browser.
func endChromium() {
	if chromium.end != nil {
		chromium.end()
	}
}

// newChromiumTab is the function of type [start] for Chromium.
func newChromiumTab(t *testing.T, downloads string, l listener) driver {
	t.Helper()
	browser := chromiumContext(t)
	page, err := browser.Page(proto.TargetCreateTarget{})
	require.NoError(t, err)
	go page.EachEvent(chromiumEvents(page, l)...)()

	err = proto.BrowserSetDownloadBehavior{
		Behavior:     proto.BrowserSetDownloadBehaviorBehaviorAllow,
		DownloadPath: downloads,

		BrowserContextID: browser.BrowserContextID,
	}.Call(browser)

	require.NoError(t, err)
	err = proto.BrowserGrantPermissions{
		Permissions: []proto.BrowserPermissionType{
			proto.BrowserPermissionTypeClipboardReadWrite,
			proto.BrowserPermissionTypeClipboardSanitizedWrite,
		},

		BrowserContextID: browser.BrowserContextID,
	}.Call(browser)

	require.NoError(t, err)
	return chromiumTab{page}
}

// chromiumContext returns a context with a fresh profile. It closes the context at the end of the
// test. All tests use one browser, because starting a browser takes long.
func chromiumContext(t *testing.T) *rod.Browser {
	t.Helper()
	chromium.Lock()
	defer chromium.Unlock()
	if chromium.browser == nil {
		startChromium(t)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	browser, err := chromium.browser.Context(ctx).Incognito()
	require.NoError(t, err)
	t.Cleanup(func() {
		defer cancel()
		assert.NoError(t, browser.Close())
	})

	return browser
}

// startChromium starts the browser.
func startChromium(t *testing.T) {
	t.Helper()
	start := launcher.New().
		Bin(enginetest.Chromium(t)).
		Leakless(false).
		NoSandbox(true).
		Set("disable-gpu").
		Set("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")

	address, err := start.Launch()
	require.NoError(t, err)
	browser := rod.New().ControlURL(address).NoDefaultDevice()
	require.NoError(t, browser.Connect())

	chromium.browser = browser
	chromium.end = func() {
		if err := browser.Close(); err != nil {
			start.Kill()
		}
		start.Cleanup()
	}
}

// chromiumEvents returns the functions that report the events of a page. If the page asks for a
// confirmation, they answer yes.
func chromiumEvents(page *rod.Page, l listener) []any {
	return []any{
		func(e *proto.NetworkRequestWillBeSent) { l.requested(e.Request.URL) },
		func(e *proto.LogEntryAdded) { l.failed(e.Entry.Text) },
		func(e *proto.RuntimeConsoleAPICalled) { l.said(e.Args[0].Value.Str()) },

		func(e *proto.RuntimeExceptionThrown) {
			l.failed(fmt.Sprintf("%s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
		},

		func(*proto.PageJavascriptDialogOpening) {
			err := proto.PageHandleJavaScriptDialog{Accept: true}.Call(page)
			if err != nil {
				l.failed("answer a question: " + err.Error())
			}
		},
	}
}

func (c chromiumTab) navigate(address string) error { return c.page.Navigate(address) }
func (c chromiumTab) reload() error                 { return c.page.Reload() }

func (c chromiumTab) evaluate(expression string) (json.RawMessage, error) {
	answer, err := proto.RuntimeEvaluate{
		Expression:    expression,
		AwaitPromise:  true,
		ReturnByValue: true,
	}.Call(c.page)
	if err != nil {
		return nil, err
	}

	if e := answer.ExceptionDetails; e != nil {
		return nil, fmt.Errorf("%s %+v", e.Text, e.Exception)
	}
	return answer.Result.Value.MarshalJSON()
}

func (c chromiumTab) begin(script string) error {
	_, err := proto.PageAddScriptToEvaluateOnNewDocument{Source: script}.Call(c.page)
	return err
}

func (c chromiumTab) resize(width, height int) error { return c.shape(width, height, false) }

func (c chromiumTab) shape(width, height int, mobile bool) error {
	return proto.EmulationSetDeviceMetricsOverride{Width: width, Height: height,
		DeviceScaleFactor: 1, Mobile: mobile}.Call(c.page)
}

func (c chromiumTab) prefer(feature, value string) error {
	return proto.EmulationSetEmulatedMedia{
		Features: []*proto.EmulationMediaFeature{{Name: feature, Value: value}},
	}.Call(c.page)
}

func (c chromiumTab) phone(width, height int) error {
	points := 1
	err := proto.EmulationSetTouchEmulationEnabled{Enabled: true, MaxTouchPoints: &points}.
		Call(c.page)
	if err != nil {
		return err
	}
	return c.shape(width, height, true)
}

func (c chromiumTab) move(x, y float64) error {
	return c.page.Mouse.MoveTo(proto.NewPoint(x, y))
}

func (c chromiumTab) down() error { return c.page.Mouse.Down(proto.InputMouseButtonLeft, 1) }
func (c chromiumTab) up() error   { return c.page.Mouse.Up(proto.InputMouseButtonLeft, 1) }

func (c chromiumTab) tap(x, y float64) error {
	err := proto.InputDispatchTouchEvent{
		Type:        proto.InputDispatchTouchEventTypeTouchStart,
		TouchPoints: []*proto.InputTouchPoint{{X: x, Y: y}},
	}.Call(c.page)
	if err != nil {
		return err
	}

	return proto.InputDispatchTouchEvent{
		Type:        proto.InputDispatchTouchEventTypeTouchEnd,
		TouchPoints: []*proto.InputTouchPoint{},
	}.Call(c.page)
}

// chromiumKeys has the keys by the names that scenes use. A key with a letter has the letter as its
// name.
var chromiumKeys = map[string]input.Key{
	"Enter": input.Enter, "Escape": input.Escape, "Tab": input.Tab, "Space": input.Space,
	"Up": input.ArrowUp, "Down": input.ArrowDown, "Left": input.ArrowLeft,
	"Right": input.ArrowRight, "Home": input.Home, "End": input.End, "Insert": input.Insert,
	"Delete": input.Delete, "F2": input.F2, "Ctrl": input.ControlLeft, "Alt": input.AltLeft,
}

func chromiumKey(name string) input.Key {
	if key, ok := chromiumKeys[name]; ok {
		return key
	}
	letter, _ := utf8.DecodeRuneInString(name)
	return input.Key(letter)
}

func (c chromiumTab) press(keys ...string) error {
	actions := c.page.KeyActions()
	last := len(keys) - 1
	for _, held := range keys[:last] {
		actions = actions.Press(chromiumKey(held))
	}
	return actions.Type(chromiumKey(keys[last])).Do()
}

func (c chromiumTab) paste() error {
	return proto.InputDispatchKeyEvent{Type: proto.InputDispatchKeyEventTypeKeyDown,
		Modifiers: int(input.ModifierControl), Key: "v", Commands: []string{"paste"}}.Call(c.page)
}

func (c chromiumTab) setFile(selector, file string) error {
	field, err := c.page.Element(selector)
	if err != nil {
		return err
	}
	return field.SetFiles([]string{file})
}

func (c chromiumTab) chooseFile(file string, do func()) error {
	choose, err := c.page.HandleFileDialog()
	if err != nil {
		return err
	}
	do()
	return choose([]string{file})
}

func (c chromiumTab) screenshot() ([]byte, error) {
	return c.page.Screenshot(false, &proto.PageCaptureScreenshot{})
}
