package kinds_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/codec/savefile"
	"godotvariant/codec/savefile/zstd"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

var update = flag.Bool("update", false, "write testdata/beginnings.txt")

// saved returns a save of Godot 4 with a value.
func saved(v variant.Variant) string {
	c := codec.MustNew(codec.Options{FullObjects: true})
	packet := testkit.Must(c.Encode(v))
	return string(frame.U32.Append(nil, packet))
}

// closed puts data into a layer, and returns the bytes of the layer.
func closed(layer, data string) string {
	l, _ := kinds.LayerByName(layer)
	return string(testkit.Must(l.Close([]byte(data), []byte(""))))
}

// The folders of files that engines wrote.
const (
	saves     = "../../gdvar/testdata/saves/"
	resources = "../../../testdata/resources/"
)

// content returns the bytes of a file.
func content(name string) string { return string(testkit.Must(os.ReadFile(name))) }

// samples has a file of each kind and layer.
func samples() [][2]string {
	hp := variant.NewDictionary(variant.KV("hp", variant.Int(10)))
	text := func(n int) variant.Variant { return variant.String(strings.Repeat("a", n-8)) }
	node := objects.Object{Class: "Node"}
	plain := saved(hp)

	return [][2]string{
		{"save", plain},
		{"save without frame", plain[4:]},
		{"save that begins as zlib: 376", saved(text(376))},
		{"save that begins as zlib: 24,184", saved(text(24184))},
		{"save that begins as zlib: 40,056", saved(text(40056))},
		{"save that begins as zlib: 55,928", saved(text(55928))},
		{"save of an object", saved(node)},
		{"gzip", closed("gzip", plain)},
		{"zlib", closed("zlib", plain)},
		{"zstd", closed("zstd", plain)},
		{"base64", base64.StdEncoding.EncodeToString([]byte(plain))},
		{"gzip of JSON", closed("gzip", `{"hp": 10}`)},
		{"project.binary", content(saves + "projects/godot4.binary")},
		{"config", "[player]\n\nhp=10\n"},
		{"config with Cyrillic names", "[игрок]\n\nимя=\"Тиа\"\n"},
		{"config without a section", "hp=10\n"},
		{"json", `{"hp": 10}`},
		{"json with Cyrillic names", `{"имя": 5}`},
		{"json list", `[1, [2, "x"]]`},
		{"text resource", "[gd_resource type=\"Resource\" format=3]\n\n[resource]\nx = 1\n"},
		{"text scene", "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\n"},
		{"text resource of Godot 3", content(resources + "godot3/classes.tres")},
		{"gzip of a resource", closed("gzip", content(resources+"godot4/class.res"))},
		{"base64 of a project.binary", base64.StdEncoding.EncodeToString(
			[]byte(content(saves + "projects/godot3.binary")))},
		{"binary resource", content(resources + "godot4/class.res")},
		{"binary resource, compressed", content(resources + "godot4/types.z.res")},
		{"binary scene of Godot 3", content(resources + "godot3/level.scn")},
		{"binary resource of Godot 3, compressed", content(resources + "godot3/types.z.res")},
		{"save of Godot 3", content(saves + "godot3/plain.save")},
		{"big-endian save of Godot 3", content(saves + "godot3/big.save")},
		{"compressed save of Godot 3", content(saves + "godot3/fastlz.save")},
		{"project.binary of Godot 3", content(saves + "projects/godot3.binary")},
		{"json, one value a line", "{\"hp\": 10}\n{\"hp\": 5}\n"},
		{"json of engines", "[1, 01., inf,]"},
		{"FastLZ", closed("fastlz", plain)},
		{"base64 of nothing known", "aGVsbG8sIHdvcmxk"},
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00"},
		{"PCK with a resource", "GDPC\x02\x00\x00\x00" + content(resources+"godot4/class.res")},
		{"other text", "once upon a time"},
	}
}

// beginnings are texts that a test puts before the content of a file, each with a name.
var beginnings = [][2]string{
	{"as it is", ""},
	{"a space", " "},
	{"a line break", "\n"},
	{"a comment", "; mine\n"},
	{"a byte order mark", "\ufeff"},
	{"a control character", "\x01"},
	{"a header", "SAVE\x01\x00\x00\x00"},
	{"a long header", strings.Repeat("header\x00\x00", 500)},
}

