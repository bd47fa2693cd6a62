package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/valgrind"
)

// Instructions returns how many processor instructions each function takes. Unlike a time, the
// number does not depend on what else the machine does. A test calls it once.
//
// The functions do not run in this process. The test runs again, under valgrind in a process of its
// own, which ends after the functions of this call. What the test does before the call is done
// there too.
func Instructions(t *testing.T, functions ...func()) []int {
	t.Helper()
	if os.Getenv(countedTest) == t.Name() {
		runCounted(functions)
		os.Exit(0)
	}

	if testing.Short() || Raced {
		t.Skip("counts instructions under valgrind")
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skipf("SKIPPED, not tested without valgrind: %v", err)
	}

	dir := t.TempDir()
	program := filepath.Join(dir, "counted.test")
	out, err := exec.Command("go", "test", "-c", "-o", program).CombinedOutput() // with symbols
	require.NoError(t, err, "%s", out)

	dumps := filepath.Join(dir, "dump")
	cmd := valgrind.Command("callgrind", "--dump-before="+mark, "--callgrind-out-file="+dumps,
		program, "-test.run="+exactly(t.Name()))
	cmd.Env = append(cmd.Env, countedTest+"="+t.Name())
	out, err = cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)

	counts := make([]int, len(functions))
	for i := range functions { // the first dump is what came before the functions
		counts[i] = instructionsOf(t, dumps+"."+strconv.Itoa(i+2))
	}
	return counts
}

// countedTest is the variable with the name of the test whose functions are counted.
const countedTest = "COUNTED_TEST"

// mark is the symbol of the function at which valgrind writes a dump of what it has counted since
// the dump before.
const mark = "godotvariant/internal/testkit.countedMark"

//go:noinline
func countedMark() {}

func runCounted(functions []func()) {
	for _, f := range functions {
		countedMark()
		f()
	}
	countedMark()
}

// exactly returns the pattern of -test.run that matches one test.
func exactly(test string) string {
	names := strings.Split(test, "/")
	for i, name := range names {
		names[i] = "^" + regexp.QuoteMeta(name) + "$"
	}
	return strings.Join(names, "/")
}

// instructionsOf returns the sum of a dump.
func instructionsOf(t *testing.T, dump string) int {
	t.Helper()
	b, err := os.ReadFile(dump)
	require.NoError(t, err)

	found := regexp.MustCompile(`(?m)^totals: (\d+)`).FindSubmatch(b)
	require.NotNil(t, found, "the totals of %s", dump)
	n, err := strconv.Atoi(string(found[1]))
	require.NoError(t, err)
	return n
}
