package main

import (
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdnet/rpc"
	"godotvariant/cmd/internal/program"
)

func (a *app) rpcCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rpc SCRIPT.gd...",
		Short: "Print what peers can call",
		Long: `rpc prints the methods of scripts that have @rpc, including those of scripts that
they extend: the number of each method in packets, who may call it, and how calls are sent. It also
prints the checksum of the names. A game and its server must have the same names, so a server in Go
has to declare all of them. If they differ, the engine prints "The rpc node checksum failed".

For Godot 3 it prints the functions and variables with remote, master, puppet and so on. Packets of
Godot 3 have their names, so there are no numbers and no checksum.

For a folder it prints all scripts that have such methods. It finds methods with rpc_config only if
the call has the name as a string literal and is on the node itself.`,
		Example: `  gdnet rpc lobby.gd
  gdnet rpc .`,
		Args: program.Takes("SCRIPT.gd..."),
		RunE: func(_ *cobra.Command, names []string) error { return a.printRPC(names) },
	}
}

// printRPC prints the methods of scripts that peers can call.
func (a *app) printRPC(names []string) error {
	set, scripts, err := rpc.Load(names)
	if err != nil {
		return err
	}

	a.Page()
	for _, script := range scripts {
		node := set.Node(script)
		if len(scripts) > 1 && len(node.Methods)+len(node.Properties) == 0 {
			continue
		}
		if err := node.Print(a.Out); err != nil {
			return err
		}
		for _, note := range node.Notes {
			a.Message("%s", note)
		}
	}
	return nil
}
