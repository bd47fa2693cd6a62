// Package program writes program texts for a file: GDScript that reads it, Go types of its values,
// and their JSON Schema.
package program

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/values"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A Script has the data for a GDScript function that reads a file.
type Script struct {
	Name      string // name of the file
	Doc       *document.Document
	Container savefile.Info   // the container of the file
	Keyed     bool            // the file is encrypted with a key, not with a password
	Value     variant.Variant // the root
}

// Text returns the function.
func (s Script) Text() string {
	var b strings.Builder
	file := strconv.Quote("user://" + s.Name)

	if s.Doc.Kind == "config" && s.Container.Container == savefile.Plain {
		fmt.Fprintf(&b, "func load_save() -> ConfigFile:\n\tvar config := ConfigFile.new()\n"+
			"\tif config.load(%s) != OK:\n\t\tpush_error(\"can't be read\")\n", file)
		for _, p := range sectionKeys(s.Value) {
			fmt.Fprintf(&b, "\tvar %s = config.get_value(%q, %q)\n", nameOf(p[1]), p[0], p[1])
		}
		return b.String() + "\treturn config\n"
	}

	result := "Variant"
	if s.Doc.Single() {
		result = scriptType(s.Value)
	}

	four := s.four()

	if four {
		fmt.Fprintf(&b, "func load_save() -> %s:\n", result)
		fmt.Fprintf(&b, "\tvar file := %s\n", s.openCall(file))
		b.WriteString("\tif file == null:\n" +
			"\t\tpush_error(error_string(FileAccess.get_open_error()))\n" +
			"\t\treturn " + zeroOf(result) + "\n")
	} else {
		b.WriteString("func load_save():\n\tvar file = File.new()\n")
		fmt.Fprintf(&b, "\tif %s != OK:\n\t\tpush_error(\"can't be opened\")\n\t\treturn null\n",
			s.openCall(file))
	}

	s.scriptValues(&b, four)
	return b.String()
}

// four reports whether the script is for Godot 4.
func (s Script) four() bool { return s.Doc.Dialect().Family() == dialect.FamilyGodot4 }

// openCall returns the call that opens the container.
func (s Script) openCall(name string) string {
	mode := "FileAccess.READ"
	object := "FileAccess."
	if !s.four() {
		mode = "File.READ"
		object = "file."
	}

	switch {
	case s.Container.Container == savefile.Compressed:
		constant := map[savefile.Compression]string{
			savefile.FastLZ: "FASTLZ", savefile.Deflate: "DEFLATE", savefile.Zstandard: "ZSTD",
			savefile.Gzip: "GZIP",
		}[s.Container.Compression]
		prefix := strings.TrimSuffix(mode, "READ")
		return object + "open_compressed(" + name + ", " + mode + ", " + prefix + "COMPRESSION_" +
			constant + ")"
	case s.Container.Container.Encrypted() && s.Keyed:
		return object + "open_encrypted(" + name + ", " + mode + ", KEY)"
	case s.Container.Container.Encrypted():
		return object + "open_encrypted_with_pass(" + name + ", " + mode + ", \"PASSWORD\")"
	}
	return object + "open(" + name + ", " + mode + ")"
}

// scriptValues writes the lines that read the values.
func (s Script) scriptValues(b *strings.Builder, four bool) {
	objects := ""
	if hasObjects(s.Value) {
		objects = "true"
		b.WriteString("\t# true runs the scripts of objects: only for files that you trust\n")
	}

	switch {
	case s.Doc.Kind == "json" && four:
		b.WriteString("\treturn JSON.parse_string(file.get_as_text())\n")
		return
	case s.Doc.Kind == "json":
		b.WriteString("\treturn JSON.parse(file.get_as_text()).result\n")
		return
	case s.Doc.Kind != "":
		b.WriteString("\treturn file.get_as_text()\n")
		return
	}

	switch s.Doc.Framing {
	case frame.None:
		call := "bytes_to_var(file.get_buffer(file.get_length()))"
		switch {
		case four && objects != "":
			call = "bytes_to_var_with_objects(file.get_buffer(file.get_length()))"
		case !four && objects != "":
			call = "bytes2var(file.get_buffer(file.get_len()), true)"
		case !four:
			call = "bytes2var(file.get_buffer(file.get_len()))"
		}
		fmt.Fprintf(b, "\tvar save = %s\n", call)
	case frame.U32BE:
		b.WriteString("\tfile.big_endian = true\n")
		fallthrough
	default:
		fmt.Fprintf(b, "\tvar save = %s\n", s.getVars(objects))
	}

	d, ok := s.Value.(variant.Dictionary)
	if ok {
		const most = 40
		for _, p := range d.Pairs[:min(len(d.Pairs), most)] {
			key, named := p.Key.(variant.String)
			if !named {
				continue
			}
			kind := ""
			if four {
				kind = ": " + scriptType(p.Value)
			}
			fmt.Fprintf(b, "\tvar %s%s = save[%s]\n", nameOf(string(key)), kind, variant.Text(key))
		}
	}
	b.WriteString("\treturn save\n")
}

// getVars returns the calls that read the first 20 records.
func (s Script) getVars(objects string) string {
	call := "file.get_var(" + objects + ")"
	if s.Doc.Single() {
		return call
	}
	return "[" + strings.Repeat(call+", ", min(len(s.Doc.Records), 20)-1) + call + "]"
}

func hasObjects(v variant.Variant) bool {
	if v.Type() == variant.TypeObject {
		return true
	}

	p := values.Of(v)
	if _, container := v.(variant.Container); !container {
		return false
	}
	for i := range p.N {
		if hasObjects(p.At(i).Value) {
			return true
		}
	}
	return false
}

// sectionKeys returns the sections of a ConfigFile with their keys.
func sectionKeys(v variant.Variant) (list [][2]string) {
	d, _ := v.(variant.Dictionary)
	for _, section := range d.Pairs {
		keys, _ := section.Value.(variant.Dictionary)
		for _, p := range keys.Pairs {
			list = append(list, [2]string{look.Plain(section.Key), look.Plain(p.Key)})
		}
	}
	return list
}

// scriptType returns the type of a value in a declaration.
func scriptType(v variant.Variant) string {
	if v.Type() == variant.TypeNil || v.Type() == variant.TypeObject {
		return "Variant"
	}
	return values.TypeOf(v)
}

// zeroOf returns the zero of a type in GDScript.
func zeroOf(name string) string {
	before, _, _ := strings.Cut(name, "[")
	return cmp.Or(values.ZeroText(before), "null")
}

// nameOf returns a key as the name of a variable.
func nameOf(key string) string {
	name := strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, key)

	if name == "" || unicode.IsDigit(rune(name[0])) || name == "file" || name == "save" {
		return "_" + name
	}
	return name
}
