package configfile

import (
	"strings"

	"godotvariant/codec/text"
	"godotvariant/variant"
)

// Options say how the values of a [File] are read and written. The zero value suits Godot 4.
type Options struct {
	// Parse says what Parse takes. Its MaxSize is that of the file.
	Parse text.ParseOptions
	// Format says how Set writes a value. Str is ignored.
	Format text.Options
}

// A File is the text of a ConfigFile, and its values. The zero File is empty. It is not safe for
// concurrent use while it changes.
//
// A section may come more than once, and so may a key, as in engines: Get finds the last value,
// Set changes it, and Delete removes all.
type File struct {
	options  Options
	sections []*section // the first has no name in brackets, and may be empty
	byName   map[string][]*section
	index    map[place]*item
}

// A place is the section and the key of an item.
type place struct{ section, key string }

// A section is a part of the text: head and then the items.
type section struct {
	name  string
	head  string // [name], and all that comes before the first item
	items []*item
}

// An item is a part of the text: head, text and after.
type item struct {
	key   string
	head  string // the key and the "=", as they were written
	text  string // of the value
	after string // all up to the next item or section
	value variant.Variant
}

// New returns an empty File.
func New(o Options) *File {
	f := &File{options: o}
	f.init()
	return f
}

func (f *File) init() {
	if f.sections == nil {
		f.byName = map[string][]*section{}
		f.index = map[place]*item{}
		f.append(new(section))
	}
}

// append adds a section to the end of the file.
func (f *File) append(s *section) {
	f.sections = append(f.sections, s)
	f.byName[s.name] = append(f.byName[s.name], s)
}

// String returns the text of the file. What was not changed is as it was, byte for byte.
func (f *File) String() string {
	var b strings.Builder
	for _, s := range f.sections {
		b.WriteString(s.head)
		for _, i := range s.items {
			b.WriteString(i.head)
			b.WriteString(i.text)
			b.WriteString(i.after)
		}
	}

	return b.String()
}

// Get returns the value of a key, and whether there is one. The section of keys in front of all
// sections is "". Godot: ConfigFile.get_value.
func (f *File) Get(section, key string) (variant.Variant, bool) {
	if i := f.index[place{section, key}]; i != nil {
		return i.value, true
	}
	return nil, false
}

// Sections returns the names of the sections in order, each once, "" among them if it has keys.
// Godot: ConfigFile.get_sections.
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

// Keys returns the keys of a section in order, each once. Godot: ConfigFile.get_section_keys.
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

// Set sets the value of a key. The value of a key that exists is written in its place; a new key
// becomes the last of its section, and a new section the last of the file. Unlike
// ConfigFile.set_value it writes a Nil as null.
//
// The error is an [*variant.Error] with Op format: that of [text.Format], or variant.ErrUnsupported
// for a name or a value whose text would not be read back. Nothing has changed then.
func (f *File) Set(section, key string, v variant.Variant) error {
	f.init()
	written, err := f.format(section, key, v)
	if err != nil {
		return err
	}

	if i := f.index[place{section, key}]; i != nil {
		i.text = written
		i.value = v
		if i.after == "" && f.end() != &i.after { // a="x"e5=1: the 1 of a=1 would go on with e5
			i.after = f.newline()
		}
		return nil
	}

	f.add(f.open(section), &item{key: key, head: encodeKey(key) + "=", text: written, value: v})
	return nil
}

// format returns the text of a value, and checks that it and the names can be read.
func (f *File) format(section, key string, v variant.Variant) (string, error) {
	if v == nil {
		v = variant.Nil{}
	}

	o := f.options.Format
	o.Str = false

	written, err := text.Format(v, o)
	if err == nil {
		all := File{options: Options{Parse: text.ParseOptions{Objects: true,
			Types: f.options.Parse.Types}}}
		head := encodeSection(section) + "\n"

		if section == "" {
			head = ""
		}

		if all.parse(head+encodeKey(key)+"="+written) != nil || len(all.index) != 1 ||
			all.index[place{section, key}] == nil {
			err = variant.NewError("format", nil, v, variant.Because(variant.ErrUnsupported,
				"a ConfigFile can't hold it, or not under this name"))
		}
	}

	if err != nil {
		return "", inside(err, section, key)
	}

	return written, nil
}

// inside puts the section and the key in front of the path of a variant.Error.
func inside(err error, section, key string) error {
	if e, ok := err.(*variant.Error); ok {
		e.Path = pathOf(section, key) + strings.TrimPrefix(e.Path, "$")
	}
	return err
}

// pathOf returns the path to a key, as in an error.
func pathOf(section, key string) string {
	return variant.NewError("format", []variant.Step{keyStep(section), keyStep(key)}, nil, nil).Path
}

func keyStep(name string) variant.Step {
	return variant.Step{Kind: variant.StepKey, Key: variant.String(name)}
}

