package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// CodeArgs select a program text.
type CodeArgs struct {
	Kind string `json:"kind"` // gdscript, go or schema
	Path string `json:"path"` // of a value; empty: the root
}

// CodeAnswer is a program text.
type CodeAnswer struct {
	Text string `json:"text"`
	Name string `json:"name"` // of a file
}

// Code returns text to copy: GDScript that reads this file, the type of a value in Go, or its JSON
// Schema.
func (f *file) Code(a CodeArgs) (CodeAnswer, error) {
	v := f.value
	if a.Path != "" {
		var err error
		_, _, v, err = f.parsePath(a.Path)
		if err != nil {
			return CodeAnswer{}, err
		}
	}

	switch a.Kind {
	case "gdscript":
		return CodeAnswer{f.script(), "load_save.gd"}, nil
	case "go":
		g := goTypes{names: map[string]bool{}}
		root := g.typeOf(v, "Save")
		return CodeAnswer{g.text(root), "save.go"}, nil
	case "schema":
		schema := schemaOf(v, 0)
		schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
		b, err := json.MarshalIndent(schema, "", "  ")
		return CodeAnswer{string(b), "save.schema.json"}, err
	}

	return CodeAnswer{}, fault("noView", Params{"name": a.Kind})
}

// script returns a function of GDScript that reads the file.
func (f *file) script() string {
	var b strings.Builder
	file := strconv.Quote("user://" + f.source.name)

	if f.doc.Kind == "config" && f.container.Format == savefile.Plain {
		fmt.Fprintf(&b, "func load_save() -> ConfigFile:\n\tvar config := ConfigFile.new()\n"+
			"\tif config.load(%s) != OK:\n\t\tpush_error(\"can't be read\")\n", file)
		for _, p := range sectionKeys(f.value) {
			fmt.Fprintf(&b, "\tvar %s = config.get_value(%q, %q)\n", nameOf(p[1]), p[0], p[1])
		}
		return b.String() + "\treturn config\n"
	}

	result := "Variant"
	if f.doc.Single() {
		result = scriptType(f.value)
	}

	four := f.doc.Dialect().EncryptedCFB

	if four {
		fmt.Fprintf(&b, "func load_save() -> %s:\n", result)
		fmt.Fprintf(&b, "\tvar file := %s\n", f.openCall(file))
		b.WriteString("\tif file == null:\n" +
			"\t\tpush_error(error_string(FileAccess.get_open_error()))\n\t\treturn " + zeroOf(result) + "\n")
	} else {
		b.WriteString("func load_save():\n\tvar file = File.new()\n")
		fmt.Fprintf(&b, "\tif %s != OK:\n\t\tpush_error(\"can't be opened\")\n\t\treturn null\n",
			f.openCall(file))
	}

	f.scriptValues(&b, four)
	return b.String()
}

// openCall returns the call that opens the container.
func (f *file) openCall(name string) string {
	mode := "FileAccess.READ"
	object := "FileAccess."
	if !f.doc.Dialect().EncryptedCFB {
		mode = "File.READ"
		object = "file."
	}

	switch {
	case f.container.Format == savefile.Compressed:
		constant := map[savefile.Compression]string{
			savefile.FastLZ: "FASTLZ", savefile.Deflate: "DEFLATE", savefile.Zstandard: "ZSTD",
			savefile.Gzip: "GZIP",
		}[f.container.Compression]
		prefix := strings.TrimSuffix(mode, "READ")
		return object + "open_compressed(" + name + ", " + mode + ", " + prefix + "COMPRESSION_" +
			constant + ")"
	case f.container.Format.Encrypted() && f.source.save.Key != nil:
		return object + "open_encrypted(" + name + ", " + mode + ", KEY)"
	case f.container.Format.Encrypted():
		return object + "open_encrypted_with_pass(" + name + ", " + mode + ", \"PASSWORD\")"
	}
	return object + "open(" + name + ", " + mode + ")"
}

