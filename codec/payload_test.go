package codec_test

import (
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

// typeComments returns the comments of the types of the packages with values, by package and name.
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
	payloadWide   = regexp.MustCompile(`In\s+double\s+precision\s+each\s+float\s+takes\s+8\s+bytes,\s+(\d+)\s+in\s+all`)
	payloadPacket = regexp.MustCompile(`(?m)^\t([0-9a-f]{8}(?: [0-9a-f]{8})*)  +(.+)$`)
)

// TestPayloads: the comment of each type has its payload as a table. The fields of a payload of one
// length follow each other and end where the payload ends, in both precisions. The packets in the
// comments are those of the values next to them.
func TestPayloads(t *testing.T) {
	comments := typeComments(t)
	double := codec.MustNew(codec.Options{Precision: variant.Double})

	packets := 0
	for typ := variant.TypeNil; typ.String() != "unsupported type"; typ++ {
		v := sampleOf(typ)
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

			b, err := codec.Encode(v)
			require.NoError(t, err)
			require.Len(t, b, end, name)
			b, err = double.Encode(v)
			require.NoError(t, err)

			if m := payloadWide.FindStringSubmatch(comment); m != nil {
				end, err = strconv.Atoi(m[1])
				require.NoError(t, err)
				end += 4
			}

			require.Len(t, b, end, name)
		}

		for _, line := range payloadPacket.FindAllStringSubmatch(comment, -1) {
			want, err := hex.DecodeString(strings.ReplaceAll(line[1], " ", ""))
			require.NoError(t, err)
			v, err := codec.Decode(want)
			require.NoError(t, err, "%s: %s", name, line[0])
			require.Equal(t, line[2], variant.Text(v), name)
			got, err := codec.Encode(v)
			require.NoError(t, err)
			require.Equal(t, want, got, "%s: %s", name, line[2])
			packets++
		}
	}

	require.Greater(t, packets, 20)
}
