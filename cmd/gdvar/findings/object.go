package findings

import (
	"fmt"
	"strings"

	"godotvariant/codec/resource"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// describe returns the kind and the text of the finding for a full object, and for a container
// whose type is a script. For any other value both are empty.
func describe(path tree.Path, v variant.Variant) (kind Kind, text string) {
	if script := scriptOf(v); script != "" {
		return Script, fmt.Sprintf("%v of items of the script %q", v.Type(), script)
	}

	o, ok := v.(objects.Object)
	if !ok || o.Class == "" {
		return "", ""
	}

	if n := len(path); n > 0 && path[n-1].Kind == variant.StepProperty &&
		path[n-1].Name == "script" {
		return "", "" // the finding of the surrounding object covers it
	}

	switch script, _ := o.Get("script"); script := script.(type) {
	case objects.Object: // up to Godot 4.2
		if script.Class == "" {
			break
		}

		from := "in the file"
		if path, ok := script.Get("resource_path"); ok && path != variant.String("") {
			from = "from " + variant.Text(path)
		}

		return Script, fmt.Sprintf("%s with a %s %s", o.Class, script.Class, from)

	case variant.String: // since Godot 4.3
		if script != "" {
			return Script, fmt.Sprintf("%s with the script %s", o.Class, variant.Text(script))
		}
	}

	return Object, o.Class
}

// scriptOf returns the path of the script that is the type of the parts of a container, or "".
func scriptOf(v variant.Variant) string {
	types := []*variant.ElementType{}
	switch v := v.(type) {
	case variant.Array:
		types = append(types, v.Elem)
	case variant.TypedArray:
		types = append(types, &v.Elem)
	case variant.Dictionary:
		types = append(types, v.Key, v.Value)
	}

	for _, t := range types {
		if t != nil && t.Script != "" {
			return t.Script
		}
	}
	return ""
}

// textOf returns the text of a finding of the library, without its path. It shows only the first
// bytes of source code.
func textOf(f resource.Finding) string {
	return strings.TrimPrefix(f.String(), f.Path+": ")
}
