package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/codec/savefile/zstd"
	"godotvariant/codec/text"
	gmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// saves are files that Godot 3 and Godot 4 wrote. The password belongs to the file secret.save.
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
	plain, info, err := savefile.Decode(data, o)
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
	return savefile.Options{
		Compressors: map[savefile.Compression]savefile.Compressor{
			savefile.Zstandard: zstd.Compressor(),
		},
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
				p.shows("#lock-error", "This does not open the file")
				require.Equal(t, "true", value[string](p,
					`document.getElementById("lock-secret").getAttribute("aria-invalid")`))
				p.unlock(password)
			case "key":
				p.choose("#lock-kind", "key")
				p.unlock(key) // the page asks for the secret of each file anew
			}

			p.shows("#name", name+".save")
			p.shows("#format", map[string]string{"godot3": "Godot 3.1 to 3.6",
				"godot4": "Godot 4.4 and later"}[engine])
			p.shows("#tree", `hp int 10`)
			require.Empty(t, p.text("#problem"))
		}
	}

	p.play("views")
}

// TestBadFiles: for a file that is damaged or not a save, the page shows an error. It shows and
// saves the readable part of a damaged file. Afterwards it can open another file.
func TestBadFiles(t *testing.T) {
	p := newTab(t, "")
	p.make("cut.save", cut(t))
	p.make("picture.png", picture)
	p.make("empty.save", nil)
	p.make("theme.tres", []byte("[gd_resource type=\"Resource\" format=3]\n\n[resource]\nx = 1\n"))
	p.play("bad files")
}

// cut returns a file that ends too soon.
func cut(t *testing.T) []byte {
	two := saved(t, "godot4/two.save")
	return two[:len(two)-8]
}

// picture is the start of a PNG file, which is not a save.
var picture = []byte("\x89PNG\r\n\x1a\n and more of a picture")

// stubbed opens a page in which a script replaces wasm_exec.js. The program in the page is empty.
func stubbed(t *testing.T, script string) *tab {
	t.Helper()
	packed, err := pack([]byte("\x00asm\x01\x00\x00\x00"))
	require.NoError(t, err)
	html, err := assemble(page{exec: script, packed: packed})
	require.NoError(t, err)
	server := httptest.NewServer(site(html))
	t.Cleanup(server.Close)
	return newTab(t, server.URL)
}

// TestNoProgram: in a browser that can't run the program, the page says so.
func TestNoProgram(t *testing.T) {
	p := stubbed(t, "globalThis.Go = class { constructor() { throw Error('no memory') } }")
	p.open(saves + "godot4/plain.save")
	p.shows("#problem", "The program can’t start in this browser: Error: no memory")
}

// TestTrap: if the program ends for any reason, the page shows a message and starts the program
// again.
func TestTrap(t *testing.T) {
	for name, c := range map[string]struct{ call, says string }{
		"end":  {"end(); throw 'gone'", "The program has"},
		"trap": {"throw RangeError('too deep')", "The program has failed."},
	} {
		p := stubbed(t, `globalThis.Go = class {
			importObject = {};
			run() { return new Promise(end => { self.call = () => { `+c.call+` } }) }
		}`)
		for range 2 {
			p.open(saves + "godot4/plain.save")
			p.shows("#problem", c.says)
			require.True(t, value[bool](p, idle), name)
		}
	}
}

// manyItems is a value with 200,000 numbers.
func manyItems() variant.Variant {
	items := make([]variant.Variant, 200_000)
	for i := range items {
		items[i] = variant.Int(i)
	}
	return variant.NewDictionary(variant.KV("gold", variant.Int(1)),
		variant.KV("items", variant.NewArray(items...)))
}

// manyRecords is a value with 100,000 dictionaries.
func manyRecords() variant.Variant {
	items := make([]variant.Variant, 100_000)
	for i := range items {
		items[i] = variant.NewDictionary(variant.KV("id", variant.Int(i)),
			variant.KV("name", variant.String("rope")), variant.KV("left", variant.Float(0.5)))
	}
	return variant.NewDictionary(variant.KV("gold", variant.Int(1)),
		variant.KV("items", variant.NewArray(items...)))
}

