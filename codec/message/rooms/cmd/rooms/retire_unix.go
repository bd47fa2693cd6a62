//go:build unix

package main

import (
	"os"
	"syscall"
)

// retireSignals make a process retire.
var retireSignals = []os.Signal{syscall.SIGUSR1}
