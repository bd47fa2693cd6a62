package main

import (
	"fmt"
	"io"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/kinds"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
)

// convertBody writes the new file of a file that is not a save, and prints what changed.
func (v *converter) convertBody(job *conversion) error {
	d, err := v.read(job.name)
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

	b, err := savefile.Pack(plain, save)
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

	v.message("%s: %s, from %s to %s, %v; changes: %d", v.output, d.Kind,
		document.EngineName(d.Dialect()),
		document.EngineName(dialectOr(job.to, d.Dialect())), save.Format, v.notes.sum())

	return nil
}

// bodyBytes returns the plain bytes for the engine of the conversion.
func (v *converter) bodyBytes(job *conversion, d *document.Document) ([]byte, error) {
	if job.to == nil || job.to.Name == d.Dialect().Name {
		return d.PlainBytes()
	}
	if d.Kind != kinds.Config {
		return nil, fmt.Errorf("only saves and text of ConfigFile are converted to another engine")
	}

	return kinds.ConvertConfig(d.Plain, d.Dialect(), job.to,
		func(section, key string, n codec.Note) {
			v.note(job, fmt.Sprintf("[%s] %s: ", section, key), n)
		})
}
