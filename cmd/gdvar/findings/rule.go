package findings

import (
	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/codec/resource"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Rule says which findings to look for.
type Rule struct {
	Precision variant.Precision // numbers that this precision would round are findings
	All       bool              // keep more than Most findings of a kind
	Explain   func(error) error // makes the error of a damaged record readable for users
}

// Records adds the findings in the records of a file.
func (r Rule) Records(f *File, in *document.Reader) error {
	o := codec.Options{Dialect: in.Dialect()}
	if o.Dialect.Real != variant.RealSingle {
		o.Precision = r.Precision
	}

	auditor, err := codec.New(o)
	if err != nil {
		return err
	}

	for record, err := range in.All() {
		f.Records++
		var number *int

		if !in.Single() {
			number = &record.Index
		}

		if err != nil {
			f.Add(Finding{Kind: Damaged, Record: number, Text: r.Explain(err).Error()})
		}
		if record.Value != nil {
			r.value(f, auditor, number, record.Value)
			r.replaced(f, in.Codec(), number, record)
		}
	}

	return nil
}

// value adds the findings in the value of a record.
func (r Rule) value(f *File, auditor *codec.Codec, record *int, v variant.Variant) {
	for path, c := range auditor.Audit(v) {
		if r.wants(f, Rounded) {
			f.Add(Finding{Rounded, record, path.String(), c.String()})
		}
	}

	for path, part := range tree.Walk(v) {
		if kind, text := describe(path, part); kind != "" && r.wants(f, kind) {
			f.Add(Finding{kind, record, path.String(), text})
		}
	}
}

// replaced adds the objects and scripts that only the packet of a record has, and not its value: an
// engine makes each object that it reads, also under a key that comes again.
func (r Rule) replaced(f *File, c *codec.Codec, record *int, in document.Record) {
	left := map[string]int{}
	for _, part := range tree.Walk(in.Value) {
		if kind, text := describe(nil, part); kind != "" {
			left[text]++
		}
	}

	_, _ = c.Trace(in.Packet, func(e codec.TraceEvent) {
		if e.Kind != codec.TraceClose || e.Value == nil {
			return
		}

		kind, text := describe(nil, e.Value)
		if kind == "" {
			return
		}
		if left[text] > 0 {
			left[text]--
			return
		}
		if r.wants(f, kind) {
			f.Add(Finding{kind, record, "", text + ", in a value that a later one replaces"})
		}
	})
}

// Body adds the parts of a resource or of settings that can run code.
func (r Rule) Body(f *File, findings []resource.Finding) {
	for _, found := range findings {
		if r.wants(f, Code) {
			f.Add(Finding{Kind: Code, Path: found.Path, Text: textOf(found)})
		}
	}
}

// wants reports whether a finding is to be kept. It counts each finding that is not kept.
func (r Rule) wants(f *File, kind Kind) bool {
	if r.All || f.Counts[kind] < Most {
		return true
	}

	f.Counts[kind]++
	return false
}