// TestStop: long work shows how many bytes or values it has done, also in a dialog. After the user
// has stopped the work, the file is still open with its changes.
func TestStop(t *testing.T) {
	p := newTab(t, "")
	p.openBytes("many.save", made(t, manyRecords()))
	p.row("gold")
	p.fill("#value", "4711")
	p.click("#apply")
	p.shows("#tree", "gold int 4711")

	// stopNext stops the next work as soon as the page shows its progress.
	const stopNext = `(window.stopped = new Promise(done => {
		const bar = document.getElementById("progress");
		const watch = new MutationObserver(() => {
			if (!(bar.max >= 100000 && bar.hasAttribute("value"))) return;
			watch.disconnect();
			document.getElementById("stop").click();
			done(document.getElementById("work-text").textContent);
		});
		watch.observe(bar, { attributes: true });
	}), true)`

	stops := func(place, says string, begin func()) {
		value[bool](p, "(document.getElementById('status').replaceChildren(), true)")
		value[bool](p, stopNext)
		begin()
		require.Regexp(t, says, value[string](p, "stopped"))
		p.shows(place, "The work was stopped; nothing has changed.")
		p.until(idle)
	}

	for _, view := range []string{"json", "text"} {
		p.click("#tab-" + view)
		p.shows("#"+view+"-lines", `"gold": 4711`)
		stops("#status", "Making the text…", func() { p.click("[data-keep=" + view + "]") })
	}

	stops("#status", "Writing…", func() { p.click("#download") })
	p.click("#download-as")
	stops("#save-error", "Writing…", func() { p.choose("#save-engine", "godot3") })
	require.True(t, value[bool](p, `document.getElementById("work").hidden`))
	p.keys("Escape")
	p.until(`!document.querySelector("dialog")`)

	p.click("#tab-tree")
	p.row("items")
	p.click("#previews button")
	p.click("thead th:nth-child(2) button:nth-child(2)")
	p.fill("#request-text", "7")
	stops("#request-error", "Changing…", func() { p.keys("Enter") })
	p.keys("Escape")
	p.until(`!document.querySelector("dialog")`)
	p.shows("#change-line", "1 change")

	p.make("other.save", made(t, manyRecords()))
	stops("#status", "^(Reading|Recognizing the file)…$", func() {
		p.uploadTo("#file", p.file("made/other.save"))
		p.answer("discard")
	})
	p.shows("#name", "many.save")
	p.click("#tab-tree")
	p.shows("#tree", "gold int 4711")
	p.shows("#change-line", "1 change")
	p.click("#undo")
	p.shows("#tree", "gold int 1")
}

// TestClickDuringDrawing: a click on a row selects the row, even if the page draws the row again
// while the mouse is down.
func TestClickDuringDrawing(t *testing.T) {
	p := newTab(t, "")
	p.open(saves + "godot4/plain.save")
	at := p.place(`[...document.querySelectorAll("#tree .label")]
		.find(e => e.textContent === "hp")`)
	require.NoError(t, p.move(at[0], at[1]))
	require.NoError(t, p.down())

	p.fill("#find", "hp")
	p.shows("#tree .label mark", "hp")
	require.NoError(t, p.up())
	p.selected("hp")
}

