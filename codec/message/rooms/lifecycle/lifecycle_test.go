package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestHandler: the answer for each path is the result of its check.
func TestHandler(t *testing.T) {
	var ready error
	h := Handler(Process{
		Alive: func() error { return nil }, Ready: func() error { return ready },
	})
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

// TestInTime: a check that does not return in time is an error.
func TestInTime(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)

	err := inTime(func() error { <-hang; return nil }, time.Millisecond)
	require.EqualError(t, err, "no answer in 1ms")
}

// A sidecar is a fake of Agones. It records the requests.
type sidecar struct {
	mu     sync.Mutex
	asked  []string // the requests, without those for health
	alive  int
	broken bool // the next request is refused
}

func (s *sidecar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken {
		s.broken = false
		http.Error(w, "later", http.StatusServiceUnavailable)
		return
	}

	body, _ := io.ReadAll(r.Body)
	if r.URL.Path == "/health" {
		s.alive++
		return
	}
	s.asked = append(s.asked, fmt.Sprint(r.Method, " ", r.URL.Path, " ", string(body)))
}

// start starts the sidecar.
func (s *sidecar) start(t *testing.T) REST {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return REST{URL: server.URL, Client: server.Client()}
}

// TestReport: Agones gets each change of the state or of a number once, even if the first request
// fails. While the process is alive, Agones gets a health request at each interval.
func TestReport(t *testing.T) {
	agones := &sidecar{broken: true}
	var ready, alive error
	var log strings.Builder
	busy, players := false, 0
	r := &reporter{
		sdk: agones.start(t), counts: map[string]int{}, trouble: map[string]string{},
		log: slog.New(slog.NewTextHandler(&log, nil)),
		process: Process{
			Alive: func() error { return alive }, Ready: func() error { return ready },
			Busy:   func() bool { return busy },
			Counts: func() map[string]int { return map[string]int{"players": players} },
		},
	}

	const count = "PATCH /v1beta1/counters/players "
	for _, step := range []struct {
		change func()
		asked  string
		alive  int
	}{
		{func() { ready = errors.New("not yet"); alive = ready }, "", 0}, // the request fails
		{func() {}, count + `{"count": "0"}`, 0},
		{func() { ready = nil }, "POST /ready {}", 0},
		{func() { alive = nil }, "", 1},
		{func() { busy = true; players = 2 }, "POST /allocate {} " + count + `{"count": "2"}`, 2},
		{func() { players = 1 }, count + `{"count": "1"}`, 3},
		{func() { busy = false }, "POST /ready {}", 4},
		{func() { agones.broken = true; busy = true }, "", 5},
		{func() {}, "POST /allocate {}", 6},
		{func() { ready = errors.New("draining") }, "", 7},
	} {
		step.change()
		agones.asked = nil
		r.report(t.Context())
		require.Equal(t, step.asked, strings.Join(agones.asked, " "))
		require.Equal(t, step.alive, agones.alive)
	}
	require.Equal(t, 2, strings.Count(log.String(), "WARN"), log.String())
}

// TestReportEnds: Report reports again and again, until its context is done.
func TestReportEnds(t *testing.T) {
	agones := &sidecar{}
	ok := func() error { return nil }
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		Report(ctx, agones.start(t), Process{Alive: ok, Ready: ok},
			time.Millisecond, slog.Default())
	}()

	require.Eventually(t, func() bool {
		agones.mu.Lock()
		defer agones.mu.Unlock()
		return agones.alive > 3
	}, 10*time.Second, time.Millisecond)
	stop()
	<-done
	require.Equal(t, []string{"POST /ready {}"}, agones.asked)
}

// TestREST: an answer that is not 200 is an error.
func TestREST(t *testing.T) {
	agones := &sidecar{broken: true}
	sdk := agones.start(t)
	require.EqualError(t, sdk.Ready(t.Context()), "agones: /ready answered 503 Service Unavailable")
	require.NoError(t, sdk.Shutdown(t.Context()))
	require.Equal(t, []string{"POST /shutdown {}"}, agones.asked)
}

// TestFromEnvironment: without Agones there is no SDK.
func TestFromEnvironment(t *testing.T) {
	t.Setenv("AGONES_SDK_HTTP_PORT", "")
	require.Nil(t, FromEnvironment())
	t.Setenv("AGONES_SDK_HTTP_PORT", "9358")
	require.Equal(t, "http://localhost:9358", FromEnvironment().(REST).URL)
}

// TestReuse: a connection is used again after a short answer. A long answer is not read to its end.
func TestReuse(t *testing.T) {
	for length, connections := range map[int]int32{60_000: 1, 100_000: 2} {
		var opened atomic.Int32
		server := httptest.NewUnstartedServer(http.HandlerFunc(
			func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, strings.Repeat("x", length))
			}))
		server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				opened.Add(1)
			}
		}
		server.Start()
		defer server.Close()

		sdk := REST{URL: server.URL, Client: server.Client()}
		require.NoError(t, sdk.Ready(t.Context()))
		require.NoError(t, sdk.Ready(t.Context()))
		require.Equal(t, connections, opened.Load(), length)
	}
}

// TestTrouble: an error that occurs several times in a row is logged once. After the context is
// done, no error is logged.
func TestTrouble(t *testing.T) {
	var log strings.Builder
	r := &reporter{trouble: map[string]string{},
		log: slog.New(slog.NewTextHandler(&log, nil))}
	broken, later := errors.New("broken"), errors.New("later")

	for _, err := range []error{broken, broken, later, nil, later} {
		require.Equal(t, err == nil, r.tell(t.Context(), "ready", err))
	}
	require.Equal(t, 1, strings.Count(log.String(), "broken"))
	require.Equal(t, 2, strings.Count(log.String(), "later"))

	ended, end := context.WithCancel(t.Context())
	end()
	require.False(t, r.tell(ended, "ready", errors.New("interrupted")))
	require.NotContains(t, log.String(), "interrupted")
}
