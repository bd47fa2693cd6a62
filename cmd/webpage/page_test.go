package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/zstd"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/codec/text"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// saves are files that Godot 3 and Godot 4 wrote. The password is that of secret.save.
const (
	saves    = "../gdvar/testdata/saves/"
	password = "secret"
)

func saved(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(saves + name)
	require.NoError(t, err)
	return data
}

// record returns the only record of a file.
func record(t *testing.T, data []byte, d *variant.Dialect, o savefile.Options) (savefile.Info,
	variant.Variant) {
	t.Helper()
	plain, info, err := savefile.Unpack(data, o)
	require.NoError(t, err)
	c := codec.MustNew(codec.Options{Dialect: d, Limits: codec.Limits{MaxFrame: 1 << 30}})
	v, err := c.NewDecoder(bytes.NewReader(plain), codec.FrameU32).Decode()
	require.NoError(t, err)
	return info, v
}

// made returns a file of Godot 4 with one record.
func made(t *testing.T, v variant.Variant) []byte {
	t.Helper()
	var out strings.Builder
	c := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 1 << 30}})
	require.NoError(t, c.NewEncoder(&out, codec.FrameU32).Encode(v))
	return []byte(out.String())
}

// zstandard are the options to read files that are compressed with Zstandard.
func zstandard(t *testing.T) savefile.Options {
	t.Helper()
	c, err := zstd.Codec()
	require.NoError(t, err)
	return savefile.Options{
		Compressors: map[savefile.Compression]savefile.Compressor{savefile.Zstandard: c},
	}
}

// TestFiles opens files that engines wrote, one after another.
func TestFiles(t *testing.T) {
	p := newTab(t, "")
	key := string(saved(t, "key.hex"))
	for _, engine := range []string{"godot3", "godot4"} {
		for _, name := range []string{"plain", "big", "fastlz", "deflate", "zstd", "gzip",
			"secret", "key"} {
			p.open(saves + engine + "/" + name + ".save")
			switch name {
			case "secret":
				p.fill("#lock-secret", "wrong")
				p.click("#lock-form button")
				p.shows("#lock-error", "this password does not open the file")
				require.Equal(t, "true", value[string](p,
					`document.getElementById("lock-secret").getAttribute("aria-invalid")`))
				p.fill("#lock-secret", password)
				p.click("#lock-form button")

			case "key":
				p.choose("#lock-kind", "key")
				p.fill("#lock-secret", key)
				p.click("#lock-form button")
				p.choose("#lock-kind", "password")
			}

			p.shows("#name", name+".save")
			p.shows("#facts", map[string]string{"godot3": "Godot 3.1 to 3.6",
				"godot4": "Godot 4.4 and later"}[engine])
			p.shows("#tree", `hp int 10`)
			require.Empty(t, p.text("#problem"))
			p.view("text")
			p.shows("#text-lines", `"name": "Tia",`)
			p.view("json")
			p.shows("#json-lines", `"name": "Tia",`)
			p.choose("#json-kind", "canonical")
			p.shows("#json-lines", `"s:Tia"`)
			p.choose("#json-kind", "relaxed")
			p.view("dump")
			p.shows("#dump-lines", `"Tia"`)
		}
	}

	p.open(saves + "godot4/two.save")
	p.shows("#tree", "records Array 2 items")
}

// TestBadFiles: what is damaged or something else is said, and the next file opens.
func TestBadFiles(t *testing.T) {
	p := newTab(t, "")
	two := saved(t, "godot4/two.save")
	p.openBytes("cut.save", two[:len(two)-8])
	p.shows("#damage", "The file is damaged: record 1")
	p.row("0")
	p.row("hp")
	require.True(t, value[bool](p, `document.getElementById("value").readOnly`))
	require.True(t, value[bool](p, `document.getElementById("apply").disabled`))
	p.view("dump")
	p.shows("#dump-lines", "unexpected end of data")
	p.view("save")
	p.shows("#save-error", "a damaged file can't be saved")

	p.openBytes("cut.gcpf", saved(t, "godot4/gzip.save")[:60])
	p.shows("#problem", "cut.gcpf can't be opened: godot: read GCPF")
	require.False(t, value[bool](p, `document.getElementById("document").hidden`),
		"the file before is still open")
	p.openBytes("readme.txt", []byte("Hello, I am no save."))
	p.shows("#problem", "readme.txt can't be opened: not a file of Godot values")
	p.openBytes("empty.save", nil)
	p.shows("#problem", "it is empty")
	p.open(saves + "godot3/plain.save")
	p.shows("#tree", "hp int 10")
	require.Empty(t, p.text("#problem"))
}

