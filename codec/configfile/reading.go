package configfile

import (
	"godotvariant/codec/internal/compiled"
	"godotvariant/codec/internal/parse"
	"godotvariant/codec/internal/print"
)

// A watcher gets what an engine makes while it reads the value of a key.
type watcher func(section, key string, m parse.Made)

// A reading says how a text is read.
type reading struct {
	rules  *parse.Rules
	godot3 bool    // names and strings are read as Godot 3 does
	watch  watcher // nil if the text is only read
}

// reading returns how the text of the file is read.
func (f *File) reading() reading {
	r := (*compiled.Codec)(f.codec).Rules()
	return reading{rules: &r.Parse, godot3: print.Godot3(r.Format)}
}
