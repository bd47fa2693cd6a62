package main

import (
	"context"
	"io"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// textBase is the candidate with which the report of text and JSON compares all other candidates.
const textBase = "text"

// textSpeed is the report of text and JSON. It compares the library with the engine's text and with
// JSON of other packages.
type textSpeed struct{ speed }

// measureText measures text and JSON with the workloads that are not packed arrays.
func measureText(ctx context.Context, o options, progress io.Writer) (report, error) {
	o.base = textBase
	s, err := measure(ctx, o, progress, messages(), textCandidates(),
		(*godot).textCandidate)
	if err != nil {
		return nil, err
	}

	s.about.formats = formatVersions("github.com/go-json-experiment/json")
	return textSpeed{s}, nil
}

func (textSpeed) section() string { return "text" }

func (textSpeed) summary() string { return "" }

func (textSpeed) svg() string { return "" }

// messages returns the workloads whose values are Arrays and Dictionaries.
func messages() []workload {
	var all []workload
	for _, w := range workloads() {
		if w.loose != nil {
			all = append(all, w)
		}
	}
	return all
}

// textCandidates returns the candidates that run in the process of bench.
func textCandidates() []candidate {
	v2 := marshaler{name: "json/v2",
		marshal:   func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
		unmarshal: func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
	}

	return []candidate{
		{textBase, openText},
		{"text, reused buffer", openAppend(appendText)},
		{"canonical JSON", openCanonical},
		{"canonical JSON, reused buffer", openAppend(appendJSON)},
		{"relaxed JSON", openRelaxed},
		{"relaxed JSON, reused buffer", openAppend(appendRelaxed)},
		localCandidate{"json/v2, structs", v2.structs}.candidate(),
		localCandidate{"json/v2, any", v2.loose}.candidate(),
	}
}

func openText(w workload) (encode, decode step, err error) {
	s, err := text.Format(w.value, nil)
	format := func() (string, error) { return text.Format(w.value, nil) }
	parse := func() (variant.Variant, error) { return text.Parse(s, nil) }

	return repeat(format), repeat(parse), err
}

func appendText(dst []byte, v variant.Variant) ([]byte, error) {
	return text.Append(dst, v, nil)
}

func appendJSON(dst []byte, v variant.Variant) ([]byte, error) {
	return jsonvar.Append(dst, v, nil)
}

func appendRelaxed(dst []byte, v variant.Variant) ([]byte, error) {
	return jsonvar.Relaxed.Append(dst, v, nil)
}

// openAppend returns a function for the field open of a candidate. The candidate writes to the same
// buffer each time.
func openAppend(write func(dst []byte, v variant.Variant) ([]byte, error)) func(w workload) (
	encode, decode step, err error) {
	return func(w workload) (encode, decode step, err error) {
		dst, err := write(nil, w.value)
		return repeat(func() ([]byte, error) { return write(dst[:0], w.value) }), nil, err
	}
}

func openCanonical(w workload) (encode, decode step, err error) {
	data, err := jsonvar.Format(w.value, nil)
	marshal := func() ([]byte, error) { return jsonvar.Format(w.value, nil) }
	unmarshal := func() (variant.Variant, error) {
		return jsonvar.Parse(data, nil)
	}

	return repeat(marshal), repeat(unmarshal), err
}

func openRelaxed(w workload) (encode, decode step, err error) {
	return repeat(func() ([]byte, error) { return jsonvar.Relaxed.Format(w.value, nil) }), nil, nil
}

// textCandidate returns the candidate for the text of an engine: var_to_str and str_to_var, in
// Godot 3 var2str and str2var.
func (g *godot) textCandidate() candidate {
	return candidate{g.name, func(w workload) (encode, decode step, err error) {
		return g.textStep(w, "format"), g.textStep(w, "parse"), nil
	}}
}

func (g *godot) textStep(w workload, do string) step {
	measure := g.step(w, do)
	return func(n int) (time.Duration, error) {
		if err := g.loadText(w); err != nil {
			return 0, err
		}
		return measure(n)
	}
}
