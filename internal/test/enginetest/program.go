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

// Program4 returns the Godot 4 of this machine. This is GODOT4, or GODOT4_NATIVE, or godot4. The
// web build is not a program.
func Program4() (string, error) {
	return lookUp("GODOT4", cmp.Or(os.Getenv(native4), "godot4"))
}

// native4 is the variable of [Native4].
const native4 = "GODOT4_NATIVE"

// lookUp returns the program that an environment variable names. If the variable is not set, it
// looks for the usual program.
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
