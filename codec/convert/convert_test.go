package convert

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/codec/text"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

var (
	three = codec.MustNew(codec.Options{Dialect: codec.Godot3})
	four  = codec.MustNew(codec.Options{})
)

// containers has the options for a plain file, for a compressed file, and for the encrypted files
// of both engines.
var containers = map[string]savefile.Options{
	"plain":      {},
	"compressed": {Container: savefile.Compressed, Compression: savefile.Deflate},
	"encrypted3": {Container: savefile.Encrypted3, Password: "pässword"},
	"encrypted4": {Container: savefile.Encrypted4, Password: "pässword"},
}

func frames(t *testing.T, c *codec.Codec, values ...variant.Variant) (b []byte) {
	for _, v := range values {
		b = live.Frame(b, testkit.Encode(t, c, v))
	}
	return b
}

// TestStreamsConvert: every compressed or encrypted file becomes a file that the other engine can
// open, unless the options name a format.
func TestStreamsConvert(t *testing.T) {
	old := frames(t, four, variant.StringName("a"), variant.Int(1), math.Vector2i{X: 1, Y: 2})
	want := frames(t, three, variant.String("a"), variant.Int(1), math.V2(1, 2))
	for name, container := range containers {
		file, err := savefile.Encode(old, container)
		require.NoError(t, err)
		var out bytes.Buffer
		var notes []string

		in := savefile.Options{Password: "pässword"}
		info, err := Stream(&out, bytes.NewReader(file), Options{From: four, To: three, In: in,
			Report: func(record int, n Note) {
				notes = append(notes, string(rune('0'+record))+n.String())
			}})

		require.NoError(t, err)
		plain, written, err := savefile.Decode(out.Bytes(), in)
		require.NoError(t, err)
		assert.Equal(t, want, plain, name)
		assert.Equal(t, []string{"0$: replaced: StringName → String",
			"2$: replaced: Vector2i → Vector2"}, notes)
		assert.Equal(t, 3, info.Records)
		assert.Equal(t, 2, info.Changes)
		assert.Equal(t, info.Container, written.Container)

		if container.Container.Encrypted() {
			assert.Equal(t, savefile.Encrypted3, written.Container)
		} else {
			assert.Equal(t, info.Old, written)
		}

		out.Reset()
		info, err = Stream(&out, bytes.NewReader(file),
			Options{To: three, In: in, Out: savefile.Options{Container: savefile.Plain}})
		require.NoError(t, err)
		assert.Equal(t, savefile.Plain, info.Container)
		assert.Equal(t, want, out.Bytes())
	}
}

// TestAFileCanReplaceItself: File replaces the old file if src and dst are equal, and keeps it
// after an error.
func TestAFileCanReplaceItself(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.save")
	o := savefile.Options{Container: savefile.Encrypted3, Password: "a"}
	require.NoError(t, savefile.WriteFile(path, frames(t, three, math.V2(1, 2)), o))
	convert := Options{From: three, To: four, In: savefile.Options{Password: "a"}}
	info, err := File(path, path, convert)
	require.NoError(t, err)
	require.Equal(t, 1, info.Records)
	plain, written, err := savefile.ReadFile(path, convert.In)
	require.NoError(t, err)
	require.Equal(t, savefile.Encrypted4, written.Container)
	require.Equal(t, frames(t, four, math.V2(1, 2)), plain)

	before, err := os.ReadFile(path)
	require.NoError(t, err)
	// In Pandemonium5, type 5 is Rect2, so the packet of a Vector2 is too short.
	convert.From = codec.MustNew(codec.Options{Dialect: codec.Pandemonium5})
	_, err = File(path, path, convert)
	require.ErrorIs(t, err, variant.ErrTruncated)
	require.ErrorContains(t, err, "record 0, which begins at 0: ")
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

// TestFilesWithoutFrames: Stream converts packets that follow each other without lengths. An error
// has the offset of its packet.
func TestFilesWithoutFrames(t *testing.T) {
	packets := func(c *codec.Codec, values ...variant.Variant) (b []byte) {
		for _, v := range values {
			b = append(b, testkit.Encode(t, c, v)...)
		}
		return b
	}

	values := []variant.Variant{variant.Int(1), math.V2(1, 2), variant.String("abc")}
	o := Options{From: three, To: four, Unframed: true}
	old := packets(three, values...)

	var out bytes.Buffer
	info, err := Stream(&out, bytes.NewReader(old), o)
	require.NoError(t, err)
	assert.Equal(t, 3, info.Records)
	assert.Equal(t, packets(four, values...), out.Bytes())

	_, err = Stream(io.Discard, bytes.NewReader(old[:len(old)-1]), o)
	assert.ErrorIs(t, err, variant.ErrTruncated)
	assert.ErrorContains(t, err, "record 2, which begins at 20: ")

	packed, err := savefile.Encode(old, savefile.Options{Container: savefile.Compressed})
	require.NoError(t, err)
	_, err = Stream(io.Discard, bytes.NewReader(packed[:len(packed)/2]), o)
	assert.ErrorIs(t, err, variant.ErrTruncated)

	_, err = File(t.TempDir(), "none", o)
	assert.Error(t, err, "a directory")
}

// TestFileKeepsWhatTheGameWrites: if another program changes dst during the conversion, File does
// not replace it.
func TestFileKeepsWhatTheGameWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.save")
	require.NoError(t, os.WriteFile(path, frames(t, four, variant.StringName("a")), 0o600))

	_, err := File(path, path, Options{To: three, Report: func(int, Note) {
		require.NoError(t, os.WriteFile(path, []byte("of the game"), 0o600))
	}})

	require.ErrorIs(t, err, savefile.ErrChanged)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "of the game", string(data))
}

