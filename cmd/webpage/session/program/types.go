package program

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// GoTypes returns the declaration of Go types for a value. The outermost type is Save.
func GoTypes(v variant.Variant) string {
	g := goTypes{names: map[string]bool{}}
	root := g.typeOf(v, "Save")
	return g.text(root)
}

// goTypes collects the declarations of the Go structs that represent dictionaries.
type goTypes struct {
	structs []string
	names   map[string]bool
}

// goNames has the Go types of some Variant types. The method typeOf finds the others.
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
	if values.IsPacked(v.Type()) {
		return "packed." + v.Type().String()
	}
	if values.HasComponents(v) {
		return "math." + v.Type().String()
	}
	return "variant.Variant"
}

// itemType returns the Go type of the items of an array, or variant.Variant if the items have
// several types.
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
		key := look.Plain(p.Key)
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

// exported returns a key as the name of a field: MaxHp for max_hp.
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

// text returns the declarations, beginning with the outermost.
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
