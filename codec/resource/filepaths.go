package resource

import "godotvariant/variant"

// resourcePath returns the path to a resource in [File.Value]. The main resource is the value of
// the key "resource". All other resources are in the value of the key "sub".
func resourcePath(f *File, i int) []variant.Step {
	if f.Main() == &f.Resources[i] {
		return []variant.Step{nameStep(keyResource)}
	}
	return subPath(f.Resources[i].ID)
}

func subPath(id string) []variant.Step { return []variant.Step{nameStep(keySub), keyStep(id)} }

// nodeSteps returns the path to the properties of a node in [File.Value].
func nodeSteps(path string) []variant.Step {
	return []variant.Step{nameStep(keyNodes), keyStep(path), nameStep(keyProperties)}
}
