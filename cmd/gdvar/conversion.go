package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/console"
	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/codec/inspect"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A conversion is a file that is to be converted, with the options for reading it and for writing
// the new file.
type conversion struct {
	name   string
	open   func() (io.ReadCloser, error) // opens the file at its beginning
	format *document.Format
	in     savefile.Options // for the old container
	save   savefile.Options // for the new container
	most   int64            // longest record in bytes
	to     *variant.Dialect // nil: the engine of the old file

	progress *console.Progress
}

// conversion prepares the conversion of a file. If to is nil, the engine stays.
func (a *app) conversion(name string, to *variant.Dialect) (*conversion, error) {
	open, err := a.Again(name)
	if err != nil {
		return nil, err
	}

	job := &conversion{name: name, to: to, open: open, progress: a.Progress()}
	in, o, err := a.Input(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r, err := document.Open(in, o)
	if err != nil {
		return nil, a.Unread(name, err)
	}

	a.Notice(name, &r.Format)
	job.format = &r.Format
	job.in = o.Save
	job.in.Limits.MaxSize = noLimit
	job.most = o.MaxRecord

	return job, nil
}

// noLimit is the limit for plain bytes. convert holds only one record at a time.
const noLimit = 1 << 50

// engine returns the target engine of a file with the detection d.
func (job *conversion) engine(d inspect.Detection) *variant.Dialect {
	return dialectOr(job.to, d.Dialect)
}

// options returns the options of package convert for a file with the detection d.
func (job *conversion) options(
	d inspect.Detection, report func(int, convert.Note),
) (convert.Options, error) {
	o := convert.Options{
		Framing: d.Framing, Unframed: !d.Framed, At: job.format.At,
		In: job.in, Out: job.save, Report: report,
	}

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
	if options.Dialect.Spec().Real == dialect.RealSingle {
		options.Precision = variant.Single
	}

	options.Limits.MaxFrame = math.MaxInt32 // a record may become longer
	o.To, err = codec.New(options)
	return o, err
}

// run writes the new file to w.
func (job *conversion) run(w io.Writer, o convert.Options) (convert.Info, error) {
	in, err := job.open()
	if err != nil {
		return convert.Info{}, err
	}
	defer in.Close()
	defer job.progress.Clear()
	return convert.Stream(w, job.progress.Reader(in, job.name, files.Length(job.name)), o)
}

// decided returns an error if several engines fit the file equally well and their results differ.
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

		o.Out = savefile.Options{Container: savefile.Plain} // each encryption has other bytes
		sum := sha256.New()
		if _, err := job.run(sum, o); err != nil {
			continue // this engine does not fit the rest of the file
		}

		sums = append(sums, sum.Sum(nil))
		names = append(names, fmt.Sprintf("%s (frame %s)", probe.EngineName(d.Dialect),
			frame.Of(d).String()))
	}

	if len(slices.CompactFunc(sums, bytes.Equal)) < 2 {
		return nil
	}

	return fmt.Errorf("%w: these would give different files: %s; "+
		"--engine and --frame name the right one",
		document.ErrTie, strings.Join(names, ", "))
}