// TestManyRows: 200,000 rows are scrolled and searched. The page has few elements and is never
// blocked for long. The limit for this time is high, because other programs on the machine block
// the page, too.
func TestManyRows(t *testing.T) {
	p := newTab(t, "")
	value[bool](p, `(window.longest = 0, new PerformanceObserver(list => {
		for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
	}).observe({ entryTypes: ["longtask"] }), true)`)
	p.openBytes("many.save", made(t, manyItems()))
	p.row("items")
	p.keys("End")
	p.shows("#tree", "199999 int 199999")
	p.keys("Home")
	p.shows("#tree", "gold int 1")
	for _, share := range []string{".3", ".9", ".5"} {
		value[bool](p, `(e => (e.scrollTop = e.scrollHeight * `+share+`, true))(
			document.getElementById("tree-scroll"))`)
		p.until(`document.querySelectorAll("#tree .label").length > 5`)
	}

	p.fill("#find", "=123456")
	p.keys("Enter")
	p.shows("#find-count", "1 of 1")
	p.shows("#tree", "123456 int 123456")
	p.click("#tab-json")
	p.shows("#json-lines", `"items": [`)
	p.click("#json-lines .line:nth-child(3) .fold")
	p.until(`document.querySelectorAll("#json-lines .line").length === 5`)
	p.click("#json-lines .line:nth-child(3) .fold")
	p.shows("#json-lines", "20")
	require.Less(t, value[int](p, `document.querySelectorAll("*").length`), 1500)
	if !value[bool](p, `PerformanceObserver.supportedEntryTypes.includes("longtask")`) {
		t.Log("NOT MEASURED: this browser does not tell how long a page is blocked")
		return
	}

	longest := value[float64](p, "longest")
	t.Logf("the longest block of the page is %.0f ms", longest)
	require.Less(t, longest, 3000.0, "a slow machine takes longer, a page that draws all rows too")
}

func TestPaste(t *testing.T) {
	p := newTab(t, "")
	packet := saved(t, "godot4/packet.bin")

	for _, form := range []string{hex.EncodeToString(packet), fmt.Sprintf("% x", packet),
		base64.StdEncoding.EncodeToString(packet)} {
		p.click("#menu-button")
		p.click("[data-tell=paste]")
		p.until(`document.getElementById("request-text")`)
		p.fill("#request-text", "what is this?")
		p.keys("Enter")
		p.shows("#request-error", "These are not bytes")
		p.shows("#request-error details", "neither hexadecimal digits nor base64")
		p.fill("#request-text", form)
		p.keys("Enter")
		p.shows("#name", "pasted.bin")
		p.shows("#tree", "hp int 10")
		p.until(`!document.querySelector("dialog")`)
	}
}

// TestPasteShowsWork: while the program opens pasted bytes, the dialog shows a progress bar.
func TestPasteShowsWork(t *testing.T) {
	p := newTab(t, "", breakable)
	p.play("long paste")
}

// TestPhone: on a phone the menu has the commands for which the header and the footer have no room.
func TestPhone(t *testing.T) {
	p := newTab(t, "", size(390, 844))
	p.play("guesses on a phone")
	p.play("phone")
	p.again()
	p.play("restored")
}

// TestForcedColors: if the system sets the colors of pages, values with a color still show their
// color.
func TestForcedColors(t *testing.T) {
	p := newTab(t, "", forcedColors)
	p.play("forced colors")
}

func TestDrop(t *testing.T) {
	p := newTab(t, "")
	value[bool](p, `(bytes => {
		const dataTransfer = new DataTransfer();
		const data = Uint8Array.from(atob(bytes), c => c.charCodeAt(0));
		dataTransfer.items.add(new File([data], "dropped.save"));
		const options = { dataTransfer, bubbles: true, cancelable: true };
		document.body.dispatchEvent(new DragEvent("dragover", options));
		if (document.getElementById("over").hidden) throw Error("no overlay");
		return document.body.dispatchEvent(new DragEvent("drop", options));
	})(%s)`, base64.StdEncoding.EncodeToString(saved(t, "godot3/fastlz.save")))
	p.shows("#name", "dropped.save")
	p.shows("#tree", "hp int 10")
}

// TestEdit changes values in fields of their type, checks the shown differences, and decodes the
// file that the page saves.
func TestEdit(t *testing.T) {
	p := newTab(t, "")
	p.play("edit")
	info, got := record(t, p.download("#download", "zstd.save"), codec.Godot4, zstandard(t))
	require.Equal(t, savefile.Zstandard, info.Compression)
	_, want := record(t, saved(t, "godot4/plain.save"), codec.Godot4, savefile.Options{})
	for path, text := range map[string]string{
		"hp": "4711", "pos": "Vector2(0.25, -7)", "bag[2]": `{"id": 8}`,
	} {
		var err error
		want, err = tree.Set(want, path, parsed(t, text))
		require.NoError(t, err)
	}

	want, err := tree.Delete(want, "speed")
	require.NoError(t, err)
	require.Equal(t, variant.Text(want), variant.Text(got))

	p.play("revert")
	p.make("changes.patch.json", []byte(`{"file": "zstd.save", "edits": [
		{"op": "set", "path": "$[\"hp\"]", "plain": "4711"},
		{"op": "remove", "path": "$[\"gone\"]"},
		{"op": "remove", "path": "$[\"speed\"]"}]}`))
	p.make("other.patch.json", []byte(`[1]`))
	p.play("changes of another file")
	p.play("discard")
}

