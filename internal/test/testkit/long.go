package testkit

import "os"

// Long reports whether tests that take long run in full: the environment variable LONG_TESTS is
// set. Without the variable such a test is skipped or tests less, so that go test ./... takes
// minutes on any machine. .ci/run sets the variable for each test that calls Long.
func Long() bool { return os.Getenv("LONG_TESTS") != "" }
