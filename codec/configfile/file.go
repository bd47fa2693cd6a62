package configfile

import (
	"iter"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// A File is the text of a ConfigFile, and its values. The zero File is empty, and has the codec of
// codec.Options{}. It is not safe for concurrent use while it changes.
//
// As in engines, a file may have a section more than once, and a section may have a key more than
// once. Get finds the last value of a key, Set changes this value, and Delete removes all values.
type File struct {
	// Form is the form in which Set writes a value: text.VarToStr, the zero value, or
	// text.Lossless. If Form is text.Str, Set fails, because that text can't be read back.
	Form text.Form

	codec    *codec.Codec
	sections []*section // the first section has no heading, and may be empty
	byName   map[string][]*section
	index    map[name]*item
}

// A name is the section and the key of an item.
type name struct{ section, key string }

// A section is a part of the text: its head, and then its items.
type section struct {
	name  string
	head  string // [name], and the text up to the first item
	items []*item
}

// An item is a key with its value, as a part of the text: its head, the text of its value, and the
// text after the value.
type item struct {
	key   string
	head  string // the key and the "=", as they were written
	text  string // text of the value
	after string // text up to the next item or section
	value variant.Variant
}

// New returns an empty File. The engine of the codec decides the rules for names and for the text
// that Set writes. A nil codec means the codec of codec.Options{}: Godot 4 in single precision.
func New(c *codec.Codec) *File {
	f := &File{codec: c}
	f.init()
	return f
}

func (f *File) init() {
	if f.sections == nil {
		f.byName = map[string][]*section{}
		f.index = map[name]*item{}
		f.append(new(section))
	}
}

// append adds a section to the end of the file.
func (f *File) append(s *section) {
	f.sections = append(f.sections, s)
	f.byName[s.name] = append(f.byName[s.name], s)
}

// String returns the text of the file. Unchanged parts keep their bytes.
func (f *File) String() string {
	n := 0
	for part := range f.parts() {
		n += len(part)
	}

	var b strings.Builder
	b.Grow(n)
	for part := range f.parts() {
		b.WriteString(part)
	}

	return b.String()
}

// parts iterates over the parts of the text.
func (f *File) parts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range f.sections {
			if !yield(s.head) {
				return
			}
			for _, i := range s.items {
				if !yield(i.head) || !yield(i.text) || !yield(i.after) {
					return
				}
			}
		}
	}
}

// Get returns the value of a key, and whether the key exists. Keys in front of all sections are in
// the section "". Godot: ConfigFile.get_value.
func (f *File) Get(section, key string) (variant.Variant, bool) {
	if i := f.index[name{section, key}]; i != nil {
		return i.value, true
	}
	return nil, false
}

// Sections returns the names of the sections in the order of the file, without repetitions. The
// name "" is included if there are keys in front of all sections. Godot: ConfigFile.get_sections.
func (f *File) Sections() []string {
	var names []string
	seen := map[string]bool{}
	for n, s := range f.sections {
		if !seen[s.name] && (n > 0 || len(s.items) > 0) {
			names = append(names, s.name)
			seen[s.name] = true
		}
	}

	return names
}

// Keys returns the keys of a section in the order of the file, without repetitions. Godot:
// ConfigFile.get_section_keys.
func (f *File) Keys(section string) []string {
	var names []string
	seen := map[string]bool{}
	for _, s := range f.byName[section] {
		for _, i := range s.items {
			if !seen[i.key] {
				names = append(names, i.key)
				seen[i.key] = true
			}
		}
	}

	return names
}

// keep appends an item to a section, and adds it to the index of the file.
func (f *File) keep(s *section, i *item) {
	s.items = append(s.items, i)
	f.index[name{s.name, i.key}] = i
}

// end returns a pointer to the last part of the text.
func (f *File) end() *string {
	s := f.sections[len(f.sections)-1]
	if len(s.items) > 0 {
		return &s.items[len(s.items)-1].after
	}
	return &s.head
}

// newline returns the line break of the file, which is the line break after its first line.
func (f *File) newline() string {
	for _, s := range f.sections {
		texts := []string{s.head}
		if len(s.items) > 0 {
			texts = append(texts, s.items[0].after)
		}

		for _, text := range texts {
			line, _, ok := strings.Cut(text, "\n")
			switch {
			case ok && strings.HasSuffix(line, "\r"):
				return "\r\n"
			case ok:
				return "\n"
			}
		}

		if len(s.items) > 0 {
			break // a search of all sections would be slow in a file of one long line
		}
	}

	return "\n"
}
