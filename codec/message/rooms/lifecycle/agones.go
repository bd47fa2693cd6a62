package lifecycle

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"
)

// An SDK is the part of Agones' SDK that a process with rooms needs. [REST] implements it over
// HTTP. Agones' gRPC client needs an adapter with three short methods.
type SDK interface {
	Ready(context.Context) error    // Agones may send players
	Health(context.Context) error   // the process is alive; without it Agones ends the process
	Shutdown(context.Context) error // the process has ended its work
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

// Ready implements [SDK]. Agones: Ready.
func (r REST) Ready(ctx context.Context) error { return r.post(ctx, "/ready") }

// Health implements [SDK]. Agones: Health.
func (r REST) Health(ctx context.Context) error { return r.post(ctx, "/health") }

// Shutdown implements [SDK]. Agones: Shutdown.
func (r REST) Shutdown(ctx context.Context) error { return r.post(ctx, "/shutdown") }

// post sends an empty object.
func (r REST) post(ctx context.Context, path string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL+path,
		strings.NewReader("{}"))
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

// Report tells Agones that the process is ready, as soon as ready returns nil, and at each interval
// that it is alive, if alive returns nil. It returns when ctx is done. It logs an error of the SDK,
// and tries again.
func Report(ctx context.Context, sdk SDK, alive, ready func() error, every time.Duration,
	log *slog.Logger) {
	ticks := time.NewTicker(every)
	defer ticks.Stop()

	said := false
	for {
		if !said && ready() == nil {
			said = tell(ctx, sdk.Ready, log)
		}
		if inTime(alive, patience) == nil {
			tell(ctx, sdk.Health, log)
		}

		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// tell calls a method of an SDK. It logs an error, and reports whether there was none.
func tell(ctx context.Context, say func(context.Context) error, log *slog.Logger) bool {
	err := say(ctx)
	if err != nil && ctx.Err() == nil {
		log.Warn("agones", "error", err)
	}
	return err == nil
}