// scriptValues writes how the values are read.
func (f *file) scriptValues(b *strings.Builder, four bool) {
	objects := ""
	if hasObjects(f.value) {
		objects = "true"
		b.WriteString("\t# true runs the scripts of objects: only for files that you trust\n")
	}

	length := "file.get_length()"
	if !four {
		length = "file.get_len()"
	}

	switch {
	case f.doc.Kind == "json" && four:
		b.WriteString("\treturn JSON.parse_string(file.get_as_text())\n")
		return
	case f.doc.Kind == "json":
		b.WriteString("\treturn JSON.parse(file.get_as_text()).result\n")
		return
	case f.doc.Kind != "":
		b.WriteString("\treturn file.get_as_text()\n")
		return
	}

	switch f.doc.Framing {
	case codec.FrameNone:
		function := "bytes_to_var"
		if four && objects != "" {
			function = "bytes_to_var_with_objects"
		}
		fmt.Fprintf(b, "\tvar save = %s(file.get_buffer(%s))\n", function, length)
	case codec.FrameU32BE:
		b.WriteString("\tfile.big_endian = true\n")
		fallthrough
	default:
		fmt.Fprintf(b, "\tvar save = %s\n", f.getVars(objects))
	}

	d, ok := f.value.(variant.Dictionary)
	if ok {
		for i, p := range d.Pairs {
			const most = 40
			key, named := p.Key.(variant.String)
			if !named || i == most {
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

// getVars returns the calls that read all records.
func (f *file) getVars(objects string) string {
	call := "file.get_var(" + objects + ")"
	if f.doc.Single() {
		return call
	}
	return "[" + strings.Repeat(call+", ", min(len(f.doc.Records), 20)-1) + call + "]"
}

func hasObjects(v variant.Variant) bool {
	if v.Type() == variant.TypeObject {
		return true
	}

	p := partsOf(v)
	if _, container := v.(variant.Container); !container {
		return false
	}
	for i := range p.n {
		if hasObjects(p.at(i).value) {
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
			list = append(list, [2]string{plainOf(section.Key), plainOf(p.Key)})
		}
	}
	return list
}

// scriptType returns the type of a value in a declaration.
func scriptType(v variant.Variant) string {
	if v.Type() == variant.TypeNil || v.Type() == variant.TypeObject {
		return "Variant"
	}
	return typeOf(v)
}

// zeroOf returns the zero of a type in GDScript.
func zeroOf(name string) string {
	before, _, _ := strings.Cut(name, "[")
	if zero, ok := zeros[before]; ok {
		return zero
	}
	return "null"
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

// goTypes collects the structs of dictionaries.
type goTypes struct {
	structs []string
	names   map[string]bool
	used    map[string]bool // packages
}

// goNames are the Go types of types.
var goNames = map[variant.Type]string{
	variant.TypeBool: "bool", variant.TypeInt: "int64", variant.TypeFloat: "float64",
	variant.TypeString: "string", variant.TypeStringName: "variant.StringName",
	variant.TypeNodePath:        "objects.NodePath",
	variant.TypePackedByteArray: "[]byte",
}

// typeOf returns the Go type of a value. Dictionaries with keys of text become structs.
func (g *goTypes) typeOf(v variant.Variant, name string) string {
	switch v := v.(type) {
	case variant.Array:
		return "[]" + g.itemType(v, name)
	case variant.Dictionary:
		return g.structOf(v, name)
	}

	if name, ok := goNames[v.Type()]; ok {
		return name
	}
	if isPacked(v.Type()) {
		return "packed." + v.Type().String()
	}
	if componentNames[v.Type()] != nil {
		return "math." + v.Type().String()
	}
	return "variant.Variant"
}

// itemType returns the Go type of the items of an array, if they have one.
func (g *goTypes) itemType(a variant.Array, name string) string {
	if len(a.Items) == 0 {
		return "variant.Variant"
	}

	first := a.Items[0]
	for _, item := range a.Items {
		if item.Type() != first.Type() {
			return "variant.Variant"
		}
	}
	return g.typeOf(first, strings.TrimSuffix(name, "s"))
}

func (g *goTypes) structOf(d variant.Dictionary, name string) string {
	var fields []string
	used := map[string]bool{}

	for _, p := range d.Pairs {
		key := plainOf(p.Key)
		field := exported(key)
		if p.Key.Type() != variant.TypeString || field == "" || used[field] ||
			strings.ContainsAny(key, "`\",") {
			return "variant.Dictionary"
		}

		used[field] = true
		fields = append(fields, fmt.Sprintf("\t%s %s `godot:%q`", field,
			g.typeOf(p.Value, field), key))
	}

	if len(fields) == 0 {
		return "variant.Dictionary"
	}

	name = exported(name)
	for g.names[name] {
		name += "2"
	}

	g.names[name] = true
	g.structs = append(g.structs, fmt.Sprintf("type %s struct {\n%s\n}", name,
		strings.Join(fields, "\n")))
	return name
}

// exported returns a key as the name of a field: maxHP for max_hp.
func exported(key string) string {
	var b strings.Builder
	upper := true
	for _, r := range key {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			upper = true
			continue
		case upper:
			r = unicode.ToUpper(r)
			upper = false
		}
		b.WriteRune(r)
	}

	name := b.String()
	if name == "" || !unicode.IsUpper([]rune(name)[0]) {
		return ""
	}
	return name
}

// text returns the declarations, the outermost first.
func (g *goTypes) text(root string) string {
	slices.Reverse(g.structs)
	all := strings.Join(g.structs, "\n\n")
	if len(g.structs) == 0 {
		all = "type Save = " + root
	}

	var imports []string
	for _, name := range []string{"math", "objects", "packed", "variant"} {
		if strings.Contains(all, " "+name+".") || strings.Contains(all, "]"+name+".") {
			imports = append(imports, "\t\"godotvariant/"+name+"\"\n")
		}
	}

	head := "package save\n\n"
	if len(imports) > 0 {
		head += "import (\n" + strings.Join(imports, "") + ")\n\n"
	}
	return head + all + "\n"
}

// schemaOf returns the JSON Schema of a value in relaxed JSON.
func schemaOf(v variant.Variant, depth int) map[string]any {
	const deepest = 20
	if depth > deepest {
		return map[string]any{}
	}

	switch v := v.(type) {
	case variant.Nil:
		return map[string]any{"type": "null"}
	case variant.Bool:
		return map[string]any{"type": "boolean"}
	case variant.Int:
		return map[string]any{"type": "integer"}
	case variant.Float:
		return map[string]any{"type": "number"}
	case variant.String:
		return map[string]any{"type": "string"}
	case variant.Array:
		return arraySchema(v, depth)
	case variant.Dictionary:
		return objectSchema(v, depth)
	}

	return map[string]any{"description": typeOf(v)}
}

func arraySchema(a variant.Array, depth int) map[string]any {
	out := map[string]any{"type": "array"}
	if len(a.Items) == 0 {
		return out
	}

	for _, item := range a.Items {
		if typeOf(item) != typeOf(a.Items[0]) {
			return out
		}
	}

	out["items"] = schemaOf(a.Items[0], depth+1)
	return out
}

func objectSchema(d variant.Dictionary, depth int) map[string]any {
	const most = 200
	properties := map[string]any{}
	required := []string{}

	for _, p := range d.Pairs[:min(most, len(d.Pairs))] {
		if key, ok := p.Key.(variant.String); ok {
			properties[string(key)] = schemaOf(p.Value, depth+1)
			required = append(required, string(key))
		}
	}

	return map[string]any{"type": "object", "properties": properties, "required": required}
}
