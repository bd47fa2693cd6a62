package kinds

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec/resource"
	"godotvariant/variant"
)

// A Scanner is the Body of a file that engines read as a program: they make the objects in it and
// load the files that it names.
type Scanner interface {
	// Scan returns what runs code when a game loads the file.
	Scan() []resource.Finding
}

// The endings of the names by which engines choose how to read a file, and the endings of scripts
// and libraries.
var (
	resourceNames = []string{".tres", ".tscn", ".res", ".scn"}
	configNames   = []string{".cfg", ".godot", ".import", ".remap"}
	codeNames     = []string{".gd", ".gdc", ".gde", ".cs", ".vs", ".gdns", ".gdnlib",
		".gdextension", ".dll", ".so", ".dylib", ".pck"}
)

// ToScan returns the kinds to scan a file as. A file whose name ends as one of a kind has only this
// kind, as in engines, and then what it begins with does not matter. The kind of any other file
// shows in its first bytes. A text that then is no ConfigFile is of no kind.
func ToScan(name string, s Settings) []document.Kind {
	base := strings.ToLower(path.Base(name))
	ending := path.Ext(base)

	switch {
	case base == "project.binary":
		return []document.Kind{certain(project())}
	case slices.Contains(resourceNames, ending):
		return []document.Kind{certain(res(s))}
	case slices.Contains(configNames, ending):
		return []document.Kind{certain(config())}
	case slices.Contains(codeNames, ending):
		return []document.Kind{res(s)}
	}

	return []document.Kind{project(), res(s), perhaps(config())}
}

// certain returns a kind that takes every file.
func certain(k document.Kind) document.Kind {
	k.Is = nil
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

// perhaps returns a kind whose faults are document.ErrUnknown.
func perhaps(k document.Kind) document.Kind {
	read := k.Read

	k.Read = func(data []byte, o document.Options) (document.Body, *variant.Dialect, error) {
		body, dialect, err := read(data, o)
		if err != nil {
			err = fmt.Errorf("%w: %w", document.ErrUnknown, err)
		}
		return body, dialect, err
	}
	return k
}