// TestNoProgram: a browser that can't run the program says so.
func TestNoProgram(t *testing.T) {
	packed, err := pack([]byte("no program"))
	require.NoError(t, err)
	html, err := assemble("class Go { importObject = {} }", packed)
	require.NoError(t, err)
	server := httptest.NewServer(site(html))
	t.Cleanup(server.Close)
	p := newTab(t, server.URL)
	p.open(saves + "godot4/plain.save")
	p.shows("#problem", "The program can't start in this browser: CompileError")
}

// TestProgramEnds: when the program ends, as it does when memory is short, the page says so.
func TestProgramEnds(t *testing.T) {
	packed, err := pack([]byte("\x00asm\x01\x00\x00\x00"))
	require.NoError(t, err)
	html, err := assemble(`class Go {
		importObject = {};
		run() { return new Promise(end => { self.call = () => { end(); throw "no memory" } }) }
	}`, packed)

	require.NoError(t, err)
	server := httptest.NewServer(site(html))
	t.Cleanup(server.Close)

	p := newTab(t, server.URL)
	for range 2 {
		p.open(saves + "godot4/plain.save")
		p.shows("#problem",
			"The program has ended, perhaps for want of memory. Open the file again.")
	}
}

func TestPaste(t *testing.T) {
	p := newTab(t, "")
	packet := saved(t, "godot4/packet.bin")

	for _, form := range []string{
		hex.EncodeToString(packet), fmt.Sprintf("% x", packet),
		base64.StdEncoding.EncodeToString(packet),
	} {
		p.click("#paste summary")
		p.fill("#paste-text", "what is this?")
		p.click("#paste-form button")
		p.shows("#paste-error", "neither hexadecimal digits nor base64")
		p.fill("#paste-text", form)
		p.click("#paste-form button")
		p.shows("#name", "pasted.bin")
		p.shows("#facts", "var_to_bytes")
		p.shows("#tree", "hp int 10")
		require.False(t, value[bool](p, `document.getElementById("paste").open`))
		p.fill("#paste-text", "")
	}
}

func TestDrop(t *testing.T) {
	p := newTab(t, "")
	value[bool](p, `(bytes => {
		const dataTransfer = new DataTransfer();
		const data = Uint8Array.from(atob(bytes), c => c.charCodeAt(0));
		dataTransfer.items.add(new File([data], "dropped.save"));
		const options = { dataTransfer, bubbles: true, cancelable: true };
		document.body.dispatchEvent(new DragEvent("dragover", options));
		return document.body.dispatchEvent(new DragEvent("drop", options));
	})(%s)`, base64.StdEncoding.EncodeToString(saved(t, "godot3/fastlz.save")))
	p.shows("#name", "dropped.save")
	p.shows("#tree", "hp int 10")
}