// TestErrorsNameTheRecord: Stream returns the error of each part of the work: of the options, of
// opening the file, and of a record. The error of a record has the number of the record.
func TestErrorsNameTheRecord(t *testing.T) {
	good := frames(t, four, variant.Int(1))
	for want, o := range map[string]struct {
		file []byte
		o    Options
	}{
		"no usable key": {[]byte("GDEC" + strings.Repeat("\x01\x00\x00\x00", 12)),
			Options{}},
		"unexpected end": {good[:6], Options{}},
		"record 1":       {append(bytes.Clone(good), 9), Options{}},
		"invalid options": {good,
			Options{Out: savefile.Options{Container: savefile.Plain, Password: "a"}}},
		"no such framing": {good, Options{Framing: 9}},
		"limit: the packet has": {good,
			Options{To: codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 4}})}},
	} {
		_, err := Stream(io.Discard, bytes.NewReader(o.file), o.o)
		require.ErrorContains(t, err, want)
	}

	_, err := File("x", filepath.Join(t.TempDir(), "none"), Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// liveValues are the texts of the values that the scripts store and compare.
var liveValues = map[*variant.Dialect][]string{
	codec.Godot3: {
		`{"name": "Ünïté", "hp": 1099511627776, "x": 0.1, "pos": Vector3(1.5, -2, 3.25),
			"none": null}`,
		`[Quaternion(0, 0, 0, 1), Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
			Color(1, 0.5, 0, 1), NodePath("root/node")]`,
		`[PackedByteArray(1, 2, 3), PackedInt32Array(-1, 2), PackedFloat32Array(0.5),
			PackedStringArray("a", ""), PackedVector2Array(1, 2), PackedColorArray(1, 0, 0, 1)]`,
	},
	codec.Godot4: {
		`{&"name": "Ünïté", "at": Vector2i(3, -4), "typed": Array[int]([1, 2])}`,
		`[Vector4(0.5, 1, 2, 3), PackedInt64Array(1099511627776), PackedFloat64Array(0.1),
			Callable()]`,
		`[Vector3i(1, 2, 3), Rect2i(0, 0, 5, 6), PackedVector4Array(1, 0, 0, 0)]`,
	},
}

// TestEnginesReadConvertedFiles: each engine writes plain, compressed and encrypted files, and this
// package converts them. The other engine reads the values that its script expects.
func TestEnginesReadConvertedFiles(t *testing.T) {
	dirs := map[*variant.Dialect]string{}
	engines := map[*variant.Dialect]live.Engine{}
	live.Each(t, func(t *testing.T, e live.Engine) {
		dir, err := os.MkdirTemp("", "convert")
		require.NoError(t, err)
		e.Run(t, e.Script("testdata/live"), dir, "DO=write")
		dirs[e.Dialect] = dir
		engines[e.Dialect] = e
	})

	for _, dir := range dirs {
		defer os.RemoveAll(dir)
	}

	if len(engines) < 2 {
		return // an engine is missing; its test was skipped
	}

	live.Each(t, func(t *testing.T, e live.Engine) {
		from, o := codec.Godot3, Options{From: three, To: four,
			In: savefile.Options{Password: "pässword"}}
		if e.Dialect == codec.Godot3 {
			from = codec.Godot4
			o.From = four
			o.To = three
		}

		for _, form := range []string{"plain", "compressed", "encrypted"} {
			src, dst := filepath.Join(dirs[from], "engine-"+form), filepath.Join(dirs[e.Dialect],
				"go-"+form)
			plain, _, err := savefile.ReadFile(src, o.In)
			require.NoError(t, err)

			in := o.From.NewDecoder(bytes.NewReader(plain), codec.FrameU32)
			for _, want := range liveValues[from] {
				got, err := in.Decode()
				require.NoError(t, err)
				v, err := text.Parse(want, nil)
				require.NoError(t, err)
				testkit.RequireEqual(t, v, got)
			}

			info, err := File(dst, src, o)
			require.NoError(t, err)
			require.Equal(t, 3, info.Records)
		}

		lines := e.Run(t, e.Script("testdata/live"), dirs[e.Dialect], "DO=read")
		require.Equal(t, []string{"plain same same same", "compressed same same same",
			"encrypted same same same"}, lines)
	})
}

// TestEncryptionFollowsTheFamily: only the engines of Godot 4 encrypt in CFB mode.
func TestEncryptionFollowsTheFamily(t *testing.T) {
	require.Equal(t, savefile.Encrypted4, Encryption(nil))
	for _, d := range codec.Dialects() {
		want := savefile.Encrypted3
		if strings.Contains(d.Name(), "Godot4") {
			want = savefile.Encrypted4
		}
		require.Equal(t, want, Encryption(d), d.Name())
	}
}

// TestExamples: every type has an Example.
func TestExamples(t *testing.T) { testkit.RequireExamples(t) }
