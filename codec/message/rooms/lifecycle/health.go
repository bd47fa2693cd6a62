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

// A Process reports the state of a process. If a function does not return within 2 seconds, this
// counts as an error.
type Process struct {
	Alive func() error // returns nil if the process works
	Ready func() error // returns nil if the process accepts players
	// Busy reports whether the process is in use and must not end now. If Busy is nil, the process
	// is never in use.
	Busy func() bool
	// Counts returns numbers of the process, such as the number of its players. It may be nil.
	Counts func() map[string]int
}

// Handler answers two paths with 200 and "ok", or with 503 and the error:
//
//	/healthz   the process works. An orchestrator restarts a process that does not work.
//	/readyz    the process accepts players. A load balancer sends players only then.
//
// The functions of the Process are called for each request.
func Handler(p Process) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", answer(p.Alive))
	mux.HandleFunc("GET /readyz", answer(p.Ready))
	return mux
}

// answer returns the handler that writes the result of a check.
func answer(check func() error) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if err := inTime(check, patience); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	}
}

// inTime calls the function check and returns its error. If check takes longer than limit, inTime
// returns a timeout error.
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