// TestEdit changes values, looks at the difference, and decodes what the page saves.
func TestEdit(t *testing.T) {
	p := newTab(t, "")
	p.open(saves + "godot4/zstd.save")
	p.row("hp")
	p.fill("#value", "Vector2(1,")
	p.click("#apply")
	p.shows("#value-error", "text at 1:11: unexpected end of data")
	require.Equal(t, "value", value[string](p, `document.activeElement.id`))
	p.fill("#value", "4711")
	p.click("#apply")
	p.shows("#status", "$[\"hp\"] is now 4711.")
	p.shows("#tree", "hp int 4711")
	require.Empty(t, p.text("#value-error"))
	p.row("pos")
	p.fill("#value", "Vector2(0.25, -7)")
	p.control(input.Enter) // the focus is in the tree, and nothing happens
	p.click("#value")
	p.control(input.Enter)
	p.shows("#tree", "pos Vector2 Vector2(0.25, -7)")
	p.row("bag")
	p.fill("#add-value", `{"id": 8}`)
	p.click("#add")
	p.shows("#status", `$["bag"][2] is added.`)
	p.row("speed")
	p.click("#remove")
	p.shows("#status", `$["speed"] is deleted.`)
	p.row("value")
	p.click("#add")
	p.shows("#add-error", "enter a key")
	require.Equal(t, "add-key", value[string](p, `document.querySelector("[aria-invalid]").id`))
	require.Equal(t, "add-key", value[string](p, `document.activeElement.id`))
	p.fill("#add-key", "gold")
	p.fill("#add-value", "Vector2(")
	p.click("#add")
	p.shows("#add-error", "text at 1:9")
	p.fill("#add-value", "5")
	p.click("#add")
	p.row("name")
	p.fill("#value", `"Bob"`)
	p.click("#apply")
	p.click("#undo")
	p.shows("#tree", `name String "Tia"`)

	p.view("changes")
	p.shows("#changes-count", "5 changes since the file was opened")

	changes := p.text("#changes")
	for _, want := range []string{
		`$["hp"] changed`, "10\n4711", "Vector2(0.1, 2)\nVector2(0.25, -7)", `$["bag"][2] added`,
		`$["speed"] removed`,
	} {
		require.Contains(t, changes, want)
	}

	p.view("save")
	p.shows("#report-count", "No value is converted")
	info, got := record(t, p.download("#download", "zstd.save"), codec.Godot4, zstandard(t))
	require.Equal(t, savefile.Zstandard, info.Compression)

	_, want := record(t, saved(t, "godot4/plain.save"), codec.Godot4, savefile.Options{})
	for path, text := range map[string]string{
		"hp": "4711", "pos": "Vector2(0.25, -7)", "bag[2]": `{"id": 8}`, "gold": "5",
	} {
		var err error
		want, err = tree.Set(want, path, parsed(t, text))
		require.NoError(t, err)
	}

	want, err := tree.Delete(want, "speed")
	require.NoError(t, err)
	require.Equal(t, variant.Text(want), variant.Text(got))
	require.True(t, variant.Equal(want, got))

	p.choose("#save-container", "plain")
	_, got = record(t, p.download("#download", "zstd.save"), codec.Godot4, savefile.Options{})
	require.True(t, variant.Equal(want, got))

	p.open(saves + "godot4/plain.save") // all changes are downloaded, so nothing is asked
	require.Empty(t, p.asked())
	p.row("hp")
	p.click("#remove")
	p.open(saves + "godot4/two.save")
	require.Equal(t, []string{"Changes of plain.save are not downloaded. Discard them?"}, p.asked())
}

func parsed(t *testing.T, s string) variant.Variant {
	t.Helper()
	v, err := text.Parse(s, text.ParseOptions{})
	require.NoError(t, err)
	return v
}

// TestConvert makes a file of Godot 4 of one that Godot 3 encrypted, and back.
func TestConvert(t *testing.T) {
	p := newTab(t, "")
	p.open(saves + "godot3/secret.save")
	p.fill("#lock-secret", password)
	p.click("#lock-form button")
	p.view("save")
	p.choose("#save-engine", "godot4")
	p.shows("#report-count", "Nothing is lost")
	data := p.download("#download", "secret-godot4.save")
	info, got := record(t, data, codec.Godot4, savefile.Options{Password: password})
	require.Equal(t, savefile.Encrypted4, info.Format)
	_, want := record(t, saved(t, "godot3/plain.save"), codec.Godot3, savefile.Options{})
	require.True(t, variant.Equal(want, got))

	p.open(saves + "godot4/plain.save")
	p.view("save")
	p.choose("#save-engine", "godot3")
	p.shows("#report", `$["cell"]: replaced: Vector2i → Vector2`)
	p.choose("#save-container", "encrypted")
	p.click("#download")
	p.shows("#save-error", "enter the password")
	p.fill("#save-secret", "another")
	data = p.download("#download", "plain-godot3.save")
	info, got = record(t, data, codec.Godot3, savefile.Options{Password: "another"})
	require.Equal(t, savefile.Encrypted3, info.Format)
	cell, err := tree.Lookup(got, "cell")
	require.NoError(t, err)
	require.Equal(t, "Vector2(3, -4)", variant.Text(cell))
}

// TestTexts copies and keeps the text and the JSON.
func TestTexts(t *testing.T) {
	p := newTab(t, "")
	p.open(saves + "godot4/plain.save")
	_, v := record(t, saved(t, "godot4/plain.save"), codec.Godot4, savefile.Options{})
	want, err := text.Format(v, text.Options{})
	require.NoError(t, err)
	p.view("text")
	require.Equal(t, want, string(p.download(`[data-keep="text"]`, "plain.save.txt")))
	p.choose("#text-kind", "text3")
	p.shows("#text-lines", "(Vector2i): not in this dialect")
	p.view("json")
	require.JSONEq(t, p.text("#json-lines"),
		string(p.download(`[data-keep="json"]`, "plain.save.json")))

	value[bool](p, `(navigator.clipboard.writeText = async text => { window.copied = text }, true)`)
	p.click(`[data-copy="json"]`)
	p.shows("#status", "It is copied.")
	require.JSONEq(t, p.text("#json-lines"), value[string](p, "copied"))
	p.view("tree")
	p.row("cell")
	p.click("#copy-path")
	require.Equal(t, `$["cell"]`, value[string](p, "copied"))
}

