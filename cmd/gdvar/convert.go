package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

func (a *app) convertCommand() *cobra.Command {
	var to string
	var inPlace, verbose bool
	var t target

	c := &cobra.Command{
		Use:   "convert --to ENGINE FILE (-o OUT|--in-place)",
		Short: "Convert a save file to another engine or container",
		Long: `convert writes a save file for another engine: every record, in a container that the engine opens
with the same password.

What the engine does not have becomes what comes nearest: a Vector2i is a Vector2 for Godot 3, a
StringName a String. Classes that Godot 4 renamed get their names in the new engine. The kinds of
changes and their numbers are printed to standard error, with -v every change and its path.

  --to same              keep the engine, and change only the container
  --container same       the container of the old file; encrypted as the new engine encrypts
  --container plain      only the records
  --container encrypted  with the key or the password of the command line; the old file may be plain

The new file is written in one step: after an error there is the old one or none. --force replaces a
file that is called OUT, and --in-place replaces FILE itself.`,
		Example: `  gdvar convert --to godot4 old.save -o new.save
  gdvar convert --to godot3 -v --in-place player.save
  gdvar convert --password-file password.txt --container plain secret.save -o plain.save`,
		Args: usage(cobra.ExactArgs(1)),
	}

	f := c.Flags()
	f.StringVar(&to, "to", engineSame,
		"the `engine` to convert to: same, "+strings.Join(document.EngineNames(), ", "))
	t.addOutput(c, "")
	f.BoolVar(&inPlace, "in-place", false, "replace the file")
	f.BoolVarP(&verbose, "verbose", "v", false, "print every change")
	t.addContainer(c, containerSame)
	c.MarkFlagsMutuallyExclusive("output", "in-place")
	engines := append([]string{engineSame}, document.EngineNames()...)
	_ = c.RegisterFlagCompletionFunc("to",
		cobra.FixedCompletions(engines, cobra.ShellCompDirectiveNoFileComp))

	c.RunE = func(c *cobra.Command, args []string) error {
		if err := oneOf("to", to, engines); err != nil {
			return err
		}

		name := args[0]
		switch {
		case !inPlace && t.output == "":
			return errors.New("-o says where to write, and --in-place replaces the file")
		case inPlace && name == stdin:
			return errors.New("--in-place is for a file: -o names one for standard input")

		case inPlace:
			t.output = name
			t.force = true

		case sameFile(name, t.output):
			return fmt.Errorf("%s is the file itself: --in-place replaces it", t.output)
		}

		if err := t.free(); err != nil {
			return err
		}

		job, err := a.conversion(name, codec.DialectByName(to))
		if err != nil {
			return named(name, err)
		}

		job.save, err = t.save(a, c, job.engine(job.format.Detections[0]), job.in)
		if err != nil {
			return err
		}

		if err := job.decided(); err != nil {
			return named(name, err)
		}

		return a.convert(job, t.output, verbose)
	}

	return c
}

// engineSame is the name of the engine of the old file.
const engineSame = "same"

// sameFile reports whether both names are of one file.
func sameFile(a, b string) bool {
	if a == stdin || b == stdin {
		return false
	}
	fileA, errA := os.Stat(a)
	fileB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(fileA, fileB)
}

// A conversion is a file with what becomes of it.
type conversion struct {
	name   string
	open   func() (io.ReadCloser, error) // the file, from its beginning
	format *document.Format
	in     savefile.Options // open the container
	save   savefile.Options // make the new one
	most   int64            // bytes of a record
	to     *variant.Dialect // nil: the same

	progress *progress
}

