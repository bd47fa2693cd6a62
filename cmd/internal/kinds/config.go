package kinds

import (
	"errors"
	"fmt"
	"slices"

	"godotvariant/cmd/internal/document"
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
	d := o.Dialect
	if d == nil {
		d = codec.Godot4
	}

	f, err := configfile.Parse(string(data), Codec(d))
	if err != nil {
		return nil, nil, err
	}

	if o.Dialect == nil {
		if named := Engine(f); named != nil {
			d = named
			f, err = configfile.Parse(string(data), Codec(d))
		}
	}

	if err != nil {
		return nil, nil, err
	}

	body := newSettings(f, func() ([]byte, error) { return []byte(f.String()), nil })
	body.found = f.Scan
	return body, d, nil
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
	file  *configfile.File
	write func() ([]byte, error)
	found func() []resource.Finding

	read variant.Dictionary // root of the file
	root variant.Dictionary // root of the new file
}

func newSettings(f *configfile.File, write func() ([]byte, error)) *settings {
	s := &settings{file: f, write: write}

	for _, section := range f.Sections() {
		s.read.Pairs = append(s.read.Pairs, variant.Pair{
			Key: variant.String(section), Value: sectionOf(f, section),
		})
	}

	s.root = s.read
	return s
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
func (s *settings) Changed() bool { return !variant.Equal(s.read, s.root) }

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

// Bytes implements document.Body. It rewrites only the keys whose values have changed.
func (s *settings) Bytes() ([]byte, error) {
	for _, p := range s.read.Pairs {
		name := string(p.Key.(variant.String))
		now, ok := section(s.root, p.Key)
		if !ok {
			s.file.DeleteSection(name)
			continue
		}

		if err := s.rename(name, p.Value.(variant.Dictionary), now); err != nil {
			return nil, err
		}

		for _, key := range s.file.Keys(name) {
			if _, ok := value(now, variant.String(key)); !ok {
				s.file.Delete(name, key)
			}
		}
	}

	for _, p := range s.root.Pairs {
		if err := s.set(string(p.Key.(variant.String)), p.Value.(variant.Dictionary)); err != nil {
			return nil, err
		}
	}

	return s.write()
}

// rename renames each key of a section that has another name at the same place, and the same value.
func (s *settings) rename(name string, was, now variant.Dictionary) error {
	olds := was.Pairs
	for _, p := range now.Pairs {
		if _, stays := value(was, p.Key); !stays {
			if len(olds) > 0 && isGone(olds[0], now) && variant.Equal(olds[0].Value, p.Value) {
				err := s.file.Rename(name, textOf(olds[0].Key), textOf(p.Key))
				if err != nil {
					return err
				}
				olds = olds[1:]
			}
			continue
		}

		for len(olds) > 0 && isGone(olds[0], now) {
			olds = olds[1:]
		}
		olds = olds[min(1, len(olds)):]
	}

	return nil
}

// isGone reports whether a key of a section is missing in the new section.
func isGone(old variant.Pair, now variant.Dictionary) bool {
	_, stays := value(now, old.Key)
	return !stays
}

// set sets the changed values of a section. A new key gets its place in front of the key that
// follows it.
func (s *settings) set(name string, now variant.Dictionary) error {
	before := ""
	for _, p := range slices.Backward(now.Pairs) {
		key := textOf(p.Key)
		old, ok := s.file.Get(name, key)

		if !ok || !variant.Equal(old, p.Value) {
			if err := s.file.SetBefore(name, key, before, p.Value); err != nil {
				return fmt.Errorf("[%s]: %w", name, err)
			}
		}
		before = key
	}

	return nil
}

// textOf returns the text of a key, which is a String.
func textOf(key variant.Variant) string { return string(key.(variant.String)) }

func section(d variant.Dictionary, key variant.Variant) (variant.Dictionary, bool) {
	v, ok := value(d, key)
	found, _ := v.(variant.Dictionary)

	return found, ok
}

func value(d variant.Dictionary, key variant.Variant) (variant.Variant, bool) {
	for _, p := range d.Pairs {
		if p.Key == key { // both keys are of type variant.String
			return p.Value, true
		}
	}

	return nil, false
}
