package enginetest

import (
	"os/exec"
	"syscall"
)

// inGroup makes the end of the command the end of all processes that it started. They end with
// the test, too, if that is interrupted.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
