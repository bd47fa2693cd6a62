package codec_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/transcript"
)

var recordTranscript = flag.Bool("record", false, "write testdata/transcript.txt anew")

// TestTranscript: the codec does with a few generated packets, values and Go values what
// testdata/transcript.txt says. The file has the first lines of each section of package
// transcript. To compare millions of lines with another version, use
// codec/internal/transcript/compare.
func TestTranscript(t *testing.T) {
	inOneGoroutine(t)
	file := filepath.Join("testdata", "transcript.txt")

	if *recordTranscript {
		var all bytes.Buffer
		for _, s := range transcript.Sections() {
			all.WriteString("== " + s.Name + "\n")
			all.WriteString(firstLines(t, s))
		}
		require.NoError(t, os.WriteFile(file, all.Bytes(), 0o600))
	}

	recorded, err := os.ReadFile(file)
	require.NoError(t, err)
	want := map[string]string{}
	for section := range strings.SplitSeq(string(recorded), "== ") {
		name, lines, _ := strings.Cut(section, "\n")
		want[name] = lines
	}

	for _, s := range transcript.Sections() {
		if purego && strings.HasPrefix(s.Name, "trace/") {
			continue // fields are read one by one, and not in groups
		}
		require.Equal(t, want[s.Name], firstLines(t, s), s.Name)
	}
}

// firstLines returns the first lines of a section, each of them cut to what a person reads.
func firstLines(t *testing.T, s transcript.Section) string {
	const cases, lines, length = 6, 20, 160
	var out bytes.Buffer
	_, err := s.Write(&out, transcript.Seed, cases)
	require.NoError(t, err)

	var first strings.Builder
	n := 0
	for line := range strings.Lines(out.String()) {
		if n == lines {
			break
		}

		n++
		line = strings.TrimSuffix(line, "\n")
		if len(line) > length {
			line = line[:length] + "…"
		}
		first.WriteString(line + "\n")
	}

	return first.String()
}
