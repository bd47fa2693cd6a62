package session

import (
	"embed"
	"slices"

	"godotvariant/cmd/webpage/session/message"
)

// sampleFiles are saves that the engines have written: samples/make.gd and make3.gd.
//
//go:embed samples/*.save
var sampleFiles embed.FS

// A SampleInfo describes a file to try.
type SampleInfo struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	File   string `json:"file"`
	Bytes  int    `json:"bytes"`
	Engine string `json:"engine"`
}

// samples are the files to try, by name.
var samples = []SampleInfo{
	{Name: "rpg", Label: "sample.rpg", File: "rpg.save", Engine: "Godot 4"},
	{Name: "tiles", Label: "sample.tiles", File: "tiles.save", Engine: "Godot 4"},
	{Name: "secret", Label: "sample.secret", File: "secret.save", Engine: "Godot 3"},
}

// SamplesAnswer are the files to try.
type SamplesAnswer struct {
	Samples []SampleInfo `json:"samples"`
}

// Samples returns the files to try.
func (s *Session) Samples(None) (SamplesAnswer, error) {
	out := SamplesAnswer{slices.Clone(samples)}
	for i := range out.Samples {
		sample := &out.Samples[i]
		b, err := sampleFiles.ReadFile("samples/" + sample.File)
		if err != nil {
			return out, err
		}
		sample.Bytes = len(b)
		sample.Label = message.Fill(sample.Label, nil)
	}
	return out, nil
}

// SampleArgs name a file to try.
type SampleArgs struct {
	Name string `json:"name"`
}

// Sample opens a file to try.
func (s *Session) Sample(a SampleArgs) (Opened, error) {
	i := slices.IndexFunc(samples, func(x SampleInfo) bool { return x.Name == a.Name })
	if i < 0 {
		return Opened{}, message.NewFault("noSample", message.Params{"name": a.Name})
	}

	b, err := sampleFiles.ReadFile("samples/" + samples[i].File)
	if err != nil {
		return Opened{}, err
	}
	return s.open(source{name: samples[i].File, data: b, budget: defaultBudget})
}
