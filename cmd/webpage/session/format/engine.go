// Package format has the names and choices for the forms of files: engines, framings and
// containers. It also parses bytes and keys that a user enters.
package format

import (
	"slices"

	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/variant"
)

// An Engine is a dialect and a precision in which a file can be read and written.
type Engine struct {
	Dialect   *variant.Dialect
	Precision variant.Precision
	versions  string
}

// engines are the engines that the page knows, from the newest to the oldest.
var engines = []Engine{
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

// Name returns the name that identifies the engine in calls from the page, such as godot4 or
// godot4-double.
func (e Engine) Name() string {
	name := probe.EngineName(e.Dialect)
	if e.Precision == variant.Double {
		name += doubleSuffix
	}
	return name
}

// Label returns the name that the page shows for the engine.
func (e Engine) Label() string {
	if e.Precision == variant.Double {
		return e.versions + ", double precision"
	}
	return e.versions
}

// EngineByName returns the engine whose method Name returns this name.
func EngineByName(name string) (Engine, bool) {
	i := slices.IndexFunc(engines, func(e Engine) bool { return e.Name() == name })
	return engines[max(i, 0)], i >= 0
}

// EngineOf returns the engine of a dialect. Every dialect that package document detects has an
// engine.
func EngineOf(d *variant.Dialect, p variant.Precision) Engine {
	return engines[slices.IndexFunc(engines, func(e Engine) bool {
		return e.Dialect == d && e.Precision == p
	})]
}
