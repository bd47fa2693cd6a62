package codec_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/transcript"
)

var recordTranscript = flag.Bool("record", false,
	"record the hashes of TestTranscript instead of comparing them")

// TestTranscript compares what the codec does with generated values, packets and Go values
// with what it did when testdata/transcript.txt was recorded: bytes, values, and kinds, offsets
// and paths of errors. A line of the file has the name of a section, how many lines
// the section has, and their SHA-256. See package transcript.
func TestTranscript(t *testing.T) {
	inOneGoroutine(t)
	file := filepath.Join("testdata", "transcript.txt")
	sections := transcript.Sections()
	got := make([]string, len(sections))
	want := map[string]string{}

	if !*recordTranscript {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(b)) {
			name, _, _ := strings.Cut(line, " ")
			want[name] = strings.TrimSuffix(line, "\n")
		}
	}

	t.Run("sections", func(t *testing.T) {
		for i, s := range sections {
			if (testing.Short() || raced) && i%8 != 0 && !*recordTranscript {
				continue // those that stay are of all operations and dialects
			}
			if purego && strings.HasPrefix(s.Name, "trace/") {
				continue
			}

			t.Run(s.Name, func(t *testing.T) {
				t.Parallel()
				hash := sha256.New()
				lines, err := s.Write(hash, transcript.Seed, transcript.Cases)
				require.NoError(t, err)
				got[i] = fmt.Sprintf("%s %d %x", s.Name, lines, hash.Sum(nil))
				if !*recordTranscript && got[i] != want[s.Name] {
					t.Errorf("the codec behaves differently from before; to see how:\n"+
						"\tcodec/internal/transcript/compare -run '^%s$' COMMIT\ngot  %s\nwant %s",
						s.Name, got[i], want[s.Name])
				}
			})
		}
	})

	if *recordTranscript {
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o600))
	}
}
