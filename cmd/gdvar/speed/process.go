package main

import (
	"os"
	"os/exec"
)

// run runs a program, and prints its output.
func run(program string, args ...string) error {
	c := exec.Command(program, args...)
	c.Stdout = os.Stderr
	c.Stderr = os.Stderr
	return c.Run()
}
