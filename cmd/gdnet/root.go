package main

import (
	"context"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/program"
)

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
	}

	help := program.Help{
		Begin: helpBegin,
		Groups: []program.HelpGroup{
			{Title: "Packets", Commands: []*cobra.Command{
				a.proxyCommand(), a.tailCommand(), a.replayCommand(),
			}},
			{Title: "Scripts", Commands: []*cobra.Command{a.rpcCommand()}},
		},
		End: helpEnd,
	}

	help.Set(root)
	return root
}

const helpBegin = `gdnet prints the packets between a Godot game and its server: the values of
put_var, and the calls, spawns and states of Godot's multiplayer. It records
them, and sends them to a server again.

  gdnet COMMAND     gdnet help COMMAND has the flags, and examples

`

const helpEnd = `
--color auto|always|never and --no-pager are flags of all commands.
gdnet completion --help makes the shell complete commands.
The exit code is 0; 1 if replay gets other answers than the recorded ones;
2 for a bad command line or bad data.
`
