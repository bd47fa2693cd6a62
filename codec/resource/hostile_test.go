package resource_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// A hostileFile writes a file that runs code when an engine loads it, or a file of the same form
// that has only data. The code prints a line.
type hostileFile struct {
	t       testing.TB
	r       *rand.Rand
	dir     string
	number  int
	godot3  bool
	hostile bool
	tokens  []string
}

// write writes a random file and returns its name.
func (f hostileFile) write() string {
	kinds := []string{".tres", ".tres", ".tscn", ".tscn", ".res", ".cfg", ".png.import", ".godot"}
	kind := kinds[f.r.IntN(len(kinds))]

	var content string
	switch kind {
	case ".tres":
		content = f.resource()
	case ".tscn":
		content = f.scene()
	case ".res":
		content = string(f.binary())
	default:
		content = f.settings()
	}

	name := fmt.Sprintf("%d%s", f.number, kind)
	f.store(name, content)
	return name
}

// store writes a file into the folder, and returns the path by which an engine finds it.
func (f *hostileFile) store(name, content string) string {
	path := filepath.Join(f.dir, name)
	require.NoError(f.t, os.WriteFile(path, []byte(content), 0o600))
	return filepath.ToSlash(path)
}

// chance returns true with a probability of 1/n.
func (f *hostileFile) chance(n int) bool { return f.r.IntN(n) == 0 }

// source returns the source of a script. The script prints a line when an engine makes an object
// with it, and in Godot 4 also when the engine loads it.
func (f *hostileFile) source(base string) string {
	s := "extends " + base + "\nfunc _init():\n\tprint(\"RAN\")\n"
	if !f.godot3 {
		s += "static var x = ran()\nstatic func ran():\n\tprint(\"RAN\")\n\treturn 1\n"
	}
	return s
}

// script writes the file of a script, and returns its path.
func (f *hostileFile) script() string {
	return f.store(fmt.Sprintf("code%d.gd", f.number), f.source("Resource"))
}

// other writes a resource that has a script, and returns its path.
func (f *hostileFile) other() string {
	source := strings.ReplaceAll(f.source("Resource"), `"`, `\"`)
	content := "[gd_resource type=\"Resource\" format=2]\n" +
		"[sub_resource type=\"GDScript\" id=1]\nscript/source = \"" + source + "\"\n" +
		"[resource]\nscript = SubResource( 1 )\n"
	return f.store(fmt.Sprintf("other%d.tres", f.number), content)
}

// The following methods collect the tokens of a text. The method text adds the space between them.

// put adds tokens.
func (f *hostileFile) put(tokens ...string) { f.tokens = append(f.tokens, tokens...) }

// line adds tokens and the end of the line.
func (f *hostileFile) line(tokens ...string) { f.put(append(tokens, "\n")...) }

// text joins the tokens with random space, comments and control characters. In some hostile files
// it damages the tokens.
func (f *hostileFile) text() string {
	if f.hostile && f.chance(4) {
		f.damage()
	}

	var b strings.Builder
	before := rune('\n')
	for _, token := range f.tokens {
		first := []rune(token)[0]
		if isWord(before) && isWord(first) {
			b.WriteByte(' ')
		}
		if f.chance(12) {
			b.WriteString(f.gap())
		}
		b.WriteString(token)
		before = []rune(token)[len([]rune(token))-1]
	}
	return b.String()
}

// damage repeats, deletes or changes some tokens.
func (f *hostileFile) damage() {
	for range 1 + f.r.IntN(3) {
		at, from := f.r.IntN(len(f.tokens)), f.r.IntN(len(f.tokens))
		switch f.r.IntN(4) {
		case 0:
			f.tokens = slices.Insert(f.tokens, at, f.tokens[from])
		case 1:
			f.tokens[at] = f.tokens[from]
		case 2:
			odd := []string{"\x00", "null", "&", "#", "'", "\\", `"`, ";", "@", "%", "1e", "é"}
			f.tokens[at] = odd[f.r.IntN(len(odd))]
		default:
			if len(f.tokens) > 1 {
				f.tokens = slices.Delete(f.tokens, at, at+1)
			}
		}
	}
}

func isWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '-'
}

