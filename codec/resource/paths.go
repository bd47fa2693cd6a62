package resource

import "godotvariant/variant"

// The keys of [File.Value].
const (
	keyClass       = "class"
	keyScriptClass = "script_class"
	keyUID         = "uid"
	keyExternal    = "external"
	keySub         = "sub"
	keyResource    = "resource"
	keyNodes       = "nodes"
	keyConnections = "connections"
	keyEditable    = "editable"
	keyProperties  = "properties"
)

func nameStep(name string) variant.Step {
	return variant.Step{Kind: variant.StepProperty, Name: name}
}

func keyStep(key string) variant.Step {
	return variant.Step{Kind: variant.StepKey, Key: variant.String(key)}
}

func indexStep(i int) variant.Step { return variant.Step{Kind: variant.StepIndex, Index: i} }

// resourcePath returns the path to a resource in [File.Value]. The last of a binary file is the
// main one.
func resourcePath(f *File, i int) []variant.Step {
	if f.Main() == &f.Resources[i] {
		return []variant.Step{nameStep(keyResource)}
	}
	return subPath(f.Resources[i].ID)
}

func subPath(id string) []variant.Step { return []variant.Step{nameStep(keySub), keyStep(id)} }

// nodePath returns the path to the properties of a node in [File.Value].
func nodeSteps(path string) []variant.Step {
	return []variant.Step{nameStep(keyNodes), keyStep(path), nameStep(keyProperties)}
}
