package main

import (
	"io"
	"math"

	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/internal/console"
	"godotvariant/cmd/internal/document"
	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/codec/inspect"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A conversion is a file to convert. It has the options for reading this file, and the options for
// writing the new file.
type conversion struct {
	name   string
	open   func() (io.ReadCloser, error) // opens the file at its beginning
	format *document.Format
	old    savefile.Options // for the old container
	save   savefile.Options // for the new container
	most   int64            // limit for the length of a record, in bytes
	target *variant.Dialect // target engine; nil to keep the engine of the old file

	// reader reads the old file from its first record on. A call of decided sets it to nil.
	reader *document.Reader
	in     io.Closer // the file that reader reads

	progress *console.Progress
}

// conversion prepares the conversion of a file. The argument target is the target engine, or nil
// for the engine of the file.
func (a *app) conversion(name string, target *variant.Dialect) (*conversion, error) {
	open, err := a.Again(name)
	if err != nil {
		return nil, err
	}

	job := &conversion{name: name, target: target, progress: a.Progress()}
	job.open = func() (io.ReadCloser, error) {
		files.SpareGarbage(files.Length(name)) // frees the memory of an earlier reading of the file
		return open()
	}
	in, o, err := a.Input(name)
	if err != nil {
		return nil, err
	}
	r, err := document.Open(in, o)
	if err != nil {
		in.Close()
		return nil, a.Unread(name, err)
	}

	a.Notice(name, &r.Format)
	format := r.Format // a pointer to r.Format would keep the bytes of r in memory
	job.format = &format
	job.reader = r
	job.in = in
	job.old = o.Save
	job.old.Limits.MaxSize = noLimit
	job.most = o.MaxRecord

	return job, nil
}

// close releases the bytes that were read to find the format.
func (job *conversion) close() {
	job.in.Close()
	job.reader = nil
}

// noLimit is a limit for plain bytes that no file reaches. A smaller limit is not needed, because
// convert holds only one record in memory at a time.
const noLimit = 1 << 50

// engine returns the target engine of a file. The argument d is the detection of the file.
func (job *conversion) engine(d inspect.Detection) *variant.Dialect {
	return dialectOr(job.target, d.Dialect)
}

// options returns the options of package convert for a file with the detection d.
func (job *conversion) options(
	d inspect.Detection, report func(int, convert.Note),
) (convert.Options, error) {
	o := convert.Options{
		Framing: d.Framing, Unframed: !d.Framed, At: job.format.At,
		In: job.old, Out: job.save, Report: report,
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
