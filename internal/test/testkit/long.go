package testkit

import "os"

// Long reports whether slow tests run in full, because the environment variable LONG_TESTS is set.
// Otherwise such a test is skipped or tests less, so that go test ./... takes only minutes on any
// machine. `.ci/run long` sets the variable.
func Long() bool { return os.Getenv("LONG_TESTS") != "" }
