package program

import "fmt"

// The exit codes other than 0.
const (
	CodeFound       = 1   // differences or findings exist, or a path does not exist
	CodeBad         = 2   // bad command line or bad data
	CodeInterrupted = 130 // the usual code after Ctrl-C
)

// An Exit is an error with an exit code other than CodeBad. If Err is nil, nothing is printed.
type Exit struct {
	Code int
	Err  error
}

// Error returns the text of the error, or the exit code.
func (e *Exit) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap returns the error.
func (e *Exit) Unwrap() error { return e.Err }
