package console

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestProgress: a terminal shows the progress of a long command. The method Clear removes the
// progress.
func TestProgress(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, true)
	p.Show("too early")
	p.Clear()
	require.Empty(t, out.String())
	p.next = time.Now()
	p.Show("%d files: %s", 1, strings.Repeat("ü", 100))
	p.Show("too soon")
	p.Clear()
	p.Clear()
	require.Equal(t, "\r\x1b[K1 files: "+strings.Repeat("ü", progressWidth-9)+"\r\x1b[K",
		out.String())

	out.Reset()
	p.next = time.Now()
	_, err := io.Copy(io.Discard, p.Reader(strings.NewReader(strings.Repeat("x", 3<<20)), "a.save",
		6<<20))
	require.NoError(t, err)
	p.Clear()
	require.Regexp(t, `^\r\x1b\[Ka\.save: \d of 6 MiB, \d+ %, \ds left`, out.String())

	out.Reset()
	p.next = time.Now()
	_, err = io.Copy(io.Discard, p.Reader(strings.NewReader("short"), "a.save", 5))
	require.NoError(t, err)
	require.Empty(t, out.String())

	p = NewProgress(&out, false)
	p.next = time.Now()
	p.Show("no terminal")
	_, err = io.Copy(io.Discard, p.Reader(strings.NewReader("x"), "a.save", 0))
	require.NoError(t, err)
	p.Clear()
	require.Empty(t, out.String())

	out.Reset()
	p = NewProgress(&out, true)
	p.next = time.Now()
	p.Task("a.save")(45<<20, 90<<20)
	p.Clear()
	require.Contains(t, out.String(), "a.save: read 45 of 90 MiB, 50 %, ")
}
