package codec_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/transcript"
)

const transcriptFile = "testdata/transcript.txt"

var recordTranscript = flag.Bool("record", false, "write "+transcriptFile+" anew")

// TestTranscript compares the codec's results for a few generated packets, values and Go values
// with testdata/transcript.txt. The file has the first lines of each section of package transcript.
// To compare millions of lines of two versions, use internal/test/transcript/compare.
func TestTranscript(t *testing.T) {
	testkit.InOneGoroutine(t)
	if *recordTranscript {
		var all strings.Builder
		for _, s := range transcript.Sections() {
			all.WriteString("== " + s.Name + "\n" + firstLines(t, s))
		}
		require.NoError(t, os.WriteFile(transcriptFile, []byte(all.String()), 0o600))
	}

	recorded, err := os.ReadFile(transcriptFile)
	require.NoError(t, err)
	want := map[string]string{}
	for section := range strings.SplitSeq(string(recorded), "== ") {
		name, lines, _ := strings.Cut(section, "\n")
		want[name] = lines
	}

	for _, s := range transcript.Sections() {
		require.Equal(t, want[s.Name], firstLines(t, s), s.Name)
	}
}

// firstLines returns the first lines of a section, and cuts each line to a length that people can
// read.
func firstLines(t *testing.T, s transcript.Section) string {
	const cases, lines, length = 40, 60, 160
	var out bytes.Buffer
	_, err := s.Write(&out, transcript.Seed, cases)
	require.NoError(t, err)

	all := strings.SplitAfterN(out.String(), "\n", lines+1)
	all = all[:min(lines, len(all))]
	for i, line := range all {
		if len(line) > length+1 {
			all[i] = line[:length] + "…\n"
		}
	}

	return strings.Join(all, "")
}
