// Package programtest tests the command-line programs: it runs command lines from files and from
// the README, programs with pipes, and the program itself in a shell.
package programtest
