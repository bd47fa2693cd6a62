package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/kinds"
)

// commands make the commands.
var commands = []func(*app) *cobra.Command{
	(*app).showCommand,
	(*app).dumpCommand,
	(*app).detectCommand,
	(*app).getCommand,
	(*app).setCommand,
	(*app).deleteCommand,
	(*app).renameCommand,
	(*app).editCommand,
	(*app).queryCommand,
	(*app).diffCommand,
	(*app).patchCommand,
	(*app).convertCommand,
	(*app).unpackCommand,
	(*app).packCommand,
	(*app).scanCommand,
	(*app).checkCommand,
	(*app).jsonCommand,
	(*app).fromJSONCommand,
	(*app).projectCommand,
	(*app).proxyCommand,
	(*app).tailCommand,
	(*app).replayCommand,
}

// run runs the command with its arguments, and returns the exit code.
func run(ctx context.Context, args []string, s streams, env func(string) string) int {
	a := newApp(ctx, s, env)
	return a.run(args)
}

func (a *app) run(args []string) int {
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(a.ctx)
	a.progress().clear()

	if flushed := a.flush(); err == nil {
		err = flushed
	}

	if broken := a.broken(); broken != nil { // the error of the command may hide it
		err = broken
	}

	return a.report(err)
}

// root returns the command with all its commands.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "gdvar [FILE]",
		Short: "Open, print, edit, compare and convert save files of Godot games",
		Long: `gdvar opens, prints, edits, compares and converts save files of Godot games: what
store_var and var_to_bytes write, plain, compressed (open_compressed) and encrypted
(open_encrypted, open_encrypted_with_pass). It reads ConfigFile, project files, JSON and resources
as well. proxy prints what a game and its server say to each other.

In a terminal gdvar FILE shows the values as a tree, to look at and to change. Elsewhere it is
show.

It finds out which engine wrote a file and how. gdvar help flags has the flags that say it instead.
FILE is a path; - or no FILE is standard input. A path to a value in a file is written as
player.bag[0].id. In a file of several records [0] is the first record.

The exit code is 0, 1 (get finds nothing, differences, findings) or 2 (a bad command line, bad
data).`,
		Version: version(),
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			a.flags.sizeSet = c.Flags().Changed("max-size")
			_, err := a.options()
			return err
		},
		Args: fileOrCommand,
		RunE: func(c *cobra.Command, files []string) error {
			if len(files) == 0 {
				return c.Help()
			}
			return a.openFile(files)
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}

	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)

	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fmt.Errorf("%w (see %s --help)", err, c.CommandPath())
	})

	f := root.PersistentFlags()
	f.StringVar(&a.flags.engine, "engine", "auto",
		"the `engine` that wrote the file: auto, "+strings.Join(document.EngineNames(), ", "))

	f.StringVar(&a.flags.frame, "frame", "auto",
		"what is before each record, a `frame`: auto, u32 (store_var: its length),\n"+
			"u32be (the same with big_endian), none (var_to_bytes)")

	f.StringVar(&a.flags.precision, "precision", "auto",
		"the `precision` of vectors and the like that are written: auto, single, double")
	f.StringVar(&a.flags.passwordFile, "password-file", "",
		"read the password of an encrypted file from the first line of this `file`")
	f.StringVar(&a.flags.passwordEnv, "password-env", "GDVAR_PASSWORD",
		"the environment `variable` that has the password")
	f.StringVar(&a.flags.keyFile, "key-file", "",
		"read the key of an encrypted file from this `file`: 32 bytes, or 64 hexadecimal digits")
	f.StringVar(&a.flags.color, "color", "auto",
		"color the output: auto (on a terminal, without NO_COLOR), always, never")

	f.Int64Var(&a.flags.maxSize, "max-size", 256,
		"the most `MiB`, without a container, that is read at once: for get, set, edit and diff\n"+
			"of a file, for other commands of a record")

	f.IntVar(&a.flags.maxValues, "max-values", 4,
		"the most values of a record, in `millions`")
	f.StringVar(&a.flags.kind, "kind", "auto", "what a file is, a `kind`: auto, save, "+
		strings.Join(kinds.Names(), ", "))
	f.Int64Var(&a.flags.at, "at", -1,
		"the first record begins at this `byte`; without it that is detected")

	for name, values := range map[string][]string{
		"kind":      append([]string{"auto", kindSave}, kinds.Names()...),
		"engine":    append([]string{"auto"}, document.EngineNames()...),
		"frame":     append([]string{"auto"}, document.FrameNames()...),
		"precision": precisions,
		"color":     colors,
	} {
		_ = root.RegisterFlagCompletionFunc(name,
			cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}

	for _, command := range commands {
		root.AddCommand(command(a))
	}

	root.AddCommand(flagsTopic(root))
	root.SetUsageTemplate(shortUsage(root.UsageTemplate()))

	return root
}

var (
	precisions = []string{"auto", "single", "double"}
	colors     = []string{"auto", "always", "never"}
)

// oneOf returns an error if the value of a flag is none of the names.
func oneOf(flag, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	return fmt.Errorf("--%s %s: it is one of %s", flag, value, strings.Join(names, ", "))
}

// usage adds where to look to the error of a command line.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return fmt.Errorf("%w (see %s --help)", err, c.CommandPath())
		}
		return nil
	}
}

// version returns the version of the module that the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}

	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(version, s.Value[:min(12, len(s.Value))]) {
			version += " " + s.Value
		}
	}

	return strings.TrimSpace(version + " " + info.GoVersion)
}
