package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

func (a *app) projectCommand() *cobra.Command {
	var to string
	var o outputFile

	c := &cobra.Command{
		Use:   "project FILE [--to text|binary] [-o OUT]",
		Short: "Convert between project.binary and project.godot",
		Long: `project converts the settings of a project: project.binary, which exported games have, to the text of
project.godot, and back. Without --to it converts to the other form. With --to text a text is printed
as it is, and with --to binary a project.binary is written anew.

The engine of project.binary is found by reading: --engine says it, if more than one can read all
settings. The engine of project.godot is that of its config_version. Comments are lost in
project.binary, which has none. Objects of the input map are data: nothing is made.`,
		Example: `  gdvar project project.binary
  gdvar project project.binary -o project.godot
  gdvar project project.godot --to binary -o project.binary`,
		Args: usage(cobra.ExactArgs(1)),
	}

	f := c.Flags()
	f.StringVar(&to, "to", "", "the `form` to write: text or binary")
	o.addOutput(c, stdin)
	_ = c.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(projectForms,
		cobra.ShellCompDirectiveNoFileComp))

	c.RunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("to") {
			if err := oneOf("to", to, projectForms); err != nil {
				return err
			}
		}

		name := args[0]
		if o.output != stdin && sameFile(name, o.output) {
			return fmt.Errorf("%s is the file itself: name another one", o.output)
		}

		if err := o.free(); err != nil {
			return err
		}

		p, err := a.project(name)
		if err != nil {
			return named(name, err)
		}

		if to == "" {
			to = projectForms[0]
			if !p.binary {
				to = projectForms[1]
			}
		}

		out := []byte(p.file.String())

		if to == projectForms[1] {
			out, err = p.file.AppendBinary(nil, p.codec)
			if err != nil {
				return named(name, err)
			}

			if o.output == stdin && terminal(a.out) != nil {
				return errors.New("project.binary is not for a terminal: name a file with -o")
			}
		}

		return a.writeFile(o.output, func(w io.Writer) error {
			_, err := w.Write(out)
			return err
		})
	}

	return c
}

// projectForms are the forms of a project: text and binary.
var projectForms = []string{"text", "binary"}

// projectMagic begins a project.binary.
const projectMagic = "ECFG"

// projectEngines are the engines that are tried for a project.binary.
var projectEngines = []*variant.Dialect{codec.Godot4, codec.Godot3}

// A project is the settings of a project.
type project struct {
	file   *configfile.File
	codec  *codec.Codec
	binary bool // the form that was read
}

// project reads a project in any form.
func (a *app) project(name string) (*project, error) {
	o, err := a.options()
	if err != nil {
		return nil, err
	}

	open, err := a.again(name)
	if err != nil {
		return nil, err
	}

	in, err := open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	switch {
	case err != nil:
		return nil, err
	case bytes.HasPrefix(data, []byte(projectMagic)):
		return readBinary(data, o.Dialect)
	default:
		return readText(string(data), o.Dialect)
	}
}

// readBinary reads a project.binary, of any engine if none is named.
func readBinary(data []byte, engine *variant.Dialect) (*project, error) {
	engines := projectEngines

	if engine != nil {
		engines = []*variant.Dialect{engine}
	}

	var found []*project
	var failed error
	for _, d := range engines {
		p := &project{codec: projectCodec(d), binary: true}
		var err error

		p.file, err = configfile.ParseBinary(data, p.codec, projectOptions(d))
		if err == nil {
			found = append(found, p)
		} else if failed == nil || offset(err) > offset(failed) {
			failed = fmt.Errorf("engine %s: %w", document.EngineName(d), err)
		}
	}

	switch len(found) {
	case 0:
		return nil, failed
	case 1:
		return found[0], nil
	}

	return nil, fmt.Errorf("%w: godot4 and godot3 can read it; --engine names the right one",
		document.ErrTie)
}

// offset returns how far an engine could read.
func offset(err error) int {
	var e *variant.Error
	if errors.As(err, &e) {
		return e.Offset
	}
	return 0
}

// configVersions are the engines by the config_version of project.godot.
var configVersions = map[variant.Int]*variant.Dialect{5: codec.Godot4, 4: codec.Godot3,
	3: codec.Godot30}

// readText reads a project.godot.
func readText(s string, engine *variant.Dialect) (*project, error) {
	d := engine
	if d == nil {
		d = codec.Godot4
	}

	f, err := configfile.Parse(s, projectOptions(d))
	if err != nil {
		return nil, err
	}

	if engine == nil {
		v, _ := f.Get("", "config_version")
		version, _ := v.(variant.Int)
		d = configVersions[version]
		if d == nil {
			return nil, errors.New("it has no config_version that says the engine: name it with --engine")
		}
	}

	return &project{file: f, codec: projectCodec(d)}, nil
}

func projectCodec(d *variant.Dialect) *codec.Codec {
	return codec.MustNew(codec.Options{Dialect: d, FullObjects: true})
}

func projectOptions(d *variant.Dialect) configfile.Options {
	o := configfile.Options{Parse: text.ParseOptions{Objects: true}}
	if !d.EncryptedCFB { // an engine before Godot 4
		o.Format.Version = text.Version3
	}
	return o
}
