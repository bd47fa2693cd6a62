package configfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/text"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

var withObjects = Options{Parse: text.ParseOptions{Objects: true}}

// findings returns the lines of all findings of a file, or the error of Parse.
func findings(s string) string {
	f, err := Parse(s, withObjects)
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

// TestScanIsBounded: the list of findings has a bound, and says how many are missing.
func TestScanIsBounded(t *testing.T) {
	deep := "a=" + strings.Repeat("[", 50) + strings.Repeat("Object(A),", 5000) +
		strings.Repeat("]", 50)
	all := mustParse(t, deep, withObjects).Scan()
	assert.Len(t, all, 1001)
	assert.Equal(t, "$: more findings: 4000", all[1000].String())
	assert.Equal(t, "$[\"\"][\"a\"]"+strings.Repeat("[0]", 6)+"…", all[0].Path)
}

// TestScanSeesChanges: Scan looks at the text as it is now.
func TestScanSeesChanges(t *testing.T) {
	f := mustParse(t, "a=Object(Timer)\nb=1\n", withObjects)
	assert.Len(t, f.Scan(), 1)
	require.NoError(t, f.Set("", "a", variant.Int(2)))
	assert.Empty(t, f.Scan())
}
