package kinds

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/resource"
	"godotvariant/variant"
)

// Config is the name of the kind for ConfigFile, project.godot and .import files.
const Config = "config"

// config returns the kind for files in the text form of ConfigFile.
func config() document.Kind {
	return document.Kind{Name: Config, Read: readConfig}
}

// readConfig parses the text of a ConfigFile.
func readConfig(data []byte, o document.Options) (document.Body, *variant.Dialect, error) {
	text := string(data)
	d := o.Dialect
	if d == nil {
		d = codec.Godot4
	}

	f, err := configfile.Parse(text, Codec(d))
	if err != nil {
		return nil, nil, err
	}

	if o.Dialect == nil {
		if named := Engine(f); named != nil {
			d = named
			f, err = configfile.Parse(text, Codec(d))
		}
	}

	if err != nil {
		return nil, nil, err
	}

	body := newSettings(f)
	body.again = func() (*configfile.File, error) { return configfile.Parse(text, Codec(d)) }
	body.write = func(f *configfile.File) ([]byte, error) { return []byte(f.String()), nil }
	body.found = f.Scan
	body.marked = probe.IsMarked(data)
	return body, d, nil
}

// IsMarked reports whether a body belongs to a ConfigFile with a byte order mark. Engines read the
// mark, and the headings before the first key, as a part of this key.
func IsMarked(b document.Body) bool {
	s, ok := b.(*settings)
	return ok && s.marked
}

// configVersions has the engine for each config_version of project.godot.
var configVersions = map[variant.Int]*variant.Dialect{
	5: codec.Godot4, 4: codec.Godot3, 3: codec.Godot30,
}

// Engine returns the engine that wrote the config_version of a project.godot, or nil.
func Engine(f *configfile.File) *variant.Dialect {
	v, _ := f.Get("", "config_version")
	version, _ := v.(variant.Int)

	return configVersions[version]
}

// Codec returns the codec for the settings of an engine, in text and in a project.binary.
func Codec(d *variant.Dialect) *codec.Codec {
	return codec.MustNew(codec.Options{Dialect: d, FullObjects: true})
}

// settings is the Body of a ConfigFile and of a project.binary.
type settings struct {
	again func() (*configfile.File, error) // reads the old file again, to change it
	write func(f *configfile.File) ([]byte, error)
	found func() []resource.Finding

	marked bool // the text begins with a byte order mark

	read variant.Dictionary // root of the file
	root variant.Dictionary // root of the new file
}

func newSettings(f *configfile.File) *settings {
	s := &settings{}

	for _, section := range f.Sections() {
		s.read.Pairs = append(s.read.Pairs, variant.Pair{
			Key: variant.String(section), Value: sectionOf(f, section),
		})
	}

	s.root = s.read
	return s
}

// File returns the settings of a ConfigFile or a project.binary, as they were read.
func File(b document.Body) (*configfile.File, error) {
	if s, ok := b.(*settings); ok {
		return s.again()
	}
	return nil, errors.New("it is neither a ConfigFile nor a project.binary")
}

func sectionOf(f *configfile.File, section string) variant.Dictionary {
	var d variant.Dictionary
	for _, key := range f.Keys(section) {
		v, _ := f.Get(section, key)
		d.Pairs = append(d.Pairs, variant.Pair{Key: variant.String(key), Value: v})
	}

	return d
}

// Scan implements Scanner.
func (s *settings) Scan() []resource.Finding { return s.found() }

// Root implements document.Body.
func (s *settings) Root() variant.Variant { return s.root }

// Changed implements document.Body.
func (s *settings) Changed() bool { return !values.Same(s.read, s.root) }

var errSections = errors.New("a ConfigFile has sections, and they have text keys: " +
	"section.key=value")

// SetRoot implements document.Body.
func (s *settings) SetRoot(v variant.Variant) error {
	root, ok := v.(variant.Dictionary)
	if !ok {
		return errSections
	}

	for _, p := range root.Pairs {
		_, named := p.Key.(variant.String)
		section, ok := p.Value.(variant.Dictionary)
		if !ok || !named {
			return errSections
		}

		for _, p := range section.Pairs {
			if _, named := p.Key.(variant.String); !named {
				return errSections
			}
		}
	}

	s.root = root
	return nil
}

