package session

import (
	"slices"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// An engine is a dialect and a precision that a file can be read and written in.
type engine struct {
	dialect   *variant.Dialect
	precision variant.Precision
	versions  string
}

// engines are the engines of the page, newest first.
var engines = []engine{
	{codec.Godot4, variant.Single, "Godot 4.4 and later"},
	{codec.Godot4, variant.Double, "Godot 4.4 and later"},
	{codec.Godot43, variant.Single, "Godot 4.3"},
	{codec.Godot43, variant.Double, "Godot 4.3"},
	{codec.Godot40, variant.Single, "Godot 4.0 to 4.2"},
	{codec.Godot40, variant.Double, "Godot 4.0 to 4.2"},
	{codec.Godot3, variant.Single, "Godot 3.1 to 3.6"},
	{codec.Godot30, variant.Single, "Godot 3.0"},
	{codec.Pandemonium5, variant.Single, "Pandemonium 5"},
	{codec.Pandemonium38, variant.Single, "Pandemonium 3.8 to 4.9"},
	{codec.Pandemonium35, variant.Single, "Pandemonium 3.5 to 3.7"},
}

const doubleSuffix = "-double"

// name returns the name of the engine in forms: godot4, godot4-double.
func (e engine) name() string {
	name := document.EngineName(e.dialect)
	if e.precision == variant.Double {
		name += doubleSuffix
	}
	return name
}

// label returns the name that the page shows.
func (e engine) label() string {
	if e.precision == variant.Double {
		return e.versions + ", double precision"
	}
	return e.versions
}

func engineByName(name string) (engine, bool) {
	i := slices.IndexFunc(engines, func(e engine) bool { return e.name() == name })
	return engines[max(i, 0)], i >= 0
}

// engineOf returns the engine of a dialect. Every dialect that document detects has one.
func engineOf(d *variant.Dialect, p variant.Precision) engine {
	return engines[slices.IndexFunc(engines, func(e engine) bool {
		return e.dialect.Name == d.Name && e.precision == p
	})]
}

func engineChoices() (choices []Choice) {
	for _, e := range engines {
		choices = append(choices, Choice{e.name(), e.label()})
	}
	return choices
}

// The names of the containers without compression, in forms.
const (
	same      = "same"
	plain     = "plain"
	encrypted = "encrypted"
)

// compressions are the compressions of written files. No engine writes Brotli.
var compressions = []savefile.Compression{savefile.FastLZ, savefile.Deflate, savefile.Zstandard,
	savefile.Gzip}

// containerChoices returns the choices of a container to write.
func containerChoices(old savefile.Info) []Choice {
	choices := []Choice{{same, "in the same container: " + containerText(old)}, {plain, "plain"}}
	for _, c := range compressions {
		choices = append(choices, Choice{c.String(), "compressed, " + c.String()})
	}
	return append(choices, Choice{encrypted, "encrypted"})
}

// containerName returns the name of a container in forms.
func containerName(i savefile.Info) string {
	switch i.Format {
	case savefile.Compressed:
		return i.Compression.String()
	case savefile.Plain:
		return plain
	default:
		return encrypted
	}
}

// containerText returns the name of a container that the page shows.
func containerText(i savefile.Info) string {
	switch i.Format {
	case savefile.Compressed:
		return "compressed, " + i.Compression.String()
	case savefile.Encrypted3:
		return "encrypted, as Godot 3 does"
	case savefile.Encrypted4:
		return "encrypted, as Godot 4 does"
	default:
		return "plain"
	}
}