// conversion looks at a file.
func (a *app) conversion(name string, to *variant.Dialect) (*conversion, error) {
	open, err := a.again(name)
	if err != nil {
		return nil, err
	}

	job := &conversion{name: name, to: to, open: open, progress: a.progress()}
	in, o, err := a.input(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r, err := document.Open(in, o)
	if err != nil {
		return nil, a.explained(err)
	}

	job.format = &r.Format
	job.in = o.Save
	job.in.Limits.Size = noLimit
	job.most = o.MaxRecord

	return job, nil
}

// noLimit is the limit of plain bytes, of which convert holds only one record at a time.
const noLimit = 1 << 50

// engine returns the engine that a detection is converted to.
func (job *conversion) engine(d codec.Detection) *variant.Dialect {
	if job.to == nil {
		return d.Dialect
	}
	return job.to
}

// options are those of package convert, for a file that is what d says.
func (job *conversion) options(d codec.Detection, report func(int, codec.Note)) (convert.Options,
	error) {
	o := convert.Options{Framing: d.Framing, In: job.in, Out: job.save, Report: report}

	options := codec.Options{
		Dialect: d.Dialect, Precision: d.Precision, FullObjects: true,
		Limits: codec.Limits{MaxSize: math.MaxInt32, MaxFrame: int(min(job.most, math.MaxInt32))},
	}

	var err error
	o.From, err = codec.New(options)
	if err != nil {
		return o, err
	}

	options.Dialect = job.engine(d)
	if options.Dialect.Real == variant.RealSingle {
		options.Precision = variant.Single
	}

	options.Limits.MaxFrame = math.MaxInt32 // a record may become longer
	o.To, err = codec.New(options)
	return o, err
}

// run writes the new file.
func (job *conversion) run(w io.Writer, o convert.Options) (convert.Info, error) {
	in, err := job.open()
	if err != nil {
		return convert.Info{}, err
	}
	defer in.Close()
	defer job.progress.clear()
	return convert.Stream(w, job.progress.reader(in, job.name), o)
}

// decided returns an error if several engines fit the file equally well and would give different
// results.
func (job *conversion) decided() error {
	ties := job.format.Ties()
	if len(ties) < 2 {
		return nil
	}

	var sums [][]byte
	var names []string
	for _, d := range ties {
		o, err := job.options(d, nil)
		if err != nil {
			return err
		}

		o.Out = savefile.Options{Format: savefile.Plain} // encryption is another one each time
		sum := sha256.New()
		if _, err := job.run(sum, o); err != nil {
			continue // it does not fit the rest of the file
		}

		sums = append(sums, sum.Sum(nil))
		names = append(names, fmt.Sprintf("%s (frame %s)", document.EngineName(d.Dialect),
			document.FrameName(d.Framing)))
	}

	if len(slices.CompactFunc(sums, bytes.Equal)) < 2 {
		return nil
	}

	return fmt.Errorf("%w: these would give different files: %s; --engine and --frame name the right one",
		document.ErrTie, strings.Join(names, ", "))
}

// convert writes the new file and prints what changed.
func (a *app) convert(job *conversion, output string, verbose bool) error {
	counts := map[string]int{}
	var order []string
	o, err := job.options(job.format.Detections[0], func(record int, n codec.Note) {
		if verbose {
			job.progress.clear()
			a.message("record %d: %v", record, n)
			return
		}

		kind := n.Kind.String()

		if n.From != "" || n.To != "" {
			kind += ": " + n.From + " → " + n.To
		}

		counts[kind]++

		if counts[kind] == 1 {
			order = append(order, kind)
		}
	})

	if err != nil {
		return err
	}

	var info convert.Info
	err = a.writeFile(output, func(w io.Writer) error {
		info, err = job.run(w, o)
		if err != nil {
			if errors.Is(err, variant.ErrLimit) {
				err = fmt.Errorf("%w (--max-size is %d)", err, a.flags.maxSize)
			}
			err = named(job.name, a.explained(err))
		}

		return err
	})

	if err != nil {
		return err
	}

	for _, kind := range order {
		a.message("%d × %s", counts[kind], kind)
	}

	a.message("%s: from %s to %s, %v; records: %d; changes: %d", output,
		document.EngineName(o.From.Dialect()),
		document.EngineName(o.To.Dialect()), info.Format, info.Records, info.Changes)

	return nil
}
