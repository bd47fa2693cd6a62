// Package lifecycle reports the state of a process to an orchestrator: over HTTP for Kubernetes and
// load balancers, and to Agones.
package lifecycle

import (
	"fmt"
	"net/http"
	"time"
)

// patience is the maximum time of a check.
const patience = 2 * time.Second

// Handler answers two paths with 200 and "ok", or with 503 and the error:
//
//	/healthz   the process works. An orchestrator restarts a process that does not work.
//	/readyz    the process accepts players. A load balancer sends players only then.
//
// The functions are called for each request. A function that does not return within 2 seconds
// counts as an error.
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

// inTime returns the error of a check, or a timeout error if the check takes longer than limit.
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
