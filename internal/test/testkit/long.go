package testkit

import "os"

// Long reports whether tests that take long run in full: if the environment variable LONG_TESTS is
// set. Without it, such a test is skipped or looks at less, so that go test ./... takes minutes on
// any machine. .ci/run sets the variable for each test that asks.
func Long() bool { return os.Getenv("LONG_TESTS") != "" }
