package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/program"
)

// commands has a function for each command, in the groups of the help.
var commands = []struct {
	title string
	make  []func(*app) *cobra.Command
}{
	{"Look", []func(*app) *cobra.Command{
		(*app).showCommand, (*app).getCommand, (*app).queryCommand, (*app).diffCommand,
		(*app).dumpCommand, (*app).detectCommand, (*app).checkCommand, (*app).scanCommand,
	}},
	{"Change", []func(*app) *cobra.Command{
		(*app).setCommand, (*app).deleteCommand, (*app).renameCommand, (*app).editCommand,
		(*app).patchCommand, (*app).repairCommand,
	}},
	{"Convert", []func(*app) *cobra.Command{
		(*app).convertCommand, (*app).projectCommand, (*app).jsonCommand, (*app).fromJSONCommand,
		(*app).unpackCommand, (*app).packCommand,
	}},
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, s program.Streams, env func(string) string) int {
	return newApp(ctx, s, env).run(args)
}

func (a *app) run(args []string) int { return a.Execute(a.root(), joinVariables(args)) }

// root returns the command gdvar with all its subcommands.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "gdvar [FILE]",
		Short: "Open, print, edit, compare and convert save files of Godot games",
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			a.Flags.SizeSet = c.Flags().Changed("max-size")
			_, err := a.options()
			return err
		},
		Args:                       fileOrCommand,
		SuggestionsMinimumDistance: 2, // suggests names that differ in at most 2 letters
		RunE: func(c *cobra.Command, names []string) error {
			if len(names) == 0 {
				return c.Help()
			}
			return a.openFile(names)
		},
	}

	f := root.PersistentFlags()
	f.StringVar(&a.Flags.Engine, "engine", "auto",
		"the `engine` that wrote the file: auto, "+strings.Join(probe.EngineNames(), ", "))

	f.StringVar(&a.Flags.Frame, "frame", "auto",
		"the `frame` of each record: auto, u32 (store_var: its length before it),\n"+
			"u32be (the same with big_endian), none (var_to_bytes)")

	f.StringVar(&a.Flags.Precision, "precision", "auto",
		"the `precision` in which vectors and similar types are written: auto, single, double")
	f.StringVar(&a.Flags.PasswordFile, "password-file", "",
		"read the password of an encrypted file from the first line of this `file`")
	f.StringVar(&a.Flags.PasswordEnv, "password-env", "GDVAR_PASSWORD",
		"the environment `variable` that has the password")
	f.StringVar(&a.Flags.KeyFile, "key-file", "",
		"read the key of an encrypted file from this `file`: 32 bytes, or 64 hexadecimal digits")

	f.Int64Var(&a.Flags.MaxSize, "max-size", 256,
		"the largest size in `MiB`, without the container: of a file for get, set, edit and\n"+
			"diff, of a record for other commands")

	f.IntVar(&a.Flags.MaxValues, "max-values", 4,
		"the largest number of values in a record, in `millions`")
	f.StringVar(&a.Flags.Kind, "kind", "auto", "the `kind` of the file: auto, save, "+
		strings.Join(kinds.Names(), ", "))
	f.Int64Var(&a.Flags.At, "at", -1,
		"the offset of the first record or of a text, in `bytes`; -1 detects it")

	for name, values := range map[string][]string{
		"kind":      append([]string{"auto", files.KindSave}, kinds.Names()...),
		"engine":    append([]string{"auto"}, probe.EngineNames()...),
		"frame":     append([]string{"auto"}, frame.Names()...),
		"precision": files.Precisions,
	} {
		_ = root.RegisterFlagCompletionFunc(name,
			cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}

	help := program.Help{Begin: helpBegin, End: helpEnd}
	for _, group := range commands {
		g := program.HelpGroup{Title: group.title}
		for _, make := range group.make {
			g.Commands = append(g.Commands, make(a))
		}
		help.Groups = append(help.Groups, g)
	}

	help.Set(root)
	root.AddCommand(flagsTopic(root))
	root.SetUsageTemplate(shortUsage(root.UsageTemplate()))

	return root
}
