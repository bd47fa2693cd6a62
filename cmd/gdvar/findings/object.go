package findings

import (
	"fmt"
	"strings"

	"godotvariant/codec/resource"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// describe returns the kind and the text of a full object, or nothing for any other value.
func describe(path tree.Path, v variant.Variant) (kind Kind, text string) {
	o, ok := v.(objects.Object)
	if !ok || o.Class == "" {
		return "", ""
	}

	if n := len(path); n > 0 && path[n-1].Kind == variant.StepProperty &&
		path[n-1].Name == "script" {
		return "", "" // part of the object around it
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

// textOf returns the line of a finding without its path, with the first bytes of a source.
func textOf(f resource.Finding) string {
	return strings.TrimPrefix(f.String(), f.Path+": ")
}
