// Command gdnet prints, records and repeats the packets between a Godot game and its server, with
// the calls, spawns and states of Godot's multiplayer. It also prints the methods of scripts that
// peers can call.
//
//	go install ./gdnet        # in the directory cmd
//	gdnet proxy --listen :9000 --to :9001
//	gdnet help
//
// The file README.md introduces all commands. The exit code is 0 after success. It is 1 if replay
// gets answers that differ from the recorded ones. It is 2 for a bad command line or bad data.
package main

import "godotvariant/cmd/internal/program"

func main() { program.Main(run) }
