package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/program"
)

// A projector is the command project, with its flags.
type projector struct {
	*app
	outputFile
	to string
}

func (a *app) projectCommand() *cobra.Command {
	p := &projector{app: a}

	c := &cobra.Command{
		Use:   "project FILE [--to text|binary] [-o OUT]",
		Short: "Convert project.binary",
		Long: `project converts the settings of a project from project.binary, which exported games
have, to the text of project.godot, or back. Without --to it converts to the other form. With --to
it can also write a file again in its own form.

The engine of a project.binary is detected. If several engines can read all settings, --engine has
to name one. The engine of a project.godot follows from its config_version. project.binary has no
comments, so they are lost. Objects of the input map are read as data; nothing is created.`,
		Example: `  gdvar project project.binary
  gdvar project project.binary -o project.godot
  gdvar project project.godot --to binary -o project.binary`,
		Args: program.Takes("FILE"),
	}

	c.Flags().StringVar(&p.to, "to", "", "the `form` to write: text or binary")
	p.addOutput(c, program.Stdin)
	_ = c.RegisterFlagCompletionFunc("to",
		cobra.FixedCompletions(projectForms, cobra.ShellCompDirectiveNoFileComp))

	c.RunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("to") {
			if err := program.OneOf("to", p.to, projectForms); err != nil {
				return err
			}
		}

		return p.run(args[0])
	}

	return c
}

// projectForms are the forms of a project's settings.
var projectForms = []string{"text", "binary"}

// run converts a project.
func (p *projector) run(name string) error {
	if err := p.freeBeside(name); err != nil {
		return err
	}

	out, err := p.converted(name)
	if err != nil {
		return program.Named(name, err)
	}

	if kinds.IsProject(out) {
		if err := p.notToTerminal(p.Out); err != nil {
			return err
		}
	}

	return p.writeFile(p.output, func(w io.Writer) error {
		_, err := w.Write(out)
		return err
	})
}

// converted returns the project in the form that the flags choose. The default is the form that the
// file does not have.
func (p *projector) converted(name string) ([]byte, error) {
	o, err := p.options()
	if err != nil {
		return nil, err
	}

	d, err := p.Read(name)
	if err != nil {
		return nil, err
	}

	f, err := kinds.File(d.Body())
	if err != nil {
		return nil, err
	}

	binary := d.Kind == kinds.Project
	if !binary && o.Dialect == nil && kinds.Engine(f) == nil {
		return nil, errors.New(
			"it has no config_version that says the engine: name it with --engine")
	}

	if p.to == projectForms[0] || p.to == "" && binary {
		return []byte(f.String()), nil
	}

	return f.AppendProject(nil)
}
