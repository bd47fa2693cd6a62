package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/findings"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec/convert"
	"godotvariant/codec/savefile"
)

// A converter is the command convert, with its flags.
type converter struct {
	*app
	target
	to               string
	inPlace, verbose bool

	command *cobra.Command
	notes   tally
}

func (a *app) convertCommand() *cobra.Command {
	v := &converter{app: a}

	c := &cobra.Command{
		Use:   "convert --to ENGINE FILE (-o OUT|--in-place)",
		Short: "Convert to another engine",
		Long: `convert writes a save file for another engine: every record, in a container that the
engine opens with the same password.

A type that the engine does not have is replaced with the most similar one: for Godot 3 a Vector2i
becomes a Vector2, and a StringName a String. Classes that Godot 4 renamed get their names in the
new engine. All properties keep their names. Standard error shows the kinds of changes and their
numbers, and with -v each change with its path.

A ConfigFile is written in the text form of the new engine, and keeps its comments. For all other
files except saves only the container can be changed.

  --to same              keep the engine, and change only the container
  --container same       the container of the old file; encrypted in the way of the new engine
  --container plain      no container
  --container encrypted  with the key or the password of the command line; the old file may be plain

The new file is written in one step: after an error the old file is unchanged. --force replaces an
existing file OUT, and --in-place replaces FILE itself.`,
		Example: `  gdvar convert --to godot4 old.save -o new.save
  gdvar convert --to godot3 -v --in-place player.save
  gdvar convert --password-file password.txt --container plain secret.save -o plain.save`,
		Args: program.Takes("FILE"),
	}

	v.command = c
	f := c.Flags()
	f.StringVar(&v.to, "to", engineSame,
		"the `engine` to convert to: same, "+strings.Join(probe.EngineNames(), ", "))
	v.addOutput(c, "")
	f.BoolVar(&v.inPlace, "in-place", false, "replace the file")
	f.BoolVarP(&v.verbose, "verbose", "v", false, "print every change")
	v.addContainer(c, containerSame)
	program.Exclusive(c, "output", "in-place")
	_ = c.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(convertEngines(),
		cobra.ShellCompDirectiveNoFileComp))

	c.RunE = func(_ *cobra.Command, args []string) error { return v.run(args[0]) }

	return c
}

// engineSame is the value of --to that keeps the engine of the old file.
const engineSame = "same"

// convertEngines returns the values that --to may have.
func convertEngines() []string { return append([]string{engineSame}, probe.EngineNames()...) }

// run converts a file.
func (v *converter) run(name string) error {
	if err := v.checkFlags(name); err != nil {
		return err
	}
	if err := v.free(); err != nil {
		return err
	}

	job, err := v.conversion(name, probe.EngineByName(v.to))
	if err != nil {
		return program.Named(name, err)
	}
	defer job.close()

	job.save, err = v.save(v.app, v.command, job.engine(job.format.Detections[0]), job.old)
	if err != nil {
		return err
	}

	if job.format.Kind != "" {
		return program.Named(name, v.convertBody(job))
	}
	if err := job.decided(); err != nil {
		return program.Named(name, err)
	}

	return v.convertRecords(job)
}

// checkFlags returns an error if the flags are not valid for the input: an unknown engine, no
// output, an output that is the input, or --in-place for standard input. If --in-place is valid,
// checkFlags sets the fields output and force.
func (v *converter) checkFlags(name string) error {
	if err := program.OneOf("to", v.to, convertEngines()); err != nil {
		return err
	}

	switch {
	case !v.inPlace && v.output == "":
		return v.noOutput(name)
	case v.inPlace && name == program.Stdin:
		return errors.New("--in-place is for a file: -o names one for standard input")

	case v.inPlace:
		v.output = name
		v.force = true

	case sameFile(name, v.output):
		return fmt.Errorf("%s is the input file: --in-place replaces it", v.output)
	}

	return nil
}

