package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestHandler: each path has the result of its check.
func TestHandler(t *testing.T) {
	var ready error
	h := Handler(func() error { return nil }, func() error { return ready })
	get := func(path string) string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String()))
	}

	require.Equal(t, "200 ok", get("/healthz"))
	require.Equal(t, "200 ok", get("/readyz"))
	ready = errors.New("no lease")
	require.Equal(t, "200 ok", get("/healthz"))
	require.Equal(t, "503 no lease", get("/readyz"))
}

// TestInTime: a check that hangs is an error.
func TestInTime(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)

	err := inTime(func() error { <-hang; return nil }, time.Millisecond)
	require.EqualError(t, err, "no answer in 1ms")
}

// A sidecar is a fake of Agones. It counts what it is asked for.
type sidecar struct {
	mu     sync.Mutex
	asked  map[string]int
	broken bool
}

func (s *sidecar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken {
		s.broken = false
		http.Error(w, "later", http.StatusServiceUnavailable)
		return
	}
	s.asked[r.Method+" "+r.URL.Path]++
}

func (s *sidecar) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[path]
}

// TestReport: Agones hears once that the process is ready, even if it fails at first, and again and
// again that it is alive.
func TestReport(t *testing.T) {
	agones := &sidecar{broken: true, asked: map[string]int{}}
	server := httptest.NewServer(agones)
	defer server.Close()
	sdk := REST{URL: server.URL, Client: server.Client()}

	var ready atomic.Bool
	isAlive := func() error { return nil }
	isReady := func() error {
		if !ready.Load() {
			return errors.New("not yet")
		}
		return nil
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		Report(ctx, sdk, isAlive, isReady, time.Millisecond, slog.New(slog.DiscardHandler))
	}()

	alive := func() bool { return agones.count("POST /health") > 3 }
	require.Eventually(t, alive, 10*time.Second, time.Millisecond)
	require.Zero(t, agones.count("POST /ready"))
	ready.Store(true)
	isSaid := func() bool { return agones.count("POST /ready") == 1 }
	require.Eventually(t, isSaid, 10*time.Second, time.Millisecond)

	stop()
	<-done
	require.NoError(t, sdk.Shutdown(t.Context()))
	require.Equal(t, 1, agones.count("POST /ready"))
	require.Equal(t, 1, agones.count("POST /shutdown"))

	agones.broken = true
	require.EqualError(t, sdk.Ready(t.Context()), "agones: /ready answered 503 Service Unavailable")
}

// TestFromEnvironment: without Agones there is no SDK.
func TestFromEnvironment(t *testing.T) {
	t.Setenv("AGONES_SDK_HTTP_PORT", "")
	require.Nil(t, FromEnvironment())
	t.Setenv("AGONES_SDK_HTTP_PORT", "9358")
	require.Equal(t, "http://localhost:9358", FromEnvironment().(REST).URL)
}