// Bytes implements document.Body. It rewrites only the headings and keys whose names have changed,
// and the keys whose values have changed.
func (s *settings) Bytes() ([]byte, error) {
	f, err := s.again()
	if err != nil {
		return nil, err
	}

	old := byKey(s.read)
	for from, to := range renamed(s.read, s.root, isSameSection) {
		if from == "" {
			continue // the first section has no heading
		}
		if err := f.RenameSection(from, to); err != nil {
			return nil, err
		}
		rename(old, from, to)
	}

	now := byKey(s.root)
	for _, name := range f.Sections() {
		if _, stays := now[variant.String(name)]; !stays {
			f.DeleteSection(name)
		}
	}

	for _, p := range s.root.Pairs {
		was, _ := old[p.Key].(variant.Dictionary)
		if err := rewrite(f, textOf(p.Key), was, p.Value.(variant.Dictionary)); err != nil {
			return nil, err
		}
	}

	return s.write(f)
}

// rewrite changes a section of a file. The argument before has the keys and values that were read,
// and the argument after has those that the section gets.
func rewrite(f *configfile.File, name string, before, after variant.Dictionary) error {
	if values.Same(before, after) {
		return nil
	}

	old := byKey(before)
	for from, to := range renamed(before, after, values.Same) {
		if err := f.Rename(name, from, to); err != nil {
			return err
		}
		rename(old, from, to)
	}

	keys := byKey(after)
	for _, key := range f.Keys(name) {
		if _, stays := keys[variant.String(key)]; !stays {
			f.Delete(name, key)
		}
	}

	// Each new key is added in front of the key that comes next in the new Dictionary.
	next := ""
	for _, p := range slices.Backward(after.Pairs) {
		key := textOf(p.Key)
		v, ok := old[p.Key]

		if !ok || !values.Same(v, p.Value) {
			if err := f.SetBefore(name, key, next, p.Value); err != nil {
				return fmt.Errorf("[%s]: %w", name, err)
			}
		}
		next = key
	}

	return nil
}

// renamed iterates over the old and new names of renamed parts. A new part counts as a renamed one
// if it has the position of an old part whose name is gone, and isSame returns true for the values
// of both parts.
func renamed(
	was, now variant.Dictionary, isSame func(old, new variant.Variant) bool,
) iter.Seq2[string, string] {
	return func(yield func(old, to string) bool) {
		before, after := byKey(was), byKey(now)
		isGone := func(old variant.Pair) bool {
			_, stays := after[old.Key]
			return !stays
		}

		olds := was.Pairs
		for _, p := range now.Pairs {
			if _, stays := before[p.Key]; !stays {
				if len(olds) > 0 && isGone(olds[0]) && isSame(olds[0].Value, p.Value) {
					if !yield(textOf(olds[0].Key), textOf(p.Key)) {
						return
					}
					olds = olds[1:]
				}
				continue
			}

			for len(olds) > 0 && isGone(olds[0]) {
				olds = olds[1:]
			}
			olds = olds[min(1, len(olds)):]
		}
	}
}

// isSameSection reports whether two sections are equal, or have a common key with the same value.
func isSameSection(old, now variant.Variant) bool {
	was := byKey(old.(variant.Dictionary))
	for _, p := range now.(variant.Dictionary).Pairs {
		if v, ok := was[p.Key]; ok && values.Same(v, p.Value) {
			return true
		}
	}

	return values.Same(old, now)
}

// textOf returns the text of a key, which is a String.
func textOf(key variant.Variant) string { return string(key.(variant.String)) }

// byKey returns the values of a Dictionary by their keys, which are Strings.
func byKey(d variant.Dictionary) map[variant.Variant]variant.Variant {
	found := make(map[variant.Variant]variant.Variant, len(d.Pairs))
	for _, p := range d.Pairs {
		found[p.Key] = p.Value
	}
	return found
}

// rename gives a value another key.
func rename(byKey map[variant.Variant]variant.Variant, from, to string) {
	byKey[variant.String(to)] = byKey[variant.String(from)]
	delete(byKey, variant.String(from))
}
