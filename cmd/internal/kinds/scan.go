package kinds

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// A Scanner is the Body of a file that can run code when an engine loads it. The engine creates the
// objects in such a file, and loads the files that it refers to.
type Scanner interface {
	// Scan returns the parts that run code when a game loads the file.
	Scan() []resource.Finding
}

// codeNames are the endings of the names of scripts and libraries.
var codeNames = []string{".gd", ".gdc", ".gde", ".cs", ".vs", ".gdns", ".gdnlib",
	".gdextension", ".dll", ".so", ".dylib", ".pck"}

// ToScan returns the options for scanning a file with a name. If the ending of the name belongs to
// a kind other than JSON, the file is read as this kind, as engines do. Its first bytes do not
// matter, and its container and its layers are not opened. Otherwise the first bytes decide the
// kind, and a text that is neither a resource nor a ConfigFile has no kind.
func ToScan(name string, o document.Options) document.Options {
	s := Settings{Compressors: o.Save.Compressors}

	if k, ok := named(name, s); ok && k.Name != JSON {
		o.Kinds = []document.Kind{certain(k)}
		return AsItIs(o)
	}

	o.Kinds = []document.Kind{project(), res(s)}
	if !slices.Contains(codeNames, strings.ToLower(path.Ext(name))) {
		o.Kinds = append(o.Kinds, perhaps(config()))
	}
	return o
}

// AsItIs returns the options for scanning the bytes of a file unchanged, without opening containers
// or layers.
func AsItIs(o document.Options) document.Options {
	o.Layers = nil
	o.Save.Container = savefile.Plain
	return o
}

// named returns the kind for the ending of a file's name.
func named(name string, s Settings) (document.Kind, bool) {
	all := All(s)
	i := slices.IndexFunc(all, func(k document.Kind) bool { return k.Name == probe.OfName(name) })
	if i < 0 {
		return document.Kind{}, false
	}
	return all[i], true
}

// certain returns a copy of the kind k that accepts every file.
func certain(k document.Kind) document.Kind {
	k.Certain = true
	read := k.Read

	k.Read = func(data []byte, o document.Options) (document.Body, *variant.Dialect, error) {
		body, dialect, err := read(data, o)
		if err != nil {
			err = fmt.Errorf("%w (its name says that it is of the kind %s)", err, k.Name)
		}
		return body, dialect, err
	}
	return k
}

// perhaps returns a copy of the kind k whose function Read wraps each error in probe.ErrUnknown.
func perhaps(k document.Kind) document.Kind {
	read := k.Read

	k.Read = func(data []byte, o document.Options) (document.Body, *variant.Dialect, error) {
		body, dialect, err := read(data, o)
		if err != nil {
			err = fmt.Errorf("%w: %w", probe.ErrUnknown, err)
		}
		return body, dialect, err
	}
	return k
}
