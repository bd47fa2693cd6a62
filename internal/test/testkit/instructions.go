package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/valgrind"
)

// Instructions returns the number of processor instructions of each function. Unlike a time, the
// number does not depend on other work of the machine. A test may call Instructions only once.
//
// The functions do not run in this process. The test runs again in a separate process under
// valgrind. That process runs the part of the test before the call, then the functions, and ends.
func Instructions(t *testing.T, functions ...func()) []int {
	t.Helper()
	if os.Getenv(countedTest) == t.Name() {
		valgrind.Count(functions...)
		os.Exit(0)
	}

	if testing.Short() || Raced {
		t.Skip("counts instructions under valgrind")
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skipf("SKIPPED, not tested without valgrind: %v", err)
	}

	program := filepath.Join(t.TempDir(), "counted.test")
	// Unlike go test, go test -c keeps the symbols in the program.
	out, err := exec.Command("go", "test", "-c", "-o", program).CombinedOutput()
	require.NoError(t, err, "%s", out)

	cmd := exec.Command(program, "-test.run="+exactly(t.Name()))
	cmd.Env = append(os.Environ(), countedTest+"="+t.Name())
	counts, err := valgrind.Counts(cmd, len(functions))
	require.NoError(t, err)
	return counts
}

// countedTest is the environment variable with the name of the test whose functions are counted.
const countedTest = "COUNTED_TEST"

// exactly returns the pattern of -test.run that matches one test.
func exactly(test string) string {
	names := strings.Split(test, "/")
	for i, name := range names {
		names[i] = "^" + regexp.QuoteMeta(name) + "$"
	}
	return strings.Join(names, "/")
}
