package format

import (
	"godotvariant/cmd/internal/frame"
	"godotvariant/codec/inspect"
	"godotvariant/codec/savefile"
)

// A Choice is an option of a select element.
type Choice struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// EngineChoices returns a choice for each engine for which a file can be written.
func EngineChoices() (choices []Choice) {
	for _, e := range engines {
		choices = append(choices, Choice{e.Name(), e.Label()})
	}
	return choices
}

// ContainerChoices returns a choice for each container in which a file can be written.
func ContainerChoices(old savefile.Info) []Choice {
	choices := []Choice{{Same, "in the same container: " + ContainerText(old)}, {Plain, "plain"}}
	for _, c := range compressions {
		choices = append(choices, Choice{c.String(), "compressed, " + c.String()})
	}
	return append(choices, Choice{Encrypted, "encrypted"})
}

// AllReaders returns a choice for each engine and frame with which a file can be read.
func AllReaders() (choices []Choice) {
	for _, e := range engines {
		for _, f := range []frame.Frame{frame.U32, frame.None, frame.U32BE} {
			choices = append(choices, Choice{e.Name() + " " + f.String(),
				e.Label() + ", " + FramingName(f)})
		}
	}

	return choices
}

// ReaderOf returns the choice for a detection.
func ReaderOf(d inspect.Detection) Choice {
	e := EngineOf(d.Dialect, d.Precision)
	return Choice{e.Name() + " " + frame.Of(d).String(),
		e.Label() + ", " + FramingName(frame.Of(d))}
}

// FramingName returns the name of the GDScript function that writes a framing.
func FramingName(f frame.Frame) string {
	switch f {
	case frame.None:
		return "var_to_bytes"
	case frame.U32BE:
		return "store_var, big-endian"
	default:
		return "store_var"
	}
}