func parsed(t *testing.T, s string) variant.Variant {
	t.Helper()
	v, err := text.Parse(s, nil)
	require.NoError(t, err)
	return v
}

// TestTypesAreKept: a value keeps its type unless the user answers a question with yes. This holds
// for the parts of typed arrays, too.
func TestTypesAreKept(t *testing.T) {
	p := newTab(t, "")
	typed := variant.NewArray(variant.Int(1))
	typed.Elem = &variant.ElementType{Type: variant.TypeInt}
	p.make("typed.save", made(t, variant.NewDictionary(
		variant.KV("typed", typed), variant.KV("ratio", variant.Float(1.5)),
		variant.KV("on", variant.Bool(true)), variant.KV("tint", gmath.Color{R: 1, A: 1}))))
	p.play("types")
}

// TestTypedTextIsAsked: if an entered text is not a value, the page does not discard it without a
// question.
func TestTypedTextIsAsked(t *testing.T) { newTab(t, "").play("typed text is asked for") }

// TestConvert converts an encrypted file of Godot 3 to Godot 4, and back, and encrypts a file.
func TestConvert(t *testing.T) {
	p := newTab(t, "")
	p.open(saves + "godot3/secret.save")
	p.unlock(password)
	p.click("#download-as")
	p.choose("#save-engine", "godot4")
	p.shows("#report-count", "Nothing is lost")
	data := p.download("#save", "secret-godot4.save")
	info, got := record(t, data, codec.Godot4, savefile.Options{Password: password})
	require.Equal(t, savefile.Encrypted4, info.Container)
	_, want := record(t, saved(t, "godot3/plain.save"), codec.Godot3, savefile.Options{})
	require.True(t, variant.Equal(want, got))

	p.open(saves + "godot4/plain.save")
	p.click("#download-as")
	p.choose("#save-container", "encrypted")
	p.click("#save")
	p.shows("#save-error", "Enter the password")
	p.fill("#save-secret", "another")
	data = p.download("#save", "plain.save")
	info, _ = record(t, data, codec.Godot4, savefile.Options{Password: "another"})
	require.Equal(t, savefile.Encrypted4, info.Container)
}

// TestRemarks: the page shows the remarks of the library in the language of the page.
func TestRemarks(t *testing.T) {
	p := newTab(t, pageFile(t)+"#lang=de")
	p.play("remarks")
	p.keys("Escape")
	p.make("cut.save", cut(t))
	p.play("damage in German")
}

// TestNames: a file is downloaded under its name, with and without an extension.
func TestNames(t *testing.T) {
	p := newTab(t, "")
	for _, name := range []string{"slot1", "a.b.save", ".save", "größe 1.dat"} {
		p.openBytes(name, saved(t, "godot4/plain.save"))
		p.shows("#name", name)
		want := map[string]string{".save": "save"}[name] // browsers remove a leading dot
		if want == "" {
			want = name
		}
		require.Equal(t, saved(t, "godot4/plain.save"), p.download("#download", want))
	}
}

// TestCompare: the page shows the differences between the open file and another file, and takes a
// value from the other file.
func TestCompare(t *testing.T) {
	p := newTab(t, "")
	other, err := tree.Set(recordOf(t, "godot4/plain.save"), "hp", variant.Int(99))
	require.NoError(t, err)
	other, err = tree.Set(other, "lives", variant.Int(3))
	require.NoError(t, err)
	other, err = tree.Delete(other, "speed")
	require.NoError(t, err)
	p.make("other.save", made(t, other))
	p.play("compare")
}

func recordOf(t *testing.T, name string) variant.Variant {
	t.Helper()
	_, v := record(t, saved(t, name), codec.Godot4, savefile.Options{})
	return v
}

