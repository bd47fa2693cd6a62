package metrics

import (
	"bytes"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// TestPrometheusSeesWhatHappened: each hook changes its metrics, and Prometheus gets each metric
// that the package comment names.
func TestPrometheusSeesWhatHappened(t *testing.T) {
	m, err := New()
	require.NoError(t, err)
	require.NoError(t, m.Watch(func() rooms.Stats {
		return rooms.Stats{Rooms: 3, Visitors: 40, Unacked: 5}
	}))

	h := m.Hooks()
	h.Ticked("meadow", 2*time.Millisecond, 3*time.Millisecond)
	h.Appended("meadow", 7, 700, time.Millisecond)
	h.Owned("meadow", 0, time.Millisecond)
	h.Owned("hill", 1500*time.Millisecond, 20*time.Millisecond)
	h.Lost("meadow", nil)
	h.Lost("hill", errors.New("the lease is over"))
	h.Snapshot("meadow", 999)
	h.Stuck("hill", errors.New("the log is damaged"))
	h.Behind("hill", 300)
	h.Refused("ticket")
	h.Decode(fmt.Errorf("a packet: %w", variant.ErrTruncated))
	h.Decode(errors.New("of another kind"))
	h.Bus(100, transport.Incoming)
	h.Bus(200, transport.Outgoing)

	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	page := w.Body.String()

	want, err := os.ReadFile("testdata/metrics.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(want)) {
		require.Contains(t, page, "\n"+line)
	}

	source, err := os.ReadFile("metrics.go")
	require.NoError(t, err)
	doc, _, _ := bytes.Cut(source, []byte("package metrics\n"))
	for _, name := range regexp.MustCompile(`rooms_\w+`).FindAllString(string(doc), -1) {
		require.True(t, strings.Contains(page, "\n"+name+" ") ||
			strings.Contains(page, "\n"+name+"{") ||
			strings.Contains(page, "\n"+name+"_count"), name)
	}
}

// TestFirstError: Metrics keeps the first error that occurred while the metrics were made.
func TestFirstError(t *testing.T) {
	first := errors.New("first")
	m := new(Metrics)
	for _, err := range []error{nil, first, nil, errors.New("second")} {
		m.note(err)
	}
	require.Equal(t, first, m.err)
}
