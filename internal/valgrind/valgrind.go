// Package valgrind runs programs in Go under valgrind, which counts their instructions.
package valgrind

import (
	"os"
	"os/exec"
)

// Command returns the command that runs valgrind with a tool. The program that args names takes
// the same instructions each time, except for the few of its start and end.
func Command(tool string, args ...string) *exec.Cmd {
	cmd := exec.Command("valgrind", append([]string{"--tool=" + tool}, args...)...)

	// Preemption by signals crashes Go under valgrind. The time of a garbage collection differs
	// between runs. The runtime uses special instructions of the processor unless they are
	// switched off.
	cmd.Env = append(os.Environ(), "GODEBUG=asyncpreemptoff=1,cpu.all=off", "GOGC=off",
		"GOMAXPROCS=1")
	return cmd
}
