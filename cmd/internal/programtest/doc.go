// Package programtest runs the command-line programs in tests: command lines in files with their
// output, the README, pipes, and the program itself in a shell.
package programtest
