package codec_test

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	vartext "godotvariant/codec/text"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

// TestPages: the dialects of the four published pages read and write the packets of
// testdata/pages.txt, in both precisions. In double precision the offset of a field is greater than
// on the page: by 4 bytes for each number before the field.
func TestPages(t *testing.T) {
	data, err := os.ReadFile("testdata/pages.txt")
	require.NoError(t, err)
	seen := map[string]map[byte]bool{}

	for _, row := range strings.Split(string(data), "\n== ")[1:] {
		lines := strings.Split(strings.TrimSpace(row), "\n")
		dialects, name, _ := strings.Cut(lines[0], ": ")
		v, err := vartext.Parse(lines[1], allDigits)
		require.NoError(t, err, name)

		for dialect := range strings.FieldsSeq(dialects) {
			for _, p := range []variant.Precision{variant.Single, variant.Double} {
				packet := pagePacket(t, lines[2:], p)
				c := codec.MustNew(codec.Options{Dialect: codec.DialectByName(dialect),
					Precision: p, FullObjects: strings.HasSuffix(name, " full")})

				if strings.HasSuffix(name, " unsupported") {
					testkit.RefuseEncode(t, c, v, variant.ErrUnsupported)
					testkit.RefuseDecode(t, c, packet, variant.ErrUnsupported)
				} else {
					checkPacket(t, c, v, v, packet, nil)
				}

				if seen[dialect] == nil {
					seen[dialect] = map[byte]bool{}
				}
				seen[dialect][packet[0]] = true
			}
		}
	}

	for name, ids := range seen {
		require.Len(t, ids, len(codec.DialectByName(name).Spec().Types),
			"%s: a row for every type", name)
	}
	require.Len(t, seen, 4)
}

// pagePacket makes a packet from lines. Each line is a field: an offset, the bytes, the bytes in
// double precision if they differ, and a name.
func pagePacket(t *testing.T, lines []string, p variant.Precision) (packet []byte) {
	later := 0
	for _, line := range lines {
		field, name, _ := strings.Cut(line, "  ")
		parts := strings.Fields(field)
		at, err := strconv.Atoi(parts[0])
		require.NoError(t, err)
		require.Equal(t, at+later, len(packet), "offset of %s", name)

		b := parts[1]
		if len(parts) > 2 && p == variant.Double {
			b = parts[2]
			later += 4
		}
		packet = append(packet, testkit.Unhex(t, b)...)
	}

	return packet
}

// pages are the dialects of the published pages.
var pages = []*variant.Dialect{codec.DocsGodot32, codec.DocsGodot3, codec.DocsGodot4,
	codec.DocsPandemonium}

// TestPagesBesidesText tests what constructor text cannot express: the old form of a NodePath, the
// bit in the count of a shared container, and the null object. The engines differ from the pages:
// Godot 3 does not read the old form and never sets the bit, and Godot 4 writes a null object as a
// Nil.
func TestPagesBesidesText(t *testing.T) {
	oldPath := testkit.Unhex(t, "0f000000 06000000 2f612f623a63 0000")
	array := variant.Array{Items: []variant.Variant{variant.Nil{}}, Shared: true}
	shared := variant.Dictionary{Shared: true}
	for _, d := range pages {
		c := in(d)
		testkit.RequireEqual(t, objects.MustParseNodePath("/a/b:c"), testkit.Decode(t, c, oldPath))
		checkPacket(t, c, array, array, words(19, 1<<31|1, 0), nil)
		checkPacket(t, c, shared, shared, words(18, 1<<31), nil)
	}

	three := in(codec.Godot3)
	testkit.RefuseDecode(t, three, oldPath, variant.ErrNodePath)
	require.False(t, codec.Godot3.Spec().SharedBit, "engines leave the bit out")

	null := objects.Object{}
	require.Equal(t, words(17, 0), testkit.Encode(t, codec.MustNew(docs), null))
	require.Equal(t, words(0), testkit.Encode(t, standard, null))
}

// typeComments returns the comments of the types in the packages of values. The keys are the
// package and the name of the type.
func typeComments(t *testing.T) map[string]string {
	comments := map[string]string{}
	for _, dir := range []string{"variant", "math", "packed", "objects"} {
		files := token.NewFileSet()
		names, err := filepath.Glob("../" + dir + "/*.go")
		require.NoError(t, err)

		var parsed []*ast.File
		for _, name := range names {
			file, err := parser.ParseFile(files, name, nil, parser.ParseComments)
			require.NoError(t, err)
			parsed = append(parsed, file)
		}

		p, err := doc.NewFromFiles(files, parsed, "godotvariant/"+dir)
		require.NoError(t, err)
		for _, typ := range p.Types {
			comments[dir+"."+typ.Name] = typ.Doc
		}
	}

	return comments
}

var (
	payloadRow    = regexp.MustCompile(`(?m)^\t +(\d+) +(\d+)  (\w+) `)
	payloadPacket = regexp.MustCompile(`(?m)^\t([0-9a-f]{8}(?: [0-9a-f]{8})*)  +(.+)$`)
	payloadWide   = regexp.MustCompile(`In\s+double\s+precision\s+each\s+float\s+takes\s+8\s+` +
		`bytes,\s+(\d+)\s+in\s+all`)
)

// TestPayloads: the comment of each type has its payload as a table. If all payloads of a type have
// the same length, the fields in the table follow each other, and the last field ends at the end of
// the payload, in both precisions. A comment also has lines with a packet and a value. Each packet
// is the packet of the value in its line.
func TestPayloads(t *testing.T) {
	comments := typeComments(t)
	double := codec.MustNew(codec.Options{Precision: variant.Double})

	packets := 0
	for typ := variant.TypeNil; typ.String() != "unsupported type"; typ++ {
		v := random.Sample(typ)
		name := fmt.Sprintf("%T", v)
		comment := comments[name]
		require.NotEmpty(t, comment, name)
		require.Regexp(t, `\toffset  length  type +field\n|It has no payload`, comment, name)
		require.Regexp(t, `type ID \d+`, comment, name)

		if reflect.TypeOf(v).Kind() == reflect.Struct && strings.HasPrefix(name, "math.") {
			end := 4
			for _, row := range payloadRow.FindAllStringSubmatch(comment, -1) {
				require.Equal(t, strconv.Itoa(end), row[1],
					"%s: the offset after the field before", name)
				length, err := strconv.Atoi(row[2])
				require.NoError(t, err)
				end += length
			}

			require.Len(t, testkit.Encode(t, standard, v), end, name)

			if m := payloadWide.FindStringSubmatch(comment); m != nil {
				wide, err := strconv.Atoi(m[1])
				require.NoError(t, err)
				end = wide + 4
			}
			require.Len(t, testkit.Encode(t, double, v), end, name)
		}

		for _, line := range payloadPacket.FindAllStringSubmatch(comment, -1) {
			want := testkit.Unhex(t, line[1])
			v := testkit.Decode(t, standard, want)
			require.Equal(t, line[2], variant.Text(v), name)
			require.Equal(t, want, testkit.Encode(t, standard, v), "%s: %s", name, line[2])
			packets++
		}
	}

	require.Greater(t, packets, 20)
}
