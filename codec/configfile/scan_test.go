package configfile

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

// findings returns the lines of all findings of a file, or the error of Parse.
func findings(s string) string {
	f, err := Parse(s, full)
	if err != nil {
		return err.Error() + "\n"
	}

	var b strings.Builder
	for _, finding := range f.Scan() {
		b.WriteString(finding.String() + "\n")
	}
	return b.String()
}

// TestScan scans the texts of testdata/scan.txt.
func TestScan(t *testing.T) {
	cases := testkit.Cases(t, "testdata/scan.txt")
	for _, c := range cases {
		assert.Equal(t, c.Want, findings(c.In), c.Name)
	}
	assert.Len(t, cases, 11)
}

// TestScanIsBounded: the list of findings has a limit, and its last finding says how many are
// missing.
func TestScanIsBounded(t *testing.T) {
	deep := "a=" + strings.Repeat("[", 50) + strings.Repeat("Object(A),", 5000) +
		strings.Repeat("]", 50)
	all := mustParse(t, deep, full).Scan()
	assert.Len(t, all, 1001)
	assert.Equal(t, "$: more findings: 4000", all[1000].String())
	assert.Equal(t, "$[\"\"][\"a\"]"+strings.Repeat("[0]", 6)+"…", all[0].Path)
}

// TestScanSeesChanges: Scan reads the current text, after all changes.
func TestScanSeesChanges(t *testing.T) {
	f := mustParse(t, "a=Object(Timer)\nb=1\n", full)
	assert.Len(t, f.Scan(), 1)
	require.NoError(t, f.Set("", "a", variant.Int(2)))
	assert.Empty(t, f.Scan())
}

// TestScanOfLongFiles: Scan reads a file that has become longer than MaxSize.
func TestScanOfLongFiles(t *testing.T) {
	f := New(codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 64}}))
	for _, key := range []string{"a", "b", "c"} {
		require.NoError(t, f.Set("", key, variant.String(strings.Repeat("x", 40))))
	}
	require.Empty(t, f.Scan())
}

// binaryOf returns a project.binary that has only the setting a/b, with the value v.
func binaryOf(t *testing.T, v variant.Variant) []byte {
	packet, err := full.Encode(v)
	require.NoError(t, err)

	data := []byte("ECFG\x01\x00\x00\x00\x03\x00\x00\x00a/b")
	data = binary.LittleEndian.AppendUint32(data, uint32(len(packet)))
	return append(data, packet...)
}

// TestScanBinary: ScanBinary finds the objects and files that an engine makes and loads from the
// packets of a project.binary. It also finds the objects of a setting that a later setting
// replaces, and the objects before a damaged part.
func TestScanBinary(t *testing.T) {
	items := &variant.ElementType{Type: variant.TypeObject, Class: "Node", Script: "res://a.gd"}
	data := binaryOf(t, variant.NewArray(
		objects.NewObject("Node", objects.Prop("script", variant.String("res://b.gd"))),
		variant.NewDictionary(variant.Pair{
			Key: variant.Dictionary{Key: items, Value: items}, Value: variant.NewTypedArray(*items),
		}),
	))

	want := []string{
		`$["a"]["b"][0]: inline object: Node`,
		`$["a"]["b"][0].script: inline file: res://b.gd`,
		`$["a"]["b"][1][key 0]: inline file: res://a.gd`,
		`$["a"]["b"][1][key 0]: inline file: res://a.gd`,
		`$["a"]["b"][1][Dictionary[Resource("res://a.gd"), Resource("res://a.gd")]({})]: ` +
			`inline file: res://a.gd`,
	}
	lines := func(data []byte) (all []string, err error) {
		found, err := ScanBinary(data, nil)
		for _, finding := range found {
			all = append(all, finding.String())
		}
		return all, err
	}

	found, err := lines(data)
	require.NoError(t, err)
	require.Equal(t, want, found)

	again := "\x03\x00\x00\x00a/b\x04\x00\x00\x00\x00\x00\x00\x00"
	twice := append(bytes.Clone(data), again...)
	twice[len(magic)]++
	found, err = lines(twice)
	require.NoError(t, err)
	require.Equal(t, want, found)

	twice[len(magic)]++
	found, err = lines(twice)
	require.ErrorIs(t, err, variant.ErrTruncated)
	require.Equal(t, want, found)

	damaged := bytes.Clone(data)
	damaged[len(damaged)-4] = 9 // damages the count of the typed array
	found, err = lines(damaged)
	require.ErrorIs(t, err, variant.ErrTruncated)
	require.ErrorContains(t, err, `$["a"]["b"][1]`)
	require.Equal(t, want[:4], found[:4])

	var e *variant.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, len(data)-4, e.Offset)

	_, err = lines([]byte("[a]"))
	require.ErrorIs(t, err, variant.ErrSyntax)
}

// TestScanBinaryIsBounded: the list of findings has a limit, and its last finding says how many are
// missing.
func TestScanBinaryIsBounded(t *testing.T) {
	timers := slices.Repeat([]variant.Variant{objects.NewObject("Timer")}, 5000)
	found, err := ScanBinary(binaryOf(t, variant.NewArray(timers...)), full)
	require.NoError(t, err)
	require.Len(t, found, 1001)
	require.Equal(t, "$: more findings: 4000", found[1000].String())
}
