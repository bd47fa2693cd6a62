package main

import (
	"context"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/program"
)

// commands has a function for each command.
var commands = []func(*app) *cobra.Command{
	(*app).proxyCommand,
	(*app).tailCommand,
	(*app).replayCommand,
	(*app).rpcCommand,
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, s program.Streams, env func(string) string) int {
	a := &app{Run: program.New(ctx, "gdnet", s, env)}
	return a.Execute(a.root(), args)
}

// root returns the command gdnet with all its subcommands.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "gdnet",
		Short: "Print, record and repeat the packets between a Godot game and its server",
		Long: `gdnet prints the packets between a Godot game and its server: the values of put_var, and the
calls, spawns and states of Godot's multiplayer. It records them, and sends them to a server again.

The exit code is 0; 1 if replay gets other answers than the recorded ones; 2 for a bad command line
or bad data.`,
	}

	for _, command := range commands {
		root.AddCommand(command(a))
	}

	return root
}