// TestSettingsAreWrittenAgain: the bytes of settings depend only on the values. This also holds
// after other values were written.
func TestSettingsAreWrittenAgain(t *testing.T) {
	const text = "[a] ; one\n\n; about x\nx=1\ny=2\n[b] ; two\nz=3\n"

	for _, data := range []string{text, content(saves + "projects/godot4.binary")} {
		o := document.Options{Kinds: kinds.All(kinds.Settings{})}
		d := testkit.Must(document.Read([]byte(data), o))
		old := d.Root().(variant.Dictionary)
		last := len(old.Pairs) - 1

		fewer := variant.Dictionary{Pairs: old.Pairs[:last]}
		other := variant.Dictionary{Pairs: slices.Clone(old.Pairs)}
		other.Pairs[last].Key = variant.String("other")

		for _, root := range []variant.Variant{fewer, other, old} {
			require.NoError(t, d.SetRoot(root))
			first := testkit.Must(d.Bytes())
			require.Equal(t, first, testkit.Must(d.Bytes()))
			again := testkit.Must(document.Read(first, o)).Root()
			require.True(t, variant.Equal(root, again), "%v and %v", root, again)
		}

		require.Equal(t, data, string(testkit.Must(d.Body().Bytes())))
	}
}

// TestSettingsAreEdited: an edit rewrites only the settings that have changed. A renamed key keeps
// its comment. A new key is written at its position in the Dictionary.
func TestSettingsAreEdited(t *testing.T) {
	const top0 = "top=0\n"
	const text = top0 + "[a] ; one\n\n; about x\nx=1\n; about y\ny=2\n[b] ; two\nz=3\n"
	dict := variant.NewDictionary
	number := func(key string, n int) variant.Pair { return variant.KV(key, variant.Int(n)) }
	top := variant.KV("", dict(number("top", 0)))
	a := variant.KV("a", dict(number("x", 1), number("y", 2)))
	b := variant.KV("b", dict(number("z", 3)))

	for _, c := range []struct {
		root     variant.Dictionary
		old, new string
	}{
		{dict(top, a, b), "", ""},
		{dict(top, variant.KV("a", dict(number("new", 1), number("y", 2))), b), "x=1", "new=1"},
		{dict(top, variant.KV("a", dict(number("x", 5), number("y", 2))), b), "x=1", "x=5"},
		{dict(top, variant.KV("a", dict(number("p", 1), number("q", 2))), b),
			"x=1\n; about y\ny=2", "p=1\n; about y\nq=2"},
		{dict(top, variant.KV("a", dict(number("new", 5), number("y", 2))), b),
			"; about x\nx=1\n", "new=5\n; about x\n"},
		{dict(top, variant.KV("a", dict(number("x", 1), number("new", 5), number("y", 2))), b),
			"; about y", "new=5\n; about y"},
		{dict(top, variant.KV("a", dict(number("x", 1), number("y", 2), number("new", 2))), b),
			"y=2\n", "y=2\nnew=2\n"},
		{dict(top, a, variant.KV("c", dict(number("z", 3)))), "[b] ; two", "[c] ; two"},
		{dict(top, a, b, variant.KV("c", dict(number("z", 3)))), "z=3\n", "z=3\n\n[c]\n\nz=3\n"},
		{dict(variant.KV("c", dict(number("top", 0))), a, b), text,
			strings.TrimPrefix(text, top0) + "\n[c]\n\n" + top0},
	} {
		d := testkit.Must(document.Read([]byte(text), document.Options{
			Kinds: kinds.All(kinds.Settings{}),
		}))
		require.NoError(t, d.SetRoot(c.root))
		require.Contains(t, text, c.old)
		require.Equal(t, strings.Replace(text, c.old, c.new, 1), string(testkit.Must(d.Bytes())))
	}
}

// TestSections: the new root of a ConfigFile must have sections, and each section must have Strings
// as keys.
func TestSections(t *testing.T) {
	d := testkit.Must(document.Read([]byte("[a]\nx=1\n"), document.Options{
		Kinds: kinds.All(kinds.Settings{}),
	}))

	section := variant.NewDictionary(variant.KV("x", variant.Int(1)))
	for _, root := range []variant.Variant{
		variant.Int(1), variant.NewDictionary(variant.KV("a", variant.Int(5))),
		variant.NewDictionary(variant.Pair{Key: variant.Int(7), Value: section}),
		variant.NewDictionary(variant.KV("a",
			variant.NewDictionary(variant.Pair{Key: variant.Int(7), Value: variant.Int(1)}))),
	} {
		require.ErrorContains(t, d.SetRoot(root), "a ConfigFile has sections")
	}
	require.NoError(t, d.SetRoot(variant.NewDictionary(variant.KV("a", section))))
}