// TestKeyboard uses no mouse: from the top of the page to a changed value.
func TestKeyboard(t *testing.T) {
	p := newTab(t, "")
	focused := func() string {
		return value[string](p, `document.activeElement.id || document.activeElement.tagName`)
	}

	p.keys(input.Tab)
	require.Equal(t, "file", focused())
	p.keys(input.Tab, input.Enter, input.Tab)
	require.Equal(t, "paste-text", focused())
	p.letters("1b000000010000000400000001000000610000000200000005000000")
	p.keys(input.Tab, input.Enter)
	p.shows("#tree", "a int 5")

	p.open(saves + "godot4/plain.save")
	value[bool](p, `(document.getElementById("read-as").focus(), true)`)
	p.keys(input.Tab)
	require.Equal(t, "tab-tree", focused(), "one tab is in the order")
	p.keys(input.ArrowRight, input.ArrowRight)
	require.Equal(t, "tab-json", focused())
	require.False(t, value[bool](p, `document.getElementById("panel-json").hidden`))
	require.True(t, value[bool](p, `document.getElementById("panel-tree").hidden`))
	p.keys(input.Home)
	require.Equal(t, "tab-tree", focused())
	p.keys(input.Tab)
	require.Equal(t, "find", focused())
	p.letters("bag")
	p.keys(input.Enter)
	p.shows("#status", `Found $["bag"]`)
	p.keys(input.Tab, input.Tab) // the button, and the tree

	row := func() string {
		return value[string](p, `document.activeElement.querySelector(".label").textContent`)
	}

	require.Equal(t, "bag", row())
	p.keys(input.ArrowRight, input.ArrowRight)
	require.Equal(t, "0", row(), "the first press opens, the second goes in")
	p.keys(input.ArrowRight, input.ArrowDown, input.ArrowDown)
	require.Equal(t, "count", row())

	for name, want := range map[string]string{
		"aria-level": "4", "aria-posinset": "2", "aria-setsize": "2", "aria-selected": "true",
	} {
		require.Equal(t, want, value[string](p, `document.activeElement.getAttribute(%s)`, name),
			name)
	}

	p.keys(input.ArrowLeft)
	require.Equal(t, "0", row(), "to the parent")
	p.keys(input.ArrowLeft)
	require.Equal(t, "false",
		value[string](p, `document.activeElement.getAttribute("aria-expanded")`))
	p.keys(input.End)
	require.Equal(t, "cell", row())
	p.keys(input.Home)
	require.Equal(t, "value", row())
	p.keys(input.ArrowDown, input.ArrowDown, input.Enter)
	require.Equal(t, "value", focused(), "Enter goes to the editor")
	p.control('a')
	p.keys('7', input.Escape)
	require.Equal(t, "hp", row(), "Escape takes back what was typed")
	p.keys(input.Enter)
	require.Equal(t, "10", value[string](p, `document.activeElement.value`))
	p.control('a')
	p.keys('7')
	p.control(input.Enter)
	p.shows("#tree", "hp int 7")
}

// hostile is text that would be markup if the page let it.
const hostile = `<img src=x onerror="alert(1)"><script>alert(2)</script>`

// TestHostile: the text in a save is text, wherever it is shown.
func TestHostile(t *testing.T) {
	p := newTab(t, "")
	list := variant.NewArray(variant.String(hostile))
	p.openBytes("hostile.save", made(t, variant.NewDictionary(variant.KV(hostile, list))))
	p.row(`"` + strings.ReplaceAll(hostile, `"`, `\"`) + `"`)
	p.row("0")
	p.fill("#value", `"`+strings.ReplaceAll(hostile, `"`, `'`)+`"`)
	p.click("#apply")

	for _, view := range []string{"tree", "text", "json", "dump", "changes", "save"} {
		p.view(view)
		p.shows("#panel-"+view, map[string]string{"save": "No value"}[view])
		switch view {
		case "json":
			p.shows("#panel-json", `\u003cimg src=x onerror=`)
		case "save":
		default:
			p.shows("#panel-"+view, "<img src=x onerror=")
		}
	}

	p.choose("#save-engine", "godot3")
	p.fill("#find", hostile)
	p.openBytes("<img src=x onerror=alert(1)>.txt", []byte(hostile))
	p.shows("#problem", "<img src=")
	require.Zero(t, value[int](p, `document.querySelectorAll("img, main script").length`))
	require.Equal(t, []string{"Changes of hostile.save are not downloaded. Discard them?"},
		p.asked())
}

