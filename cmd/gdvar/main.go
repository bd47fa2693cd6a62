// Command gdvar opens, prints, edits, compares and converts save files of Godot games: files that
// store_var wrote, in any engine, also compressed and encrypted.
//
//	go install ./gdvar        # in the directory cmd
//	gdvar show player.save
//	gdvar help
//
// The file README.md introduces all commands. The exit code is 0 after success. It is 1 if a path
// does not exist, or if differences or findings were found. It is 2 for a bad command line or bad
// data.
package main

import "godotvariant/cmd/internal/program"

func main() { program.Main(run) }
