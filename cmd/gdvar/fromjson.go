package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/savefile"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// A fromJSON is the command from-json, with its flags.
type fromJSON struct {
	*app
	target
	relaxed bool
	command *cobra.Command
}

func (a *app) fromJSONCommand() *cobra.Command {
	j := &fromJSON{app: a}

	c := &cobra.Command{
		Use:   "from-json --engine ENGINE [FILE] [-o OUT]",
		Short: "Make a save from JSON",
		Long: `from-json makes a save file from canonical JSON, as the command json prints it and as
JSON.stringify(JSON.from_native(value)) of Godot does. Each value of the input is a record.

With --relaxed the input is the JSON of other tools: a number with a point or an exponent is a
float, all others are ints, and an object is a Dictionary with text keys. GDScript that is not
JSON, such as Vector2(1, 2), is read too.

JSON does not say which engine the file is for, so --engine has to name it. --frame u32, the
default, is the form that get_var of a file reads; --frame none is the form of var_to_bytes. A value
of a type that the engine does not have is an error; gdvar convert replaces such values.`,
		Example: `  gdvar from-json --engine godot4 player.json -o player.save
  echo '{"name": "Tia", "hp": 10}' | gdvar from-json --engine godot3 --relaxed -o new.save
  gdvar from-json --engine godot4 --container compressed player.json -o player.save`,
		Args: program.Takes("[FILE]"),
	}

	j.command = c
	c.Flags().BoolVar(&j.relaxed, "relaxed", false, "read the JSON of other tools")
	j.addOutput(c, program.Stdin)
	j.addContainer(c, "plain")

	c.RunE = func(_ *cobra.Command, args []string) error {
		return j.run(program.FileOf(args))
	}

	return c
}

// run makes a save from a file of JSON.
func (j *fromJSON) run(name string) error {
	o, err := j.outputOptions()
	if err != nil {
		return err
	}

	engine, err := engineCodec(o)
	if err != nil {
		return err
	}

	open, err := j.Again(name)
	if err != nil {
		return err
	}

	parse := parseCanonical

	if j.relaxed {
		parse = parseRelaxed
	}

	values, err := readJSON(open, parse)
	if err != nil {
		return program.Named(name, err)
	}

	b, err := packRecords(values, engine, o)
	if err != nil {
		return program.Named(name, err)
	}

	return j.writeFile(j.output, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// outputOptions returns the options of the new file.
func (j *fromJSON) outputOptions() (document.Options, error) {
	o, err := j.options()

	switch {
	case err != nil:
		return o, err
	case o.Dialect == nil:
		return o, errors.New(
			"JSON does not say which engine the file is for: name it with --engine")
	}

	if err := j.notToTerminal(j.Out); err != nil {
		return o, err
	}
	if err := j.free(); err != nil {
		return o, err
	}

	o.Save, err = j.save(j.app, j.command, o.Dialect, o.Save)
	return o, err
}

// exact reads values of all types without rounding. The codec of the output rounds them later.
var exact = codec.MustNew(codec.Options{Precision: codec.Double, FullObjects: true})

func parseCanonical(b []byte) (variant.Variant, error) { return jsonvar.Parse(b, exact) }

// parseRelaxed reads JSON as GDScript text, which includes all of JSON.
func parseRelaxed(b []byte) (variant.Variant, error) {
	return text.Parse(string(b), exact)
}

// readJSON returns the values of a file. It reads one or several JSON values in a row.
func readJSON(
	open func() (io.ReadCloser, error), parse func([]byte) (variant.Variant, error),
) ([]variant.Variant, error) {
	in, err := open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}

	v, fault := parse(data)
	if fault == nil {
		return []variant.Variant{v}, nil
	}

	var values []variant.Variant
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		start := d.InputOffset()
		var one json.RawMessage
		if err := d.Decode(&one); err == io.EOF && len(values) > 0 {
			return values, nil
		} else if err != nil {
			// The variable fault, the error for the whole text, has more details than err.
			return nil, fault
		}

		v, err := parse(one)
		switch {
		case err != nil && len(values) == 0:
			return nil, fault
		case err != nil:
			return nil, fmt.Errorf("value %d, after byte %d: %w", len(values), start, err)
		}

		values = append(values, v)
	}
}

// engineCodec returns the codec for the engine on the command line.
func engineCodec(o document.Options) (*codec.Codec, error) {
	options := codec.Options{Dialect: o.Dialect, FullObjects: true,
		Limits: codec.Limits{MaxFrame: math.MaxInt32}}
	if o.Precision != nil {
		options.Precision = *o.Precision
	}
	return codec.New(options)
}

// packRecords returns the bytes of a file with these values.
func packRecords(values []variant.Variant, c *codec.Codec, o document.Options) ([]byte, error) {
	framing := frame.U32

	if o.Framing != nil {
		framing = *o.Framing
	}

	var plain bytes.Buffer
	enc := framing.NewEncoder(c, &plain)
	for i, v := range values {
		if err := enc.Encode(v); err != nil {
			return nil, fmt.Errorf("value %d: %w", i, err)
		}
	}

	return savefile.Encode(plain.Bytes(), o.Save)
}
