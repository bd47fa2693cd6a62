package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/objects"
	"godotvariant/variant"
)

// replacedKey returns the packet of a Dictionary that has the same key twice: first with the value
// v, then with the number 1.
func replacedKey(t *testing.T, v variant.Variant) []byte {
	c := codec.MustNew(codec.Options{FullObjects: true})
	d := variant.NewDictionary(variant.KV("k", v), variant.KV("second", variant.Int(1)))
	packet, err := c.Encode(d)
	require.NoError(t, err)

	second := []byte("\x06\x00\x00\x00second\x00\x00")
	at := bytes.LastIndex(packet, second)
	require.Positive(t, at)
	first := []byte("\x01\x00\x00\x00k\x00\x00\x00")
	return slices.Concat(packet[:at], first, packet[at+len(second):])
}

// items is the element type of a container whose items have a script.
var items = variant.ElementType{Type: variant.TypeObject, Class: "Node", Script: "res://code.gd"}

// replaced are values for a key that occurs twice: the value of the second key replaces them. Each
// row also has the findings in a save and in a project.binary.
var replaced = []struct {
	value variant.Variant
	save  []string
	code  []string
}{
	{
		objects.NewObject("Timer"),
		[]string{`object: $["k"]: Timer`},
		[]string{`$["a"]["b"]["k"]: inline object: Timer`},
	},
	{
		objects.NewObject("Node", objects.Prop("script", variant.String("res://code.gd"))),
		[]string{`script: $["k"]: Node with the script "res://code.gd"`},
		[]string{
			`$["a"]["b"]["k"]: inline object: Node`,
			`$["a"]["b"]["k"].script: inline file: res://code.gd`,
		},
	},
	{
		variant.NewTypedArray(items),
		[]string{`script: $["k"]: Array of items of the script "res://code.gd"`},
		[]string{`$["a"]["b"]["k"]: inline file: res://code.gd`},
	},
	{
		variant.NewArray(variant.Dictionary{Value: &items}, variant.Dictionary{
			Key: &items, Value: &variant.ElementType{Type: items.Type, Class: "Node",
				Script: "res://other.gd"},
		}),
		[]string{
			`script: $["k"][0]: Dictionary of values of the script "res://code.gd"`,
			`script: $["k"][1]: Dictionary of keys of the script "res://code.gd"`,
			`script: $["k"][1]: Dictionary of values of the script "res://other.gd"`,
		},
		[]string{
			`$["a"]["b"]["k"][0]: inline file: res://code.gd`,
			`$["a"]["b"]["k"][1]: inline file: res://code.gd`,
			`$["a"]["b"]["k"][1]: inline file: res://other.gd`,
		},
	},
}

// TestScanOfReplacedObjects: scan also finds an object or a script that is in the bytes of a save
// but not in its value. It finds an object in a file that was cut off, too.
func TestScanOfReplacedObjects(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, row := range replaced {
		packet := replacedKey(t, row.value)
		framed := binary.LittleEndian.AppendUint32(nil, uint32(len(packet)))
		programtest.Write(t, "a.save", string(append(framed, packet...)))
		want := "a.save: " + strings.Join(row.save, "\na.save: ") + "\n"

		r := gdvar(t, "", "gdvar scan a.save")
		require.Equal(t, program.CodeFound, r.Code)
		require.Equal(t, want, r.Out)

		cut := packet[:len(packet)-8]
		framed = binary.LittleEndian.AppendUint32(nil, uint32(len(packet)))
		programtest.Write(t, "a.save", string(append(framed, cut...)))

		r = gdvar(t, "", "gdvar --engine godot4 --frame u32 scan a.save")
		require.Equal(t, program.CodeFound, r.Code)
		require.Contains(t, r.Out, "a.save: damaged: ")
		require.Contains(t, r.Out, want)
	}
}

// TestScanOfProject: scan finds the objects and scripts of a project.binary, even those in repeated
// keys and settings.
func TestScanOfProject(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, row := range replaced {
		data := []byte("ECFG\x02\x00\x00\x00")
		for _, packet := range [][]byte{replacedKey(t, row.value), make([]byte, 4)} {
			data = append(data, "\x03\x00\x00\x00a/b"...)
			data = binary.LittleEndian.AppendUint32(data, uint32(len(packet)))
			data = append(data, packet...)
		}
		programtest.Write(t, "project.binary", string(data))

		r := gdvar(t, "", "gdvar --engine godot4 scan project.binary")
		require.Equal(t, program.CodeFound, r.Code, r.Out+r.Err)
		found := "project.binary: code: "
		require.Equal(t, found+strings.Join(row.code, "\n"+found)+"\n", r.Out)
	}
}

// TestScanExitCodes: the exit codes for a finding, for no finding, and for a file that scan did not
// look at are different.
func TestScanExitCodes(t *testing.T) {
	t.Chdir(t.TempDir())
	programtest.Write(t, "clean.cfg", "x=1\n")
	programtest.Write(t, "code.cfg", "x=Object(Timer)\n")
	programtest.Write(t, "cut.tres", "[gd_resource\n")
	programtest.Write(t, "icon.png", "\x89PNG\r\n\x1a\n")
	programtest.Write(t, "code.gd", "extends Node\n")
	programtest.Write(t, ".save-1.tmp", "x=1\n")

	for line, code := range map[string]int{
		"clean.cfg": 0, "code.cfg": program.CodeFound, "cut.tres": program.CodeFound,
		"icon.png": codeSkipped, "code.gd": codeSkipped, ".save-1.tmp": codeSkipped,
		"clean.cfg icon.png": codeSkipped,
		"code.cfg icon.png":  program.CodeFound, "none": program.CodeBad,
		"none code.cfg": program.CodeBad,
	} {
		require.Equal(t, code, gdvar(t, "", "gdvar scan "+line).Code, line)
	}
}

// TestScanOfForms: if compressed bytes are at the start of a file and text follows them, scan finds
// the objects in this text, too. An engine does not decompress such a file: it skips the bytes
// before the first "=".
func TestScanOfForms(t *testing.T) {
	t.Chdir(t.TempDir())
	const code = "\n=1\nx=Object(Timer)\n"

	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, err := z.Write([]byte("x=1\n"))
	require.NoError(t, err)
	require.NoError(t, z.Close())

	packed, err := savefile.Encode([]byte("x=1\n"), savefile.Options{Container: savefile.Compressed,
		Compression: savefile.Deflate})
	require.NoError(t, err)

	for _, form := range [][]byte{b.Bytes(), packed} {
		for _, name := range []string{"a.cfg", "--kind config a.dat"} {
			programtest.Write(t, name[len(name)-len("a.cfg"):], string(form)+code)
			r := gdvar(t, "", "gdvar scan "+name)
			require.Equal(t, program.CodeFound, r.Code, r.Out+r.Err)
		}
	}
}
