//go:build !unix

package main

import "os"

// retireSignals is empty, because this system has no suitable signal.
var retireSignals []os.Signal
