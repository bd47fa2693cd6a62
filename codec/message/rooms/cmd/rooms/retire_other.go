//go:build !unix

package main

import "os"

// retireSignals is empty: the system has no signal for this.
var retireSignals []os.Signal
