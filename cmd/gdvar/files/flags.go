package files

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/program"
	"godotvariant/codec/savefile"
	"godotvariant/codec/savefile/zstd"
	"godotvariant/variant"
)

// Flags are the flags that all commands have.
type Flags struct {
	Engine, Frame, Precision           string
	PasswordFile, PasswordEnv, KeyFile string
	Kind                               string
	At                                 int64 // offset of the first record or text; -1 to detect it
	MaxSize                            int64 // in MiB
	MaxValues                          int   // in millions
	SizeSet                            bool  // --max-size is on the command line
}

// Precisions are the values of --precision.
var Precisions = []string{"auto", "single", "double"}

// parse returns the options for the flags.
func (f *Flags) parse(env func(string) string) (o document.Options, err error) {
	if f.MaxSize < 1 || f.MaxSize > mostMiB {
		return o, fmt.Errorf("--max-size %d: it must be from 1 to %d", f.MaxSize, mostMiB)
	}

	o.MaxRecord = f.MaxSize << 20

	if f.Engine != "auto" {
		o.Dialect = probe.EngineByName(f.Engine)
		if o.Dialect == nil {
			names := append([]string{"auto"}, probe.EngineNames()...)
			return o, program.OneOf("engine", f.Engine, names)
		}
	}

	if f.Frame != "auto" {
		framing, ok := frame.ByName(f.Frame)
		if !ok {
			return o, program.OneOf("frame", f.Frame, append([]string{"auto"}, frame.Names()...))
		}
		o.Framing = &framing
	}

	if err := program.OneOf("precision", f.Precision, Precisions); err != nil {
		return o, err
	}

	if f.Precision != "auto" {
		p := variant.Single
		if f.Precision == "double" {
			p = variant.Double
		}
		o.Precision = &p
	}

	o.Save, err = f.saveOptions(env)
	if err != nil {
		return o, err
	}

	return o, f.contentOptions(&o)
}

// kindAuto is the value of --kind that leaves the kind to detection.
const kindAuto = "auto"

// KindSave is the value of --kind for a file of records.
const KindSave = "save"

// anyRatio is a compression ratio that no file reaches.
const anyRatio = 1 << 30

// contentOptions sets the kinds, the layers and the limits in the options o.
func (f *Flags) contentOptions(o *document.Options) error {
	if f.MaxValues < 1 || f.MaxValues > mostMillions {
		return fmt.Errorf("--max-values %d: it must be from 1 to %d", f.MaxValues, mostMillions)
	}

	if f.At >= 0 {
		o.At = &f.At
	}

	o.MaxValues = f.MaxValues * 1_000_000

	if f.SizeSet {
		o.Save.Limits.MaxRatio = anyRatio
	}

	o.Layers = kinds.Layers()
	settings := kinds.Settings{Compressors: o.Save.Compressors}

	switch f.Kind {
	case kindAuto:
		o.Kinds = kinds.All(settings)
	case KindSave:

	default:
		k, ok := kinds.ByName(f.Kind, settings)
		if !ok {
			names := append([]string{kindAuto, KindSave}, kinds.Names()...)
			return program.OneOf("kind", f.Kind, names)
		}
		o.Kinds = []document.Kind{k}
	}

	return nil
}

// mostMillions is the highest value of --max-values. No computer has memory for so many values.
const mostMillions = 1 << 20

// mostMiB is the highest value of --max-size. It is more than the memory of usual computers.
const mostMiB = 1 << 24

// saveOptions returns the options that open a container.
func (f *Flags) saveOptions(env func(string) string) (o savefile.Options, err error) {
	o.Compressors = map[savefile.Compression]savefile.Compressor{
		savefile.Zstandard: zstd.Compressor(),
	}
	switch {
	case f.KeyFile != "" && f.PasswordFile != "":
		return o, errors.New("--key-file and --password-file exclude each other")
	case f.KeyFile != "":
		o.Key, err = readKey(f.KeyFile)

	case f.PasswordFile != "":
		var b []byte
		b, err = os.ReadFile(f.PasswordFile)
		o.Password, _, _ = strings.Cut(string(b), "\n")

		o.Password = strings.TrimSuffix(o.Password, "\r")
		if err == nil && o.Password == "" {
			err = fmt.Errorf("--password-file %s: its first line is empty", f.PasswordFile)
		}

	default:
		o.Password = env(f.PasswordEnv)
	}

	return o, err
}