// TestDirectionIsIsolated: characters that turn the direction of text are escaped, and names in
// Hebrew or Arabic turn nothing beside them.
func TestDirectionIsIsolated(t *testing.T) {
	p := newTab(t, "")
	const turned = "gold\u202edlog\u200b"
	p.openBytes("save\u202etxt.exe", made(t, variant.NewDictionary(
		variant.KV(turned, variant.String("שלום\u2066")))))

	p.shows("#name", `save\u202etxt.exe`)
	p.shows("#status", `save\u202etxt.exe is open`)
	p.shows("#panel-tree", `gold\u202edlog\u200b`)
	for _, view := range []string{"text", "json", "dump"} {
		p.view(view)
		p.shows("#panel-"+view, "gold")
	}

	require.Zero(t, value[int](p, `[...document.body.innerText.matchAll(/\p{Cf}/gu)].length`))
	for _, place := range []string{"#name", "#status", "[role=treeitem] .label", "[role=treeitem] .text"} {
		require.NotZero(t, value[int](p, `document.querySelectorAll("`+place+` > bdi").length`), place)
	}
}

// TestNothingLeaves: the page asks for itself and nothing else, whatever is done, and
// can't do more.
func TestNothingLeaves(t *testing.T) {
	html, err := built()
	require.NoError(t, err)
	var mu sync.Mutex

	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		site(html).ServeHTTP(w, r)
	}))

	t.Cleanup(server.Close)
	p := newTab(t, server.URL)
	p.open(saves + "godot4/secret.save")
	p.fill("#lock-secret", password)
	p.click("#lock-form button")

	for _, view := range []string{"text", "json", "dump", "changes", "save"} {
		p.view(view)
	}

	p.download("#download", "secret.save")
	var requests []string
	for _, url := range p.requested() {
		if !strings.HasPrefix(url, "blob:") && !strings.HasPrefix(url, "data:") {
			requests = append(requests, url)
		}
	}

	require.Equal(t, []string{server.URL + "/"}, requests)
	require.Equal(t, []string{"/"}, asked)

	const send = `(fetch("/secret").then(() => "sent", () => "refused"))`
	require.Equal(t, "refused", value[string](p, send))

	require.Equal(t, "refused", value[string](p, `new Promise(answer => {
		const worker = new Worker(URL.createObjectURL(new Blob([%s])));
		worker.onmessage = e => answer(e.data);
	})`, send+".then(postMessage)"), "the worker has the same policy")

	require.Equal(t, "refused", value[string](p, `new Promise(answer => {
		const image = new Image();
		image.onload = () => answer("sent");
		image.onerror = () => answer("refused");
		image.src = "/secret";
	})`))

	require.Equal(t, "refused", value[string](p, `(async () => {
		const script = document.createElement("script");
		script.textContent = "document.title = 'it ran'";
		document.body.append(script);
		return document.title === "it ran" ? "sent" : "refused";
	})()`))

	require.Equal(t, []string{"/"}, asked)

	troubles := p.logged()
	require.NotEmpty(t, troubles)

	for _, trouble := range troubles {
		require.Contains(t, trouble, "Content Security Policy")
	}

	p.forget()
}

// TestWidths: nothing is wider than the page, from 400 pixels on, in both color schemes.
func TestWidths(t *testing.T) {
	for _, colors := range []string{"light", "dark"} {
		p := newTab(t, "", size(400, 800), scheme(colors))
		narrow := func(where string) {
			t.Helper()
			require.LessOrEqual(t, value[int](p, `document.documentElement.scrollWidth`), 400,
				where)
		}

		narrow("at first")
		p.click("#paste summary")
		narrow("paste")
		p.open(saves + "godot4/secret.save")
		narrow("password")

		long := variant.String(strings.Repeat("long", 200))
		p.openBytes(strings.Repeat("name", 20)+".save", made(t, variant.NewDictionary(
			variant.Pair{Key: long, Value: variant.NewArray(long)},
			variant.KV("numbers", make(packed.PackedInt32Array, 500)),
		)))

		p.row("numbers")
		for _, view := range []string{"tree", "text", "json", "dump", "changes", "save"} {
			p.view(view)
			narrow(view)
		}

		p.choose("#save-engine", "godot3")
		p.choose("#save-container", "encrypted")
		narrow("encrypted")
		back := value[string](p, `getComputedStyle(document.body).backgroundColor`)
		require.Equal(t, map[string]string{"light": "rgb(244, 246, 248)",
			"dark": "rgb(20, 24, 29)"}[colors], back)
	}
}

