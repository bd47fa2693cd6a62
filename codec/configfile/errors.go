package configfile

import "godotvariant/variant"

var errName = variant.Because(variant.ErrUnsupported, "a ConfigFile can't have this name")

// within puts the section and the key in front of the path of a variant.Error.
func within(err error, section, key string) error {
	if e, ok := err.(*variant.Error); ok {
		e.Path = append(pathOf(section, key), e.Path...)
	}
	return err
}

// pathOf returns the path to the value of a key, for an error or a finding.
func pathOf(section, key string) variant.Path {
	return variant.Path{keyStep(section), keyStep(key)}
}

func keyStep(name string) variant.Step {
	return variant.Step{Kind: variant.StepKey, Key: variant.String(name)}
}
