package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/nearest"
	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/salvage"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// A repairer is the command repair, with its flags.
type repairer struct {
	*app
	outputFile
}

func (a *app) repairCommand() *cobra.Command {
	r := &repairer{app: a}

	c := &cobra.Command{
		Use:   "repair FILE -o OUT",
		Short: "Save what can be read",
		Long: `repair writes a new file with what can be read of a damaged save, and says what is
lost.

Of a damaged record the values in front of the damage are left: the damaged value and all that
follows it in the record are lost. A container around the damage keeps its first parts. Records
without damage keep their bytes. The blocks in front of the damage are left of a compressed file.
Bytes behind the last record, which no engine reads, are dropped.

The key of an encrypted file is checked by all of its bytes, so it can't be repaired. Text is not
repaired: the error says where to mend it in an editor.

The exit code is 0 if a file was written, and also if nothing is damaged and nothing is written.`,
		Example: `  gdvar repair broken.save -o rescued.save
  gdvar repair --engine godot3 broken.save -o rescued.save`,
		Args: program.Takes("FILE"),
	}

	r.addOutput(c, "")
	c.RunE = func(_ *cobra.Command, args []string) error {
		return program.Named(args[0], r.run(args[0]))
	}

	return c
}

// run writes the readable part of a file.
func (r *repairer) run(name string) error {
	if r.output == "" {
		return noOutput("gdvar repair", name, "repaired")
	}
	if err := r.freeBeside(name); err != nil {
		return err
	}

	s, err := r.open(name)
	if err != nil {
		return err
	}

	if s.damage == nil {
		r.Message("%s: nothing is damaged, and nothing is written", name)
		return nil
	}

	if s.Kind != "" {
		return fmt.Errorf("only saves are repaired: %w", s.damage)
	}

	plain, err := r.salvaged(s)
	if err != nil {
		return err
	}

	b, err := savefile.Encode(plain, s.save)
	if err != nil {
		return err
	}

	return r.writeFile(r.output, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// A damagedSave is a damaged save with its readable part.
type damagedSave struct {
	*document.Document
	name   string
	save   savefile.Options // the container of the file
	damage error            // the first error, or nil
}

// open reads a file as far as it can be read.
func (r *repairer) open(name string) (*damagedSave, error) {
	in, o, err := r.Input(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()

	o.Save.Limits.MaxSize = o.MaxRecord
	container, err := savefile.NewReader(in, o.Save)
	if err != nil {
		return nil, r.Explained(err)
	}

	plain, cut := io.ReadAll(container) // cut is the error of a damaged compressed file
	s := &damagedSave{name: name, save: o.Save.Like(container.Info())}

	o.Save.Container = savefile.Plain
	d, damage := document.Read(plain, o)
	if d == nil && cut != nil {
		return nil, cut
	}
	if d == nil {
		return nil, damage
	}

	s.Document = d
	s.damage = damage
	if cut != nil {
		s.damage = cut
	}

	return s, nil
}

// salvaged returns the plain bytes without the damaged parts. It tells the user which parts are
// lost.
func (r *repairer) salvaged(s *damagedSave) ([]byte, error) {
	repaired, gone := 0, 0
	r.Message("%s: %v", s.name, s.damage)

	plain, err := s.Recovered(func(record document.Record, left []byte, lost []salvage.Loss) {
		if left == nil {
			gone++
			r.Message("%s: record %d is lost, from offset %d on", s.name, record.Index,
				record.Offset)
			return
		}

		repaired++
		for _, l := range lost {
			path := nearest.Text(append(variant.Path{}, l.Path...))
			r.Message("%s: record %d: %s has %d of %d parts left", s.name, record.Index,
				pathOrAll(path), l.Kept, l.Len)
		}
	})

	if err == nil {
		r.Message("%s: %v; records: %d whole, %d repaired, %d lost", r.output, &s.Format,
			len(s.Records)-repaired-gone, repaired, gone)
	}

	return plain, err
}

// pathOrAll returns a path, or $ for the path of the root.
func pathOrAll(path string) string {
	if path == "" {
		return "$"
	}
	return path
}