// TestNames: each control has a name, which a screen reader says, and the tree is a tree.
func TestNames(t *testing.T) {
	p := newTab(t, "")
	p.open(saves + "godot4/plain.save")
	p.row("bag")

	roles := map[string]int{}
	for _, view := range []string{"tree", "text", "json", "dump", "changes", "save"} {
		p.view(view)
		all, err := proto.AccessibilityGetFullAXTree{}.Call(p.page)
		require.NoError(t, err)

		for _, node := range all.Nodes {
			if node.Ignored || node.Role == nil {
				continue
			}

			role := node.Role.Value.Str()
			roles[role]++
			switch role {
			case "button", "textbox", "searchbox", "combobox", "tab", "treeitem", "tree",
				"tablist", "tabpanel", "link":
				require.NotNil(t, node.Name, role)
				assert.NotEmpty(t, node.Name.Value.Str(), "a %s without a name in %s", role, view)
			}
		}
	}

	for _, role := range []string{"tree", "treeitem", "tablist", "tab", "tabpanel", "status",
		"alert", "main", "search"} {
		assert.NotZero(t, roles[role], role)
	}
}

// TestLargeFile: the page stays small while a file of 5 MB is open.
func TestLargeFile(t *testing.T) {
	p := newTab(t, "")
	items := make([]variant.Variant, 25_000)
	for i := range items {
		name := fmt.Sprintf("item %d of many, with a text of some length in it to fill the file", i)
		items[i] = variant.NewDictionary(variant.KV("id", variant.Int(i)),
			variant.KV("name", variant.String(name)))
	}

	data := made(t, variant.NewDictionary(
		variant.KV("items", variant.NewArray(items...)),
		variant.KV("bytes", make(packed.PackedByteArray, 2<<20))))

	begin := time.Now()
	p.openBytes("large.save", data)
	p.shows("#name", "large.save")
	t.Logf("%d bytes are open after %v", len(data), time.Since(begin))
	elements := func() int { return value[int](p, `document.querySelectorAll("*").length`) }
	p.row("items")
	p.shows("#tree", "24900 more after")
	p.fill("#find", "item 12345 of")
	p.click("#find-form button")
	p.shows("#status", `Found $["items"][12345]["name"]`)
	p.fill("#value", `"another"`)
	p.click("#apply")
	p.shows("#tree", `name String "another"`)

	for _, view := range []string{"text", "json", "dump"} {
		begin := time.Now()
		p.view(view)
		p.until(`document.getElementById(%s).textContent.length > 10000`, view+"-lines")
		p.click(fmt.Sprintf("[data-more=%q]", view))
		p.until(`document.getElementById(%s).textContent.length > 70000`, view+"-lines")
		t.Logf("two pages of %s after %v", view, time.Since(begin))
	}

	require.Less(t, elements(), 2000)
	p.view("changes")
	p.shows("#changes-count", "1 change since")
	p.view("save")
	_, v := record(t, p.download("#download", "large.save"), codec.Godot4, savefile.Options{})
	got, err := tree.Lookup(v, "items[12345].name")
	require.NoError(t, err)
	require.Equal(t, variant.String("another"), got)
}

// TestAnotherFile: a file that takes for ever to read does not keep the page from opening
// another one.
func TestAnotherFile(t *testing.T) {
	p := newTab(t, "")
	const count = 60 << 20 // null values, which are almost nothing when they are compressed
	packet := binary.LittleEndian.AppendUint32([]byte{0x1c, 0, 0, 0}, count)
	data, err := savefile.Pack(append(packet, make([]byte, 4*count)...),
		savefile.Options{Format: savefile.Compressed})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "bomb.save")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	p.upload(file)
	p.shows("#status", "Working")
	p.open(saves + "godot4/plain.save")
	p.shows("#tree", "hp int 10")

	require.Empty(t, p.text("#problem"))
}
