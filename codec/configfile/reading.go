package configfile

import (
	"godotvariant/codec/internal/compiled"
	"godotvariant/codec/internal/parse"
	"godotvariant/codec/internal/print"
)

// A watcher is called for each object that an engine makes, and each file that it loads, while it
// reads the value of a key.
type watcher func(section, key string, m parse.Made)

// A reading has the rules for reading a text.
type reading struct {
	rules  *parse.Rules
	godot3 bool    // read names and strings as Godot 3 reads them
	watch  watcher // nil if nobody watches
}

// reading returns the rules for reading the text of f, as the codec of f requires.
func (f *File) reading() reading {
	r := (*compiled.Codec)(f.codec).Rules()
	return reading{rules: &r.Parse, godot3: print.Godot3(r.Format)}
}