// open returns the last section of a name, which it adds to the file if there is none.
func (f *File) open(name string) *section {
	if all := f.byName[name]; len(all) > 0 {
		return all[len(all)-1]
	}

	newline := f.newline()
	s := &section{name: name, head: encodeSection(name) + newline + newline}

	if end := f.end(); *end != "" || len(f.sections) > 1 || len(f.sections[0].items) > 0 {
		if !strings.HasSuffix(*end, "\n") {
			*end += newline
		}
		if !strings.HasSuffix(*end, newline+newline) {
			*end += newline
		}
	}

	f.append(s)
	return s
}

// end returns the last piece of the text.
func (f *File) end() *string {
	s := f.sections[len(f.sections)-1]
	if len(s.items) > 0 {
		return &s.items[len(s.items)-1].after
	}
	return &s.head
}

// closed returns s with a line break at its end, unless it is empty.
func closed(s, newline string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + newline
}

// newline returns the line break of the file, which is that of its first line.
func (f *File) newline() string {
	for _, s := range f.sections {
		if before, _, ok := strings.Cut(s.head, "\n"); ok && strings.HasSuffix(before, "\r") {
			return "\r\n"
		} else if ok {
			break
		}

		if len(s.items) > 0 {
			if before, _, ok := strings.Cut(s.items[0].after, "\n"); ok &&
				strings.HasSuffix(before, "\r") {
				return "\r\n"
			}
			break
		}
	}

	return "\n"
}

// add appends a new item to a section: to its last line with a key, or else to its end.
func (f *File) add(s *section, i *item) {
	newline := f.newline()
	i.after = newline

	if n := len(s.items); n > 0 {
		last := s.items[n-1]
		line, rest, _ := strings.Cut(last.after, "\n")
		last.after = line + "\n"

		if line == "" || !strings.HasSuffix(line, "\r") {
			last.after = line + newline
		}

		i.after += rest
	} else {
		s.head = closed(s.head, newline)
		if s != f.sections[len(f.sections)-1] {
			i.after += newline
		}
	}

	f.keep(s, i)
}

// keep appends an item to a section.
func (f *File) keep(s *section, i *item) {
	s.items = append(s.items, i)
	f.index[place{s.name, i.key}] = i
}

// Delete removes a key and its line, and reports whether there was one. A comment behind the value
// stays. Godot: ConfigFile.erase_section_key.
func (f *File) Delete(section, key string) bool {
	if f.index[place{section, key}] == nil {
		return false
	}

	delete(f.index, place{section, key})

	for _, s := range f.byName[section] {
		end, kept := &s.head, s.items[:0]
		text, alone := []byte(s.head), atLineStart(true, s.head)
		for _, i := range s.items {
			line, rest, ok := strings.Cut(i.after, "\n")
			switch {
			case i.key != key:
				*end = string(text)
				end, kept = &i.after, append(kept, i)
				text = nil
				alone = false

			case alone && ok && strings.TrimSpace(line) == "":
				i.after = rest
			case len(text) == 0 && i.after == "":
				i.after = f.newline() // between what stood in front of the key and behind its value
			}

			text = append(text, i.after...)
			alone = atLineStart(alone, i.after)
		}

		*end = string(text)
		clear(s.items[len(kept):])
		s.items = kept
	}

	return true
}

// atLineStart reports whether nothing but space is between the start of the line and the end of a
// text. before says so of the place in front of it.
func atLineStart(before bool, text string) bool {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		before = true
		text = text[i+1:]
	}
	return before && strings.Trim(text, " \t") == ""
}

// DeleteSection removes a section with all that is in it, comments too, and reports
// whether there was one. Of the section "" it removes the keys. Godot:
// ConfigFile.erase_section.
func (f *File) DeleteSection(name string) bool {
	if len(f.byName[name]) == 0 {
		return false
	}

	found := false
	delete(f.byName, name)

	var kept []*section
	for n, s := range f.sections {
		if s.name != name {
			kept = append(kept, s)
			continue
		}

		found = found || n > 0 || len(s.items) > 0

		for _, i := range s.items {
			delete(f.index, place{name, i.key})
		}

		if n == 0 {
			s.items = nil
			kept = append(kept, s)
			f.byName[name] = []*section{s}
		}
	}

	f.sections = kept
	return found
}

var (
	keyEscapes     = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	sectionEscapes = strings.NewReplacer(`]`, `\]`)
)

// encodeKey returns a key as Godot 4 writes it. Godot: String.property_name_encode.
func encodeKey(key string) string {
	for _, c := range key {
		if c <= ' ' || c >= 0x7F || strings.ContainsRune(`=";[]`, c) {
			return `"` + keyEscapes.Replace(key) + `"`
		}
	}
	return key
}

func encodeSection(name string) string { return "[" + sectionEscapes.Replace(name) + "]" }