// TestLayerNames: LayerByName finds each layer. Open returns the data that Close has put into the
// layer.
func TestLayerNames(t *testing.T) {
	for _, l := range kinds.Layers() {
		found, ok := kinds.LayerByName(l.Name)
		require.True(t, ok)
		require.Equal(t, l.Name, found.Name)

		data := testkit.Must(l.Close([]byte("text"), nil))
		require.Equal(t, "text", string(testkit.Must(l.Open(data, 4))))
		if l.Name != "base64" && l.Name != "fastlz" {
			_, err := l.Open(data, 3)
			require.ErrorIs(t, err, variant.ErrLimit, l.Name)
		}

		_, err := l.Open(nil, 4)
		if l.Name != "base64" && l.Name != "zstd" { // base64 and zstd accept empty data
			require.ErrorIs(t, err, document.ErrNoLayer, l.Name)
		}
	}

	_, ok := kinds.LayerByName("rar")
	require.False(t, ok)
}

// TestRecordsOfJSON: a JSON file has one record, or one record on each line.
func TestRecordsOfJSON(t *testing.T) {
	for data, want := range map[string]int{`{"hp": 1}`: 1, "[1]\n[2]\n[3]\n": 3} {
		d := testkit.Must(document.Read([]byte(data), document.Options{
			Kinds: kinds.All(kinds.Settings{}),
		}))
		require.Equal(t, want, d.Body().(interface{ Records() int }).Records(), data)
	}
}

// TestConfigVersion: the config_version of a project.godot names an engine, and the file is read as
// this engine reads it. Only Godot 3 takes a byte that is not UTF-8 as Latin-1.
func TestConfigVersion(t *testing.T) {
	config, ok := kinds.ByName(kinds.Config, kinds.Settings{})
	require.True(t, ok)

	for version, want := range map[int]struct {
		engine *variant.Dialect
		name   variant.String
	}{
		4: {codec.Godot3, "caf\u00e9"}, 5: {codec.Godot4, "caf\ufffd"},
	} {
		data := fmt.Appendf(nil, "config_version=%d\nname=\"caf\xe9\"\n", version)
		body, engine, err := config.Read(data, document.Options{})
		require.NoError(t, err)
		require.Same(t, want.engine, engine)

		name, err := tree.Lookup(body.Root(), `[""].name`)
		require.NoError(t, err)
		require.Equal(t, want.name, name)
	}
}

// TestTextEngine: a text has the engine that the options name, or Godot 4.
func TestTextEngine(t *testing.T) {
	for named, want := range map[*variant.Dialect]*variant.Dialect{
		nil: codec.Godot4, codec.Godot3: codec.Godot3,
	} {
		o := document.Options{}
		o.Dialect = named
		_, d, err := kinds.Text().Read([]byte("once"), o)
		require.NoError(t, err)
		require.Same(t, want, d)
	}
}

// TestBeginnings detects the kind and layer of files. Each file is tried after each of the texts in
// the variable beginnings, and without its last bytes. testdata/beginnings.txt has the results.
func TestBeginnings(t *testing.T) {
	var got strings.Builder

	for _, sample := range samples() {
		fmt.Fprintf(&got, "%s\n", sample[0])
		for _, b := range beginnings {
			fmt.Fprintf(&got, "\t%s: %s\n", b[0], taken(b[1]+sample[1]))
		}
		fmt.Fprintf(&got, "\tcut: %s\n\n", taken(sample[1][:len(sample[1])-3]))
	}

	fmt.Fprintf(&got, "nothing: %s\n", taken(""))

	if *update {
		require.NoError(t, os.WriteFile("testdata/beginnings.txt", []byte(got.String()), 0o666))
		return
	}

	require.Equal(t, string(testkit.Must(os.ReadFile("testdata/beginnings.txt"))), got.String())
}

// TestPlainText: the value of a file of the kind text is one String. A new value must be a String,
// too.
func TestPlainText(t *testing.T) {
	o := document.Options{Kinds: []document.Kind{kinds.Text()}}
	d := testkit.Must(document.Read([]byte("once\n"), o))
	require.Equal(t, variant.String("once\n"), d.Root())
	require.Equal(t, "once\n", string(testkit.Must(d.Bytes())))

	require.NoError(t, d.SetRoot(variant.String("twice")))
	require.True(t, d.Changed())
	require.Equal(t, "twice", string(testkit.Must(d.Bytes())))
	require.ErrorContains(t, d.SetRoot(variant.Int(2)), "of type String")

	require.True(t, kinds.IsText([]byte("once")))
	require.False(t, kinds.IsText([]byte("once\x00")))
}

