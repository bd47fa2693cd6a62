// Package lifecycle tells an orchestrator how a process fares: over HTTP, as Kubernetes and load
// balancers ask, and to Agones.
package lifecycle

import (
	"fmt"
	"net/http"
	"time"
)

// patience is how long a process that is alive may take to answer.
const patience = 2 * time.Second

// Handler answers two paths with 200 and "ok", or with 503 and the error:
//
//	/healthz   the process works. An orchestrator ends a process that does not.
//	/readyz    the process takes players. A load balancer sends none to one that does not.
//
// The functions are called for each request. One that does not return in 2 seconds is an error.
func Handler(alive, ready func() error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, alive) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { answer(w, ready) })
	return mux
}

// answer writes the result of a check.
func answer(w http.ResponseWriter, check func() error) {
	if err := inTime(check, patience); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// inTime returns the error of a check, or one of its own if the check takes too long.
func inTime(check func() error, limit time.Duration) error {
	done := make(chan error, 1)
	go func() { done <- check() }()

	select {
	case err := <-done:
		return err
	case <-time.After(limit):
		return fmt.Errorf("no answer in %v", limit)
	}
}
