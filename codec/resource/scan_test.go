package resource_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/codec/resource"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// findings returns the lines of all findings of a file, or the error of Decode.
func findings(data []byte) string {
	f, err := resource.Decode(data, resource.Options{})
	if err != nil {
		return err.Error() + "\n"
	}

	var b strings.Builder
	for _, finding := range f.Scan() {
		fmt.Fprintln(&b, finding)
	}
	return b.String()
}

// TestScanOfTexts scans the texts of testdata/scan.txt. All of them run code in an engine, or name
// a file that could run code, except where the file says otherwise.
func TestScanOfTexts(t *testing.T) {
	cases := testkit.Cases(t, "testdata/scan.txt")
	for _, c := range cases {
		assert.Equal(t, c.Want, findings([]byte(c.In)), c.Name)
	}
	assert.Len(t, cases, 27)
}

// TestScanOfBinaryFiles: a binary file has the findings of the text with the same contents.
func TestScanOfBinaryFiles(t *testing.T) {
	script := func(class, source, script string) []byte {
		w := header(1, source, script).table("local://1", "local://2")
		w.at(0).text(class).words(1, 0, 5).text("extends Resource\n")
		return w.at(1).text("Resource").words(1, 1, 24, 2, 0).b
	}

	const found = "$.sub[\"1\"]: built-in script: extends Resource…\n" +
		"$.resource.script: attached script: SubResource(\"1\")\n"
	const mark = "\uFEFF"
	assert.Equal(t, found, findings(script("GDScript", "script/source", "script")))
	assert.Equal(t, found, findings(script(mark+"GDScript", mark+"script/source", mark+"script")))
	assert.Equal(t, found, findings(script("GDScript\x00x", "script/source\x00x", "script\x00x")))
	assert.Equal(t, "$.sub[\"1\"].\"scri\\x7fpt/source\": unclear text: \"scri\\x7fpt/source\"\n"+
		"$.sub[\"1\"]: built-in script\n",
		findings(script("GDScript", "scri\x7fpt/source", "name")))

	inline := header(1, "a").table("local://1").at(0).text("Resource").words(1, 0, 26, 2)
	inline.words(3, 1, 24, 1).text("Script").text("res://code.gd").words(3, 1, 3, 0)
	assert.Equal(t, "$.resource.a[1]: inline file: res://code.gd\n", findings(inline.b))

	open := header(1, "a").table("local://1").at(0).text("Resource").words(1, 0, 5, 3)
	assert.Equal(t, "$: unclear text: a text without a NUL at its end, which Godot 3 reads on\n",
		findings(append(open.b, "abc"...)))
	assert.Empty(t, findings(one(3, 1)))

	empty := header(1, "a").table("local://1").at(0).text("Resource").words(1, 0, 5, 0)
	assert.Empty(t, findings(empty.b), "a text without a byte has no NUL")
}

// TestScanOfScenesOfScenes: Scan also scans the bundle of a scene inside a binary file.
func TestScanOfScenesOfScenes(t *testing.T) {
	w := header(1, "_bundled").table("local://1", "local://2")
	w.at(0).text("PackedScene").words(1, 0, 26, 4)
	w.words(5).text("names").words(34, 2).text("Node").text("ready")
	w.words(5).text("conn_count").words(3, 1)
	w.words(5).text("conns").words(32, 6, 1<<31-1, 1<<31-1, 1, 1, 2, 0)
	w.words(5).text("version").words(3, 2)
	w.at(1).text("Resource").words(0)
	assert.Equal(t, "$.sub[\"1\"]._bundled: called method: ready\n", findings(w.b))
}

// TestScanIsBounded: the length of the list of findings is limited. The last item has the number of
// missing findings.
func TestScanIsBounded(t *testing.T) {
	const n = 100_000
	s := resourceText("[resource]a=[" + strings.Repeat("Object(A),", n) + "]")

	f := parse(t, []byte(s), resource.Options{})
	all := f.Scan()
	assert.Len(t, all, 1001)
	assert.Equal(t, "$: more findings: 99000", all[1000].String())
	assert.Equal(t, "$.resource.a[999]: inline object: A", all[999].String())

	deep := resourceText("[resource]a=" + strings.Repeat("[", 90) + "Object(A)" +
		strings.Repeat("]", 90))
	assert.Equal(t, "$.resource.a"+strings.Repeat("[0]", 6)+"…: inline object: A\n",
		findings([]byte(deep)))

	keys := strings.Repeat("{\""+strings.Repeat("k", 1000)+"\":", 50)
	s = resourceText("[resource]a=" + keys + "[" + strings.Repeat("Object(A),", 2000) + "]" +
		strings.Repeat("}", 50))
	allocated := testkit.Allocated(func() { f = parse(t, []byte(s), resource.Options{}) })
	assert.Less(t, allocated, uint64(200*len(s)))

	paths := 0
	for _, finding := range f.Scan() {
		paths += len(finding.Path)
	}
	assert.Less(t, paths, 1<<20)
}

// TestPathsOfAllScenesAreBounded: the total length of the paths of the nodes of all scenes in a
// file is limited.
func TestPathsOfAllScenesAreBounded(t *testing.T) {
	const scenes = 100
	w := header(1, "_bundled").table(make([]string, scenes)...)
	for i := range scenes {
		w.at(i).text("PackedScene").words(1, 0, 26, 3)
		w.words(5).text("names").words(34, 1).text(strings.Repeat("a", 1000))
		w.words(5).text("node_count").words(3, 150).words(5).text("nodes").words(32, 150*7)
		for node := range 150 {
			w.words(uint32(node-1), 1<<32-1, 1<<31-1, 0, 1<<32-1, 0, 0)
		}
	}

	f := parse(t, w.b, resource.Options{})
	var all []resource.Finding
	allocated := testkit.Allocated(func() { all = f.Scan() })
	assert.Less(t, allocated, uint64(64<<20))
	assert.Contains(t, all[len(all)-1].Text, variant.ErrLimit.Error())
}

// TestFilesOfEnginesAreClear: Scan understands the files of engines completely. It finds no
// unreadable scene, no unknown attribute and no unclear text, and it leaves out no finding.
func TestFilesOfEnginesAreClear(t *testing.T) {
	read := 0
	for _, name := range fixtures(t) {
		f, err := resource.ReadFile(name, resource.Options{})
		if err != nil { // compressed with Zstandard
			continue
		}

		read++
		for _, finding := range f.Scan() {
			assert.NotContains(t, []resource.FindingKind{resource.UnreadableScene,
				resource.UnknownAttribute, resource.UnclearText, resource.MoreFindings},
				finding.Kind, "%s: %v", filepath.Base(name), finding)
		}
	}
	assert.Greater(t, read, 50)
}