// TestResourcesAreReadOnly: a resource has values, and refuses new values.
func TestResourcesAreReadOnly(t *testing.T) {
	o := document.Options{Kinds: kinds.All(kinds.Settings{})}
	const text = "[gd_resource type=\"A\" format=3]\n[resource]\nx = 1\n"
	d := testkit.Must(document.Read([]byte(text), o))
	x := testkit.Must(variant.ParsePath("resource.x"))
	require.Equal(t, variant.Int(1), testkit.Must(d.Lookup(x)))
	require.NoError(t, d.SetRoot(d.Root()))
	require.ErrorIs(t, d.SetRoot(variant.Int(1)), kinds.ErrReadOnly)
	require.False(t, d.Changed())
}

// TestResourceEngine: the engine of a text resource follows from its format. Godot 4 writes the
// format 3 and later ones.
func TestResourceEngine(t *testing.T) {
	for format, want := range map[int]*variant.Dialect{
		2: codec.Godot3, 3: codec.Godot4, 4: codec.Godot4,
	} {
		text := fmt.Sprintf("[gd_resource type=\"A\" format=%d]\n[resource]\nx = 1\n", format)
		d := testkit.Must(document.Read([]byte(text),
			document.Options{Kinds: kinds.All(kinds.Settings{})}))
		require.Same(t, want, d.Dialect(), format)
	}
}

// TestResourcePrecision: components have the precision that the options name.
func TestResourcePrecision(t *testing.T) {
	const text = "[gd_resource type=\"A\" format=3]\n[resource]\nx = Vector2(0.1, 2)\n"

	for p, want := range map[variant.Precision]float64{
		variant.Single: float64(float32(0.1)), variant.Double: 0.1,
	} {
		o := document.Options{Kinds: kinds.All(kinds.Settings{})}
		o.Precision = &p
		d := testkit.Must(document.Read([]byte(text), o))
		v := testkit.Must(d.Lookup(testkit.Must(variant.ParsePath("resource.x"))))
		require.Equal(t, math.Vector2{X: want, Y: 2}, v)
	}
}

// TestByName: ByName finds each kind by its name, and sets its field Certain, so that every file is
// read as this kind.
func TestByName(t *testing.T) {
	for _, name := range kinds.Names() {
		k, ok := kinds.ByName(name, kinds.Settings{})
		require.True(t, ok)
		require.Equal(t, name, k.Name)
		require.True(t, k.Certain)
	}

	_, ok := kinds.ByName("save", kinds.Settings{})
	require.False(t, ok)
}

// TestConvert: Convert changes a value of a ConfigFile only if the other engine writes it
// differently. The rest of the text stays.
func TestConvert(t *testing.T) {
	const text = "; kept\n[a]\n\nb=PackedStringArray(\"x\")\nc=1 ; one\n"
	o := document.Options{Kinds: kinds.All(kinds.Settings{})}
	d := testkit.Must(document.Read([]byte(text), o))

	none := func(_, key string, n convert.Note) { t.Errorf("%s: %v", key, n) }
	require.Equal(t, text, string(testkit.Must(kinds.Convert(d, codec.Godot4, none))))

	want := strings.Replace(text, "PackedStringArray(\"x\")", "PoolStringArray( \"x\" )", 1)
	require.Equal(t, want, string(testkit.Must(kinds.Convert(d, codec.Godot3, none))))

	d = testkit.Must(document.Read([]byte("[a]\nb=Vector2i(1, 2)\n"),
		document.Options{Kinds: kinds.All(kinds.Settings{})}))
	var notes []string
	report := func(section, key string, n convert.Note) {
		notes = append(notes, section+"."+key+" "+n.String())
	}
	converted := testkit.Must(kinds.Convert(d, codec.Godot3, report))
	require.Equal(t, "[a]\nb=Vector2( 1, 2 )\n", string(converted))
	require.Equal(t, []string{"a.b $: replaced: Vector2i → Vector2"}, notes)

	d = testkit.Must(document.Read([]byte("a=RID()\n"), document.Options{
		Kinds: kinds.All(kinds.Settings{}),
	}))
	_, err := kinds.Convert(d, codec.Godot3, none)
	require.ErrorIs(t, err, variant.ErrUnsupported)

	_, err = kinds.File(d.Body())
	require.NoError(t, err)
	_, err = kinds.File(nil)
	require.ErrorContains(t, err, "neither a ConfigFile nor a project.binary")
}

