package session

import (
	"embed"

	"godotvariant/cmd/internal/message"
)

// sampleFiles are saves that the engines have written with the scripts samples/make.gd and
// make3.gd.
//
//go:embed samples/*.save
var sampleFiles embed.FS

// SampleArgs name one of the samples.
type SampleArgs struct {
	Name string `json:"name"`
}

// Sample opens one of the samples.
func (s *Session) Sample(a SampleArgs) (Opened, error) {
	file := a.Name + ".save"
	b, err := sampleFiles.ReadFile("samples/" + file)
	if err != nil {
		return Opened{}, message.NewFault("noSuch", message.Params{"name": a.Name})
	}
	return s.open(source{name: file, data: b, budget: defaultBudget})
}
