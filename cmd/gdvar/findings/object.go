package findings

import (
	"fmt"
	"strings"

	"godotvariant/codec/resource"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// describe returns the kind and the text of the finding for a full object. For any other value both
// are empty.
func describe(path tree.Path, v variant.Variant) (kind Kind, text string) {
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

// textOf returns the text of a finding in a resource, without its path. It shows only the first
// bytes of source code.
func textOf(f resource.Finding) string {
	return strings.TrimPrefix(f.String(), f.Path+": ")
}
