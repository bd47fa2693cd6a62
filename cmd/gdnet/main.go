// Command gdnet prints, records and repeats the packets between a Godot game and its server, with
// the calls, spawns and states of Godot's multiplayer. It also prints the methods of scripts that
// peers can call.
//
//	go install ./gdnet        # in the directory cmd
//	gdnet proxy --listen :9000 --to :9001
//	gdnet help
//
// Its README.md is a tour. The exit code is 0; 1 if replay gets other answers than the recorded
// ones; 2 for a bad command line or bad data.
package main

import "godotvariant/cmd/internal/program"

func main() { program.Main(run) }