// TestTable changes a column of a list of dictionaries.
func TestTable(t *testing.T) {
	p := newTab(t, "")
	items := make([]variant.Variant, 300)
	for i := range items {
		items[i] = variant.NewDictionary(variant.KV("id", variant.Int(300-i)),
			variant.KV("count", variant.Int(1)), variant.KV("name", variant.String("rope")),
			variant.KV("note", variant.String("two\nlines")))
	}
	p.make("list.save", made(t, variant.NewDictionary(
		variant.KV("items", variant.NewArray(items...)))))
	p.play("table")
}

// TestBytes: a click on a row of bytes selects the value of these bytes. The bytes of the selected
// value are marked.
func TestBytes(t *testing.T) { newTab(t, "").play("bytes") }

// TestInside: the page opens a file that is inside a file, and returns to the outer file with or
// without the changes.
func TestInside(t *testing.T) {
	p := newTab(t, "")
	deep := packet(t, variant.NewDictionary(
		variant.KV("json", variant.String(`{"gold":1,"name":"Tia","list":[10,20],"gone":1}`))))
	p.make("outer.save", made(t, variant.NewDictionary(variant.KV("gold", variant.Int(1)),
		variant.KV("inner", packed.PackedByteArray(saved(t, "godot4/packet.bin"))),
		variant.KV("deep", packed.PackedByteArray(deep)))))
	p.play("inside")
	p.play("revert inside")
}

// TestPictures: the page releases the picture of a file when the file is closed.
func TestPictures(t *testing.T) {
	p := newTab(t, "", func(d driver) error {
		return d.begin(`{
			window.pictures = new Set();
			const { createObjectURL, revokeObjectURL } = URL;
			URL.createObjectURL = blob => {
				const address = createObjectURL.call(URL, blob);
				if (blob.type.startsWith("image/")) pictures.add(address);
				return address;
			};
			URL.revokeObjectURL = address => {
				pictures.delete(address);
				revokeObjectURL.call(URL, address);
			};
		}`)
	})

	var data bytes.Buffer
	require.NoError(t, png.Encode(&data, image.NewGray(image.Rect(0, 0, 8, 8))))
	p.make("picture.save", made(t, variant.NewDictionary(
		variant.KV("picture", packed.PackedByteArray(data.Bytes())))))
	p.play("picture")
}

// packet returns the bytes of a value, as var_to_bytes of Godot 4 writes it.
func packet(t *testing.T, v variant.Variant) []byte {
	t.Helper()
	b, err := codec.MustNew(codec.Options{}).Encode(v)
	require.NoError(t, err)
	return b
}

// TestSample opens the sample that the address names.
func TestSample(t *testing.T) { newTab(t, pageFile(t)+"#sample=rpg").play("sample") }

// TestLink: a link contains the current values of a save. The page opens the link as a file without
// changes. After a reload it opens the link again, until the user opens another file. The page
// sends no request to a server.
func TestLink(t *testing.T) {
	p := newTab(t, "")
	noise := make([]byte, 60_000)
	rand.NewChaCha8([32]byte{}).Read(noise)
	p.make("long.save", made(t, packed.PackedByteArray(noise)))
	p.play("link")
	link := value[string](p, `document.getElementById("link").value`)
	p.keys("Escape")
	value[bool](p, "(location.href = %s, true)", link)
	p.answer("discard")
	p.play("linked")

	p.again()
	p.play("linked")
	require.Equal(t, link, value[string](p, "location.href"))
	for _, url := range p.asked() {
		require.Regexp(t, "^(blob:|data:|file:[^?]*page.html($|#))", url)
	}
	p.play("no link")
}

