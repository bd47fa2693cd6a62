package enginetest

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// limit is the time for which a script may run before the test fails.
const limit = time.Minute

// Program3 returns the Godot 3 of this machine, for programs other than tests.
func Program3() (string, error) { return lookUp("GODOT3", "godot3-server") }

// Program4 returns the native Godot 4 of this machine, for programs other than tests. It is the
// program that GODOT4 names, or that GODOT4_NATIVE names, or godot4 on the PATH.
func Program4() (string, error) {
	return lookUp("GODOT4", cmp.Or(os.Getenv(native4), "godot4"))
}

// native4 is the environment variable that names the program of [Native4].
const native4 = "GODOT4_NATIVE"

// lookUp returns the program that an environment variable names. If the variable is not set, it
// returns the program with the usual name on the PATH.
func lookUp(variable, usual string) (string, error) {
	program, err := exec.LookPath(cmp.Or(os.Getenv(variable), usual))
	if err != nil {
		return "", fmt.Errorf("%w (install %s, or set %s)", err, usual, variable)
	}
	return program, nil
}

// find calls lookUp. It skips the test if there is no program.
func find(t testing.TB, variable, usual string) string {
	t.Helper()
	program, err := lookUp(variable, usual)
	if err != nil {
		Missing(t, err)
	}
	return program
}
