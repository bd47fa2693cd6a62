package kinds

import (
	"errors"
	"fmt"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/resource"
	"godotvariant/variant"
)

// Project is the name of the kind for project.binary.
const Project = "project.binary"

func project() document.Kind {
	return document.Kind{Name: Project, Read: readProject}
}

// IsProject reports whether a file is a project.binary.
func IsProject(data []byte) bool { return probe.Is(Project, data) }

func readProject(data []byte, o document.Options) (document.Body, *variant.Dialect, error) {
	f, d, err := decodeProject(data, o.Dialect)
	if err != nil {
		return nil, nil, err
	}

	body := newSettings(f)
	body.again = func() (*configfile.File, error) {
		return configfile.DecodeProject(data, Codec(d))
	}
	body.write = func(f *configfile.File) ([]byte, error) { return f.AppendProject(nil) }
	body.found = func() []resource.Finding { return scanProject(data, d) }
	return body, d, nil
}

// scanProject returns the findings of a project.binary. If it can't be read to its end, the error
// is a finding, too.
func scanProject(data []byte, d *variant.Dialect) []resource.Finding {
	found, err := configfile.ScanBinary(data, Codec(d))
	if err != nil {
		found = append(found, resource.Finding{Kind: resource.UnclearText, Path: "$",
			Text: err.Error()})
	}
	return found
}

// projectEngines are the engines to try for a project.binary.
var projectEngines = []*variant.Dialect{codec.Godot4, codec.Godot3}

// decodeProject reads a project.binary and returns its engine. If the argument engine is nil, it
// tries all engines.
func decodeProject(
	data []byte, engine *variant.Dialect,
) (found *configfile.File, of *variant.Dialect, err error) {
	engines := projectEngines

	if engine != nil {
		engines = []*variant.Dialect{engine}
	}

	var failed error
	for _, d := range engines {
		f, err := configfile.DecodeProject(data, Codec(d))

		switch {
		case err != nil && (failed == nil || offset(err) > offset(failed)):
			failed = fmt.Errorf("engine %s: %w", probe.EngineName(d), err)
		case err != nil:

		case found != nil:
			return nil, nil, fmt.Errorf("%w: %s and %s can read it; --engine names the right one",
				document.ErrTie, probe.EngineName(of), probe.EngineName(d))

		default:
			found = f
			of = d
		}
	}

	if found == nil {
		return nil, nil, failed
	}

	return found, of, nil
}

// offset returns the offset of an error, which is the number of bytes that were read without an
// error.
func offset(err error) int {
	var e *variant.Error
	if errors.As(err, &e) {
		return e.Offset
	}

	return 0
}