// noOutput returns the error of a command line that does not say where the new file goes.
func (v *converter) noOutput(name string) error {
	if name == program.Stdin {
		return errors.New("-o FILE is missing: it names the new file, and -o - standard output")
	}

	line := "gdvar convert"
	what := v.container
	if v.to != engineSame {
		line += " --to " + v.to
		what = v.to
	}
	if v.container != containerSame {
		line += " --container " + v.container
	}

	return fmt.Errorf("%w (--in-place in place of -o replaces the old file)",
		noOutput(line, name, what))
}

// convertRecords converts a save, writes the new file and prints the changes.
func (v *converter) convertRecords(job *conversion) error {
	o, err := job.options(job.format.Detections[0], func(record int, n convert.Note) {
		v.note(job, fmt.Sprintf("record %d: ", record), n)
	})

	if err != nil {
		return err
	}

	foreign := findings.NewForeigner(o.From.Dialect(), o.To.Dialect())
	o.Inspect = foreign.Look

	var info convert.Info
	err = v.writeFile(v.output, func(w io.Writer) error {
		info, err = job.run(w, o)
		if err != nil {
			err = program.Named(job.name, v.Explained(err))
		}
		return err
	})

	if err != nil {
		return err
	}

	v.notes.print(v.app)
	if note := foreign.Note(); note != "" {
		v.Message("%s", note)
	}

	v.Message("%s: from %s to %s, %v; records: %d; changes: %d", v.output,
		probe.EngineName(o.From.Dialect()), probe.EngineName(o.To.Dialect()), info.Container,
		info.Records, info.Changes)

	return nil
}

// convertBody converts a file of a kind other than save, writes the new file and prints the
// changes.
func (v *converter) convertBody(job *conversion) error {
	d, err := v.Read(job.name)
	if err != nil {
		return err
	}

	plain, err := v.bodyBytes(job, d)
	if err != nil {
		return err
	}

	save := job.save

	if v.container == containerSame {
		save = d.SaveOptions()
	}

	b, err := savefile.Encode(plain, save)
	if err != nil {
		return err
	}

	err = v.writeFile(v.output, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})

	if err != nil {
		return err
	}

	v.notes.print(v.app)

	v.Message("%s: %s, from %s to %s, %v; changes: %d", v.output, d.Kind,
		probe.EngineName(d.Dialect()),
		probe.EngineName(dialectOr(job.target, d.Dialect())), save.Container, v.notes.sum())

	return nil
}

// bodyBytes returns the plain bytes of the new file, for the target engine of the job. The argument
// d is the old file.
func (v *converter) bodyBytes(job *conversion, d *document.Document) ([]byte, error) {
	if job.target == nil || job.target == d.Dialect() {
		return d.PlainBytes()
	}
	if d.Kind != kinds.Config {
		return nil, fmt.Errorf("only saves and text of ConfigFile are converted to another engine")
	}

	return kinds.Convert(d, job.target,
		func(section, key string, n convert.Note) {
			v.note(job, fmt.Sprintf("[%s] %s: ", section, key), n)
		})
}

// note prints a change immediately or counts it for the summary.
func (v *converter) note(job *conversion, where string, n convert.Note) {
	if v.verbose {
		job.progress.Clear()
		v.Message("%s%v", where, n)
		return
	}

	kind := n.Kind.String()
	if n.From != "" || n.To != "" {
		kind += ": " + n.From + " → " + n.To
	}

	v.notes.add(kind)
}

// A tally counts notes with equal text.
type tally struct {
	counts map[string]int
	order  []string
}

func (t *tally) add(text string) {
	if t.counts == nil {
		t.counts = map[string]int{}
	}

	t.counts[text]++
	if t.counts[text] == 1 {
		t.order = append(t.order, text)
	}
}

func (t *tally) print(a *app) {
	for _, text := range t.order {
		a.Message("%d × %s", t.counts[text], text)
	}
}

// sum returns the number of all notes.
func (t *tally) sum() (n int) {
	for _, count := range t.counts {
		n += count
	}

	return n
}
