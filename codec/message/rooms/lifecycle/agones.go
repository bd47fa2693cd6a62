package lifecycle

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// An SDK is the part of Agones' SDK that a process with rooms needs. [REST] implements it over
// HTTP. Agones' gRPC client needs an adapter with five short methods.
type SDK interface {
	Ready(context.Context) error    // tells Agones that it may send players or end the process
	Allocate(context.Context) error // tells Agones not to end the process, which is in use
	Health(context.Context) error   // reports that the process is alive; otherwise Agones ends it
	Shutdown(context.Context) error // reports that the process has ended its work
	// Count sets a counter. The GameServer must declare a counter with the name.
	Count(ctx context.Context, name string, count int) error
}

// A REST is an SDK over the HTTP port of Agones' sidecar.
type REST struct {
	URL    string // such as http://localhost:9358
	Client *http.Client
}

// FromEnvironment returns the SDK of the sidecar. It returns nil if AGONES_SDK_HTTP_PORT is not
// set, because the process then does not run under Agones.
func FromEnvironment() SDK {
	port := os.Getenv("AGONES_SDK_HTTP_PORT")
	if port == "" {
		return nil
	}

	client := &http.Client{Timeout: patience}
	return REST{URL: "http://localhost:" + port, Client: client}
}

// Ready implements [SDK]. In Agones the function is also called Ready.
func (r REST) Ready(ctx context.Context) error { return r.post(ctx, "/ready") }

// Allocate implements [SDK]. In Agones the function is also called Allocate.
func (r REST) Allocate(ctx context.Context) error { return r.post(ctx, "/allocate") }

// Health implements [SDK]. In Agones the function is also called Health.
func (r REST) Health(ctx context.Context) error { return r.post(ctx, "/health") }

// Shutdown implements [SDK]. In Agones the function is also called Shutdown.
func (r REST) Shutdown(ctx context.Context) error { return r.post(ctx, "/shutdown") }

// Count implements [SDK]. In Agones the function is called UpdateCounter.
func (r REST) Count(ctx context.Context, name string, count int) error {
	return r.send(ctx, http.MethodPatch, "/v1beta1/counters/"+url.PathEscape(name),
		fmt.Sprintf(`{"count": "%d"}`, count))
}

// post sends an empty JSON object to a path.
func (r REST) post(ctx context.Context, path string) error {
	return r.send(ctx, http.MethodPost, path, "{}")
}

// send sends a JSON text to a path.
func (r REST) send(ctx context.Context, method, path, body string) error {
	request, err := http.NewRequestWithContext(ctx, method, r.URL+path, strings.NewReader(body))
	if err != nil {
		return err
	}

	request.Header.Set("Content-Type", "application/json")
	response, err := r.Client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()

	// A body that was read to its end lets the client reuse the connection.
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16))
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("agones: %s answered %s", path, response.Status)
	}

	return nil
}

// Report checks a process at each interval until ctx is done, and tells Agones once about each
// change. A process is Ready when its Ready returns nil. It is Allocated while it is busy, because
// Agones does not end an allocated process. Report also calls Health at each interval at which the
// process is alive. After an error of the SDK, it logs the error, and sends the same report at the
// next interval.
func Report(
	ctx context.Context, sdk SDK, p Process, interval time.Duration, log *slog.Logger,
) {
	r := &reporter{
		sdk: sdk, process: p, log: log, counts: map[string]int{}, trouble: map[string]string{},
	}
	ticks := time.NewTicker(interval)
	defer ticks.Stop()

	for {
		r.report(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// A reporter remembers the last reports to Agones.
type reporter struct {
	sdk     SDK
	process Process
	log     *slog.Logger

	state   string
	counts  map[string]int
	trouble map[string]string // last error of each call, so that a repeated error is logged once
}

// report sends the changes to Agones, and the message that the process is alive.
func (r *reporter) report(ctx context.Context) {
	state, say := "", r.sdk.Ready
	if inTime(r.process.Ready, patience) == nil {
		state = "ready"
		if r.process.Busy != nil && r.process.Busy() {
			state, say = "allocated", r.sdk.Allocate
		}
	}
	if state != "" && state != r.state && r.tell(ctx, state, say(ctx)) {
		r.state = state
	}

	if r.process.Counts != nil {
		r.count(ctx, r.process.Counts())
	}
	if inTime(r.process.Alive, patience) == nil {
		r.tell(ctx, "alive", r.sdk.Health(ctx))
	}
}

// count sends the numbers that have changed to Agones.
func (r *reporter) count(ctx context.Context, counts map[string]int) {
	for name, n := range counts {
		told, is := r.counts[name]
		if is && told == n {
			continue
		}
		if r.tell(ctx, "count "+name, r.sdk.Count(ctx, name, n)) {
			r.counts[name] = n
		}
	}
}

// tell logs the error of a call, unless the previous error was the same. It reports whether there
// was no error.
func (r *reporter) tell(ctx context.Context, what string, err error) bool {
	if err == nil {
		delete(r.trouble, what)
		return true
	}

	if text := err.Error(); ctx.Err() == nil && r.trouble[what] != text {
		r.trouble[what] = text
		r.log.Warn("agones", "what", what, "error", err)
	}
	return false
}
