package enginetest

import (
	"os/exec"
	"syscall"
)

// inGroup puts the command into a process group, so that canceling the command ends all processes
// that it started. The command also ends if the test is interrupted.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
