package configfile

import (
	"math"
	"slices"
	"strings"

	"godotvariant/codec/internal/parse"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// Set sets the value of a key. If the key exists, the new value replaces the old text. A new key
// becomes the last key of its section, and a new section becomes the last section of the file.
// Unlike ConfigFile.set_value, Set writes a Nil as null.
//
// The error is an [*variant.Error] with Op format, and then the file has not changed. It is an
// error of [text.Format], or variant.ErrUnsupported for a name or a value that the engine would
// read back as another name or value. The engine may read a number with other digits, but all other
// parts must be equal. For Godot 3 a section with a character beyond U+00FF or a "]" is also
// variant.ErrUnsupported.
func (f *File) Set(section, key string, v variant.Variant) error {
	f.init()
	written, err := f.format(section, key, v)
	if err != nil {
		return err
	}

	if i := f.index[name{section, key}]; i != nil {
		i.text = written
		i.value = v
		// The next key may follow the old value on the same line, as in a="x"e5=1. Without a line
		// break, a new value 1 would change this text to a=1e5=1.
		if i.after == "" && f.end() != &i.after {
			i.after = f.newline()
		}

		return nil
	}

	i := &item{key: key, head: encodeKey(key) + "=", text: written, value: v}
	s := f.lastSection(section)
	f.add(s, len(s.items), i)
	return nil
}

// SetBefore does the same as [File.Set], except for the place of a new key. If the section has the
// key nextKey, SetBefore puts the new key in front of that key, and in front of the comment lines
// above that key. Otherwise the new key becomes the last key of the section, as with Set.
func (f *File) SetBefore(section, key, nextKey string, v variant.Variant) error {
	f.init()
	if f.index[name{section, key}] != nil {
		return f.Set(section, key, v)
	}

	s, at := f.find(section, nextKey)
	if s == nil {
		return f.Set(section, key, v)
	}

	written, err := f.format(section, key, v)
	if err != nil {
		return err
	}

	f.add(s, at, &item{key: key, head: encodeKey(key) + "=", text: written, value: v})
	return nil
}

// find returns the section that has a key, and the index of the first item with this key. If there
// is no such item, the section is nil.
func (f *File) find(section, key string) (s *section, at int) {
	for _, s := range f.byName[section] {
		for at, i := range s.items {
			if i.key == key {
				return s, at
			}
		}
	}
	return nil, 0
}

// Rename gives a key another name. Its value keeps its text and its place. If the section has the
// key more than once, all copies get the new name.
//
// The error is an [*variant.Error] with Op set: variant.ErrNotFound if there is no such key,
// variant.ErrDuplicateKey if the section already has a key with the new name, and
// variant.ErrUnsupported for a name that the engine would read as another name.
func (f *File) Rename(section, key, to string) error {
	f.init()
	i := f.index[name{section, key}]

	var err error
	switch {
	case i == nil:
		err = variant.ErrNotFound
	case to == key:
		return nil
	case f.index[name{section, to}] != nil:
		err = variant.ErrDuplicateKey
	case !f.reads(section, to, variant.Nil{}, "null"):
		err = errName
	}

	if err != nil {
		return variant.NewError(variant.OpSet, pathOf(section, key), nil, err)
	}

	for _, s := range f.byName[section] {
		for _, i := range s.items {
			if i.key == key {
				i.rename(to)
			}
		}
	}

	delete(f.index, name{section, key})
	f.index[name{section, to}] = i
	return nil
}

// rename gives an item another key. The space around the "=" stays.
func (i *item) rename(key string) {
	equals := strings.LastIndexByte(i.head, '=')
	written := strings.TrimRight(i.head[:equals], " \t")
	i.head = encodeKey(key) + i.head[len(written):]
	i.key = key
}

// RenameSection gives a section another name. The section keeps its keys, its comments and its
// place. If the file has the section more than once, all copies get the new name.
//
// The error is an [*variant.Error] with Op set: variant.ErrNotFound if there is no such section,
// variant.ErrDuplicateKey if the file already has a section with the new name, and
// variant.ErrUnsupported for a name that the engine would read as another name. It is also
// variant.ErrUnsupported for the section "", because that section has no heading.
func (f *File) RenameSection(section, to string) error {
	f.init()
	renamed := f.byName[section]
	godot3 := f.reading().godot3

	var err error
	switch {
	case len(renamed) == 0:
		err = variant.ErrNotFound
	case to == section:
		return nil
	case section == "" || to == "":
		err = variant.Because(variant.ErrUnsupported, "a heading needs a name")
	case len(f.byName[to]) > 0:
		err = variant.ErrDuplicateKey
	case !f.reads(to, "key", variant.Nil{}, "null"):
		err = errName
	}

	if err != nil {
		return variant.NewError(variant.OpSet, variant.Path{keyStep(section)}, nil, err)
	}

	for _, s := range renamed {
		end := headingEnd(s.head, 0, godot3)
		s.head = encodeSection(to, godot3) + s.head[end+1:]
		s.name = to

		for _, i := range s.items {
			delete(f.index, name{section, i.key})
			f.index[name{to, i.key}] = i // if a key is repeated, its last item stays in the index
		}
	}

	delete(f.byName, section)
	f.byName[to] = renamed
	return nil
}

// format returns the text of a value. It checks that a file with only this text has exactly this
// value.
func (f *File) format(section, key string, v variant.Variant) (string, error) {
	if v == nil {
		v = variant.Nil{}
	}

	if f.Form == text.Str {
		err := variant.Because(variant.ErrUnsupported, "the form Str can't be read back")
		return "", within(variant.NewError(variant.OpFormat, nil, v, err), section, key)
	}

	written, err := f.Form.Format(v, f.codec)
	if err == nil && !f.reads(section, key, v, written) {
		err = variant.NewError(variant.OpFormat, nil, v, variant.Because(variant.ErrUnsupported,
			"a ConfigFile can't hold it, or not under this name"))
	}

	if err != nil {
		return "", within(err, section, key)
	}

	return written, nil
}

// reads reports whether Parse reads the value v, and nothing else, from a file that has only this
// section, this key and the text of v.
func (f *File) reads(section, key string, v variant.Variant, written string) bool {
	how := f.reading()
	how.rules = &parse.Rules{
		FullObjects: true,
		MaxDepth:    how.rules.MaxDepth,
		MaxSize:     math.MaxInt,
		Types:       how.rules.Types,
	}

	head := ""
	if section != "" {
		head = encodeSection(section, how.godot3) + "\n"
	}

	var alone File
	err := alone.parse(head+encodeKey(key)+"="+written, how)
	i := alone.index[name{section, key}]

	return err == nil && len(alone.index) == 1 && i != nil &&
		sameParts(v, i.value, f.Form, how.godot3)
}

// lastSection returns the last section with the given name. If there is none, it adds a section
// with this name to the file.
func (f *File) lastSection(name string) *section {
	if all := f.byName[name]; len(all) > 0 {
		return all[len(all)-1]
	}

	newline := f.newline()
	heading := encodeSection(name, f.reading().godot3)
	s := &section{name: name, head: heading + newline + newline}

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

// ended returns s with a line break at its end. It returns an empty s unchanged.
func ended(s, newline string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + newline
}

// add inserts the new item i into a section, at the given index. The new item begins on the line
// after the end of the item before it.
func (f *File) add(s *section, at int, i *item) {
	newline := f.newline()
	i.after = newline

	if at > 0 {
		last := s.items[at-1]
		line, rest, _ := strings.Cut(last.after, "\n")
		last.after = line + "\n"

		if line == "" || !strings.HasSuffix(line, "\r") {
			last.after = line + newline
		}

		i.after += rest
	} else {
		s.head = ended(s.head, newline)

		switch {
		case len(s.items) > 0:
			head := withoutComment(s.head)
			i.after += s.head[len(head):]
			s.head = head
		case s != f.sections[len(f.sections)-1]:
			i.after += newline
		}
	}

	s.items = slices.Insert(s.items, at, i)
	f.index[name{s.name, i.key}] = i
}

// withoutComment removes the comment lines at the end of head, and returns the rest. The argument
// head is the text in front of a key, so these lines are directly above the key.
func withoutComment(head string) string {
	for {
		body := strings.TrimRight(head, " \t")
		body = strings.TrimSuffix(body, "\n")
		start := strings.LastIndexByte(body, '\n') + 1

		if !strings.HasPrefix(strings.TrimLeft(body[start:], " \t"), ";") {
			return head
		}
		head = head[:start]
	}
}

// Delete removes a key and its line, and reports whether the key existed. A comment after the value
// stays. Godot: ConfigFile.erase_section_key.
func (f *File) Delete(section, key string) bool {
	if f.index[name{section, key}] == nil {
		return false
	}

	delete(f.index, name{section, key})

	newline := f.newline()
	for _, s := range f.byName[section] {
		s.remove(key, newline)
	}

	return true
}

// remove removes the items of a key. The text after their values stays.
func (s *section) remove(key, newline string) {
	kept := s.items[:0]
	var g *gap // the gap in front of the next item, if it changes

	for _, i := range s.items {
		if i.key == key {
			if g == nil {
				g = s.gapAfter(len(kept))
			}
			g.join(i.after, newline)
			continue
		}

		g.close()
		g = nil
		kept = append(kept, i)
	}

	g.close()
	clear(s.items[len(kept):])
	s.items = kept
}

// A gap is the text between two items. It includes the text that followed the values of removed
// items.
type gap struct {
	text      []byte
	lineStart bool    // the last line of the gap has only space
	end       *string // the method close stores the text of the gap here
}

// gapAfter returns the gap after the first n items.
func (s *section) gapAfter(n int) *gap {
	g := &gap{lineStart: n == 0, end: &s.head}
	if n > 0 {
		g.end = &s.items[n-1].after
	}

	g.add(*g.end)
	return g
}

// join adds tail to the gap. The argument tail is the text that followed the value of a removed
// item.
func (g *gap) join(tail, newline string) {
	line, rest, ok := strings.Cut(tail, "\n")
	switch {
	case g.lineStart && ok && strings.TrimSpace(line) == "":
		tail = rest // removes the line break, which would make an empty line
	case len(g.text) == 0 && tail == "":
		tail = newline // keeps the items before and after the gap on separate lines
	}

	g.add(tail)
}

// add appends text.
func (g *gap) add(text string) {
	g.text = append(g.text, text...)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		g.lineStart = true
		text = text[i+1:]
	}
	g.lineStart = g.lineStart && strings.Trim(text, " \t") == ""
}

// close stores the text of the gap. It does nothing if g is nil.
func (g *gap) close() {
	if g != nil {
		*g.end = string(g.text)
	}
}

// DeleteSection removes a section with its keys and comments, and reports whether the section
// existed. From the section "" it removes only the keys. Godot: ConfigFile.erase_section.
func (f *File) DeleteSection(section string) bool {
	if len(f.byName[section]) == 0 {
		return false
	}

	found := false
	delete(f.byName, section)

	kept := f.sections[:0:0]
	for n, s := range f.sections {
		if s.name != section {
			kept = append(kept, s)
			continue
		}

		found = found || n > 0 || len(s.items) > 0

		for _, i := range s.items {
			delete(f.index, name{section, i.key})
		}

		if n == 0 {
			s.items = nil
			kept = append(kept, s)
			f.byName[section] = f.sections[:1:1]
		}
	}

	f.sections = kept
	return found
}
