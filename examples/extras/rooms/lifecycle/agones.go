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

// An SDK is the part of Agones' SDK that a process with rooms needs. [REST] speaks to the sidecar
// of Agones. The gRPC client of Agones fits too, with three short methods around it.
type SDK interface {
	Ready(context.Context) error    // players may be sent
	Health(context.Context) error   // still alive; Agones ends a process that does not say so
	Shutdown(context.Context) error // the process has ended its work
}

// A REST is an SDK over the HTTP port of Agones' sidecar.
type REST struct {
	URL    string // such as http://localhost:9358
	Client *http.Client
}

// FromEnvironment returns the SDK of the sidecar, or nil if the process does not run under Agones:
// then AGONES_SDK_HTTP_PORT is not set.
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

	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16)) // so that it is used again
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("agones: %s answered %s", path, response.Status)
	}

	return nil
}

// Report tells Agones that the process is ready, as soon as it is, and at each interval that it is
// alive. It returns when ctx ends. An error of the SDK is logged, and tried again.
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

// tell calls a method of an SDK. It reports whether there was no error.
func tell(ctx context.Context, say func(context.Context) error, log *slog.Logger) bool {
	err := say(ctx)
	if err != nil && ctx.Err() == nil {
		log.Warn("agones", "error", err)
	}
	return err == nil
}