// TestToScan: the ending of a file's name decides the kind for scanning, even if the bytes belong
// to another kind. If the ending belongs to no kind, the first bytes decide.
func TestToScan(t *testing.T) {
	const config = "[a]\nx=Object(Node)\n"

	for _, c := range []struct{ name, data, want string }{
		{"a.cfg", config, "config"},
		{"a.dat", config, "config"},
		{"a.gd", config, "! not a file"},
		{"a.tres", config, "! (its name says that it is of the kind resource)"},
		{"project.binary", config, "! (its name says that it is of the kind project.binary)"},
		{"a.tres", config, "! godot: parse"},
		{"a.json", config, "config"},
		{"a.dat", "\x00\x00", "! not a file"},
	} {
		d, err := document.Read([]byte(c.data), kinds.ToScan(c.name, document.Options{}))
		if want, fails := strings.CutPrefix(c.want, "! "); fails {
			require.ErrorContains(t, err, want, c.name)
			continue
		}

		require.NoError(t, err, c.name)
		require.Equal(t, c.want, d.Kind, c.name)
		scanner, ok := d.Body().(kinds.Scanner)
		require.True(t, ok, c.name)
		require.Len(t, scanner.Scan(), 1, c.name)
	}
}

// taken returns the format that document.Read detects for a file, or the error of document.Read.
func taken(data string) string {
	z := zstd.Compressor()
	s := kinds.Settings{
		Compressors: map[savefile.Compression]savefile.Compressor{savefile.Zstandard: z},
	}

	d, err := document.Read([]byte(data), document.Options{
		Kinds: kinds.All(s), Layers: kinds.Layers(),
	})
	if d == nil {
		text := err.Error()
		return "! " + text[:min(len(text), 90)]
	}

	text := d.Format.String()
	if err != nil {
		text += ", damaged"
	}
	return text
}

// TestInstructionsOfEdits: an edit of a text with 8 times as many keys takes about 8 times as many
// instructions.
func TestInstructionsOfEdits(t *testing.T) {
	other := variant.String("other")
	edits := []func(pairs []variant.Pair) []variant.Pair{
		func(pairs []variant.Pair) []variant.Pair { return pairs[1:] },
		func(pairs []variant.Pair) []variant.Pair {
			return append(pairs, variant.KV("other", other))
		},
		func(pairs []variant.Pair) []variant.Pair {
			pairs[len(pairs)-1].Key = other
			return pairs
		},
		func(pairs []variant.Pair) []variant.Pair {
			pairs[len(pairs)-1].Value = other
			return pairs
		},
		func(pairs []variant.Pair) []variant.Pair {
			for i := range pairs {
				pairs[i].Value = other
			}
			return pairs
		},
	}

	var work []func()
	for _, form := range []string{"[all]\n%s", `{"all": {%s}}`} {
		for _, edit := range edits {
			for _, n := range []int{100, 800} {
				doc := manyKeys(form, n)
				d := testkit.Must(tree.Lookup(doc.Root(), "$.all")).(variant.Dictionary)
				require.Len(t, d.Pairs, n)
				d.Pairs = edit(slices.Clone(d.Pairs))
				root := testkit.Must(tree.Set(doc.Root(), "$.all", d))

				work = append(work, func() {
					require.NoError(t, doc.SetRoot(root))
					require.NotEmpty(t, testkit.Must(doc.PlainBytes()))
				})
			}
		}
	}

	n := testkit.Instructions(t, work...)
	for i := 0; i < len(n); i += 2 {
		t.Logf("%d and %d", n[i], n[i+1])
		require.Less(t, n[i+1], 12*n[i])
	}
}

// manyKeys reads a text of n keys, each with an array.
func manyKeys(form string, n int) *document.Document {
	pair := "k%d=[1, 2]"
	comma := "\n"
	if strings.HasPrefix(form, "{") {
		pair = `"k%d": [1, 2]`
		comma = ", "
	}

	pairs := make([]string, n)
	for i := range pairs {
		pairs[i] = fmt.Sprintf(pair, i)
	}

	text := fmt.Sprintf(form, strings.Join(pairs, comma))
	return testkit.Must(document.Read([]byte(text),
		document.Options{Kinds: kinds.All(kinds.Settings{})}))
}
