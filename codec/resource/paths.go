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