// TestLongestLink: the page makes a link of 64,000 characters, and refuses to make a longer one.
// The name of the file is in the link, so the test fills the link up with the letters of the name.
func TestLongestLink(t *testing.T) {
	const longest = 64_000
	p := newTab(t, "")
	noise := make([]byte, 47_800) // bytes that can't be compressed
	rand.NewChaCha8([32]byte{}).Read(noise)
	save := made(t, packed.PackedByteArray(noise))

	ask := func(more int) {
		p.openBytes(strings.Repeat("n", 1+more)+".save", save)
		p.click("#menu-button")
		p.click("[data-tell=link]")
	}
	link := func(more int) int {
		ask(more)
		p.until(`document.getElementById("link")`)
		length := value[int](p, `document.getElementById("link").value.length`)
		p.keys("Escape")
		return length
	}

	room := longest - link(0)
	require.Positive(t, room)
	require.Equal(t, longest, link(room))

	ask(room + 1)
	p.shows("#problem", "64,001")
}

// TestRestore: after a reload the page shows the file with its changes again, if the user has
// chosen to keep the work.
func TestRestore(t *testing.T) {
	p := newTab(t, "")
	p.play("kept without a change")
	p.again()
	p.play("restored without a change")
	p.play("kept")
	p.again()
	p.play("restored")
}

// TestLanguage: after another language was chosen, the file is open as before, with its changes and
// the entered text. Afterwards the storage of the tab has none of this.
func TestLanguage(t *testing.T) {
	p := newTab(t, "")
	speaks := func(lang string) {
		t.Helper()
		require.Eventually(t, func() bool { // evaluate fails while the page is loaded
			is, err := p.evaluate("document.documentElement.lang + document.readyState")
			return err == nil && string(is) == `"`+lang+`complete"`
		}, patience, 50*time.Millisecond)
		p.until(idle)
	}

	p.play("before another language")
	value[bool](p, `(e => { e.value = "de"; return e.dispatchEvent(new Event("change")) })(
		document.getElementById("menu-language"))`)
	speaks("de")
	p.play("in another language")

	p.click("#menu-button")
	value[bool](p, `(e => { e.value = "ja"; return e.dispatchEvent(new Event("change")) })(
		document.getElementById("menu-language"))`)
	speaks("ja")
	p.shows("#lock-title", "secret.save")
}

const hostile = `<img src=x onerror="document.title='hacked'"></script><script>alert(1)</script>`

// TestHostileText: text of a file never becomes markup, and does not change the text next to it.
func TestHostileText(t *testing.T) {
	p := newTab(t, "")
	const turned = "gold\u202edlog\u200b"
	text := variant.String(hostile)
	list := variant.NewArray(variant.NewDictionary(variant.KV(hostile, text)),
		variant.NewDictionary(variant.KV(hostile, text)))
	p.openBytes("<img src=x onerror=alert(1)>\u202e.save", made(t, variant.NewDictionary(
		variant.KV(hostile, text), variant.KV("__proto__", text), variant.KV(turned, text),
		variant.KV("list", list))))
	p.shows("#name", `\u202e.save`)
	p.shows("#tree", `gold\u202edlog\u200b`)

	p.row("__proto__")
	p.keys("Up Down Down")
	p.row("list")
	p.until(`!document.getElementById("tab-table").hidden`)
	for _, view := range []string{"table", "text", "json", "dump", "code"} {
		p.click("#tab-" + view)
	}
	p.fill("#find", hostile)
	p.keys("Enter")
	p.click("#tab-tree")
	p.row("__proto__")
	p.fill("#value", hostile+hostile)
	p.click("#apply")
	p.click("#tab-changes")
	p.shows("#changes", "<img src=x")
	p.click("#download-as")
	p.keys("Escape")

	require.Zero(t, value[int](p, `document.querySelectorAll("main img, main script").length`))
	require.Zero(t, value[int](p, `[...document.body.innerText.matchAll(/\p{Cf}/gu)].length`))
	require.NotContains(t, value[string](p, "document.title"), "hacked")
	require.Equal(t, 0, value[int](p, `Object.keys(Object.prototype).length`))
}

// TestNothingLeaves: for all actions of the user, the page requests only itself. It is not able to
// send other requests.
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
	p.unlock(password)
	p.shows("#tree", "hp int 10")
	for _, view := range []string{"text", "json", "dump", "code", "changes"} {
		p.click("#tab-" + view)
	}

	p.download("#download", "secret.save")
	var requests []string
	for _, url := range p.asked() {
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
		require.Regexp(t, "Content[ -]Security[ -]Policy", trouble)
	}

	p.forget()
}