// gap returns characters that engines skip between two tokens.
func (f *hostileFile) gap() string {
	gaps := []string{
		" ", "\t", "\n", "\r\n", "\x01", "\f", "\x1b", " \n ", "; [x]=\"\n", ";é\n", "\v",
	}
	return gaps[f.r.IntN(len(gaps))]
}

// name returns a string that engines read as s. It may have escapes, or a byte order mark at its
// start.
func (f *hostileFile) name(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	if f.chance(6) {
		b.WriteString("\uFEFF")
	}

	for _, c := range s {
		switch {
		case f.chance(8):
			fmt.Fprintf(&b, `\u%04x`, c)
		case f.chance(8) && !f.godot3:
			fmt.Fprintf(&b, `\U%06X`, c)
		case f.chance(8) && strings.ContainsRune("scipSGD/_", c):
			b.WriteString(`\` + string(c))
		default:
			b.WriteRune(c)
		}
	}
	return b.String() + `"`
}

// path returns a string that engines read as the given path. Only the last part of the path is
// written in a random form. The rest depends on the folder, and a seed must make the same files in
// every folder.
func (f *hostileFile) path(path string) string {
	dir, base := path[:strings.LastIndexByte(path, '/')+1], filepath.Base(path)
	s := f.name(base)
	at := len(`"`)
	if strings.HasPrefix(s[at:], "\uFEFF") {
		at += len("\uFEFF")
	}
	return s[:at] + dir + s[at:]
}

// bare returns a name without quotes, which may have space and comments in it.
func (f *hostileFile) bare(s string) string {
	if f.chance(2) {
		return f.name(s)
	}

	at := 1 + f.r.IntN(len(s)-1)
	if f.chance(3) {
		return s[:at] + f.gap() + s[at:]
	}
	return s
}

// quoted returns s in quotes, with escapes only for quotes and backslashes.
func (f *hostileFile) quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// Values.

// plain returns a token that is a number, a bool or a text.
func (f *hostileFile) plain() []string {
	all := []string{"1", "-2.5", "true", f.name("script"), f.quoted("Object(Node)"), `"; x"`}
	return []string{all[f.r.IntN(len(all))]}
}

// harmless returns the tokens of a value that contains only data.
func (f *hostileFile) harmless() []string {
	switch f.r.IntN(6) {
	case 0:
		return []string{"Vector2", "(", "1", ",", "2.5", ")"}
	case 1:
		return []string{"[", "]"}
	case 2:
		if !f.godot3 {
			return []string{"Array", "[", "int", "]", "(", "[", "1", "]", ")"}
		}
	case 3:
		if !f.godot3 {
			return []string{"Dictionary", "[", "String", ",", "Node", "]", "(", "{", "}", ")"}
		}
	case 4:
		return []string{"NodePath", "(", f.name("a:script"), ")"}
	}
	return f.plain()
}

// value returns a value with only data or, if the file is hostile, a value that runs code. The
// value may be inside arrays and dictionaries, also as a key.
func (f *hostileFile) value() []string {
	v := f.harmless()
	if f.hostile {
		v = f.code()
	}

	for range f.r.IntN(3) {
		switch key := f.name("k"); f.r.IntN(5) {
		case 0:
			v = append(append([]string{"[", "1", ","}, v...), "]")
		case 1:
			v = append(append([]string{"{", key, ":"}, v...), "}")
		case 2: // the key occurs twice: the second value replaces the first one
			v = append(append([]string{"{", key, ":"}, v...), ",", `"k"`, ":", "1", "}")
		case 3:
			v = append(append([]string{"{"}, v...), ":", "1", "}")
		case 4:
			v = append(append([]string{"{", "1", ":", "[", "{", "2", ":"}, v...), "}", "]", "}")
		}
	}
	return v
}

// code returns a value that runs code while an engine reads it.
func (f *hostileFile) code() []string {
	file := func(path string) []string { return []string{"Resource", "(", f.path(path), ")"} }
	typed := func(before, after string) []string {
		v := append(strings.Fields(before), file(f.script())...)
		return append(v, strings.Fields(after)...)
	}

	kinds := 3
	if !f.godot3 {
		kinds = 7
	}

	switch f.r.IntN(kinds) {
	case 0:
		return []string{"Object", "(", "Node", ",", f.name("script"), ":", "Object", "(",
			"GDScript", ",", f.name("script/source"), ":", f.quoted(f.source("Node")), ")", ")"}
	case 1:
		v := []string{"Object", "(", "Resource", ",", f.name("script"), ":"}
		return append(append(v, file(f.script())...), ")")
	case 2:
		return file(f.other())
	case 3:
		return typed("Array [", "] ( [ ] )")
	case 4:
		return typed("Dictionary [ String ,", "] ( { } )")
	case 5:
		return typed("Dictionary [", ", int ] ( { } )")
	default:
		return file(f.script())
	}
}

// attribute returns an attribute that engines do not know. Its value runs code if the file is
// hostile and isPlace is true: then this attribute is the place for code.
func (f *hostileFile) attribute(isPlace bool) []string {
	if isPlace && f.hostile {
		return append([]string{"more", "="}, f.value()...)
	}
	if f.chance(3) {
		return append([]string{"more", "="}, f.plain()...)
	}
	return nil
}

// heading adds a heading.
func (f *hostileFile) heading(tag string, isPlace bool, attributes ...string) {
	more := f.attribute(isPlace)
	if f.chance(2) {
		attributes = append(more, attributes...)
	} else {
		attributes = append(attributes, more...)
	}
	f.line(append(append([]string{"[", tag}, attributes...), "]")...)
}

// first adds the first heading of the file, which also has the attribute format.
func (f *hostileFile) first(tag string, isPlace bool, attributes ...string) {
	format := "3"
	if f.godot3 {
		format = "2"
	}
	f.heading(tag, isPlace, append(attributes, "format", "=", format)...)
}

// sub adds the heading of a sub-resource of a class. Its ID is 1.
func (f *hostileFile) sub(class string, isPlace bool) {
	f.heading("sub_resource", isPlace, "type", "=", f.name(class), "id", "=", "1")
}

// property adds a property. Its value runs code if the file is hostile and isPlace is true: then
// this property is the place for code.
func (f *hostileFile) property(isPlace bool) {
	v := f.harmless()
	if isPlace {
		v = f.value()
	}
	f.line(append([]string{f.bare("metadata/a"), "="}, v...)...)
}

// resource returns a .tres.
func (f *hostileFile) resource() string {
	place := f.r.IntN(8)
	f.first("gd_resource", place == 0, "type", "=", f.name("Resource"))

	if f.hostile && place == 7 {
		f.heading("ext_resource", f.chance(2), "type", "=", `"Script"`, "path", "=",
			f.path(f.script()), "id", "=", "1")
		f.line("[", "resource", "]")
		f.line(f.bare("script"), "=", "ExtResource", "(", "1", ")")
		return f.text()
	}

	if place == 1 {
		class, source := "Gradient", "script/sources"
		if f.hostile {
			class, source = "GDScript", "script/source"
		}
		f.sub(class, false)
		f.line(f.bare(source), "=", f.quoted(f.source("Resource")))
	} else {
		f.sub("Gradient", place == 2)
		f.property(place == 3)
	}

	f.heading("resource", place == 4)
	switch place {
	case 1:
		name := "metadata/script"
		if f.hostile {
			name = "script"
		}
		f.line(f.bare(name), "=", "SubResource", "(", "1", ")")
	case 5: // the property occurs twice: the second value replaces the first one
		f.property(true)
		f.hostile = false
	}

	f.property(place >= 5)
	return f.text()
}

// scene returns a .tscn.
func (f *hostileFile) scene() string {
	place := f.r.IntN(10)
	f.first("gd_scene", place == 0)

	switch {
	case place == 1 && f.hostile:
		f.sub("GDScript", false)
		f.line(f.bare("script/source"), "=", f.quoted(f.source("Node")))
	case place == 2 && f.hostile:
		f.sub("PackedScene", false)
		f.line("_bundled", "=", `{"conn_count": 1, "conns": `+f.integers("0, 0, 1, 2, 2, 0")+
			`, "editable_instances": [], "names": `+f.strings(`"X", "ready", "print_tree", "Node"`)+
			`, "node_count": 1, "node_paths": [], "nodes": `+f.integers("-1, -1, 3, 0, -1, 0, 0")+
			`, "variants": [], "version": 2}`)
	default:
		f.sub("Gradient", place == 3)
		f.property(place == 4)
	}

	groups := []string{"groups", "=", "[", `"a"`, "]"}
	if place == 5 && f.hostile {
		groups = append(append([]string{"groups", "=", "["}, f.value()...), "]")
	}
	f.heading("node", place == 6, append([]string{"name", "=", `"A"`, "type", "=", `"Node"`},
		groups...)...)
	if place == 1 && f.hostile {
		f.line(f.bare("script"), "=", "SubResource", "(", "1", ")")
	}
	f.property(place == 7)

	switch {
	case place == 2 && f.hostile:
		f.line("[", "node", "name", "=", `"B"`, "parent", "=", `"."`, "instance", "=",
			"SubResource", "(", "1", ")", "]")
	case place == 8 && f.hostile:
		connection := []string{"signal", "=", `"ready"`, "from", "=", `"."`, "to", "=", `"."`,
			"method", "=", `"print_tree"`}
		if f.chance(2) {
			connection[11] = `"set_name"`
			connection = append(append(connection, "binds", "=", "["), append(f.code(), "]")...)
		}
		f.heading("connection", false, connection...)
	case place == 9:
		f.heading("editable", true, "path", "=", `"A"`)
	}
	return f.text()
}

func (f *hostileFile) integers(list string) string {
	if f.godot3 {
		return "PoolIntArray( " + list + " )"
	}
	return "PackedInt32Array(" + list + ")"
}

func (f *hostileFile) strings(list string) string {
	if f.godot3 {
		return "PoolStringArray( " + list + " )"
	}
	return "PackedStringArray(" + list + ")"
}

// settings returns the text of a ConfigFile.
func (f *hostileFile) settings() string {
	f.line("config_version=", "5")
	f.put("[a]\n")

	key := []string{"b", "b", `"b"`, "b c"}[f.r.IntN(4)]
	if f.hostile && f.chance(3) {
		key = f.bare("bb")
	}
	f.line(append([]string{key + "="}, f.value()...)...)

	if f.chance(2) { // the key occurs twice: the second value replaces the first one
		f.line(append([]string{key + "="}, f.plain()...)...)
	}
	if f.chance(4) {
		f.put("[a \"=;]\n")
	}
	f.line("last=", "1")
	return f.text()
}

// Binary files.

// binaryName returns a name that engines read as s.
func (f *hostileFile) binaryName(s string) string {
	if f.chance(4) {
		s = "\uFEFF" + s
	}
	if f.chance(4) {
		s += "\x00x"
	}
	return s
}

// begin begins a binary file as the engine writes it, with a table of names.
func (f *hostileFile) begin(names ...string) *builder {
	if !f.godot3 {
		return header(1, names...)
	}

	w := &builder{b: []byte("RSRC")}
	w.words(0, 0, 3, 2, 3).text("Resource").words(0, 0).words(make([]uint32, 14)...)
	w.words(uint32(len(names)))
	for _, name := range names {
		w.text(name)
	}
	return w
}

// binary returns a .res.
func (f *hostileFile) binary() []byte {
	class, source, script := "Gradient", "metadata/a", "metadata/b"
	if f.hostile {
		class, source, script = "GDScript", "script/source", "script"
	}

	if f.chance(2) {
		w := f.begin(f.binaryName(source), f.binaryName(script)).table("local://1", "local://2")
		w.at(0).text(f.binaryName(class)).words(1, 0, 5).text(f.source("Resource"))
		w.at(1).text("Resource").words(1, 1, 24, 2)
		if f.godot3 {
			return w.words(1).b
		}
		return w.words(0).b
	}

	// The property is an Array or a Dictionary. In the Dictionary {1: …, 1: 0} the key 1 occurs
	// twice, and the second value replaces the first one.
	w := f.begin("metadata/a").table("local://1").at(0).text("Resource").words(1, 0)
	inside := func() {
		if !f.hostile {
			w.words(5).text("script")
			return
		}
		w.words(24, 1).text([]string{"", "Resource"}[f.r.IntN(2)]).text(f.binaryName(f.other()))
	}

	switch f.r.IntN(3) {
	case 0:
		w.words(26, 2, 3, 1)
		inside()
		w.words(3, 1, 3, 0)
	case 1:
		w.words(30, 2, 3, 1)
		inside()
	default:
		w.words(26, 1)
		inside()
		w.words(3, 0)
	}
	return append(w.b, "RSRC"...)
}
