package findings

import (
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/codec"
	"godotvariant/codec/exact"
	"godotvariant/codec/resource"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A Rule says which findings to look for.
type Rule struct {
	Precision variant.Precision // numbers that this precision would round are findings
	All       bool              // list all findings of a kind, without the limit Most
	Explain   func(error) error // makes the error of a damaged record readable for users
}

// Records adds the findings in the records of a file.
func (r Rule) Records(f *File, in *document.Reader) error {
	o := codec.Options{Dialect: in.Dialect()}
	if o.Dialect.Spec().Real != dialect.RealSingle {
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

		var v variant.Variant
		if err == nil {
			v, err = record.Build()
		}

		if err != nil {
			f.Add(Finding{Kind: Damaged, Record: number, Text: r.Explain(err).Error()})
		}
		if v != nil {
			r.rounded(f, auditor, number, v)
		}

		m := maker{
			file: f, record: number, tokens: codec.NewScanner(record.Packet, in.Codec()),
			wants: func(k Kind) bool { return r.wants(f, k) },
		}
		m.run()
	}

	return nil
}

// rounded looks in the value v for numbers that r.Precision would round, and adds a finding for
// each.
func (r Rule) rounded(f *File, auditor *codec.Codec, record *int, v variant.Variant) {
	for path, c := range exact.Audit(v, auditor) {
		if r.wants(f, Rounded) {
			f.Add(Finding{Rounded, record, path.String(), c.String()})
		}
	}
}

// Body adds a finding of the kind Code for each part that can run code, in a resource or in
// settings. The argument findings lists these parts.
func (r Rule) Body(f *File, findings []resource.Finding) {
	for _, found := range findings {
		if r.wants(f, Code) {
			f.Add(Finding{Kind: Code, Path: found.Path, Text: textOf(found)})
		}
	}
}

// textOf returns the text of a finding of package resource, without its path. If the text is source
// code, the result has only the beginning of the code.
func textOf(f resource.Finding) string {
	return strings.TrimPrefix(f.String(), f.Path+": ")
}

// wants reports whether the caller has to add a finding of a kind to the File. If the File lists
// enough findings of this kind, wants only counts the finding, and returns false.
func (r Rule) wants(f *File, kind Kind) bool {
	if r.All || f.Counts[kind] < Most {
		return true
	}

	f.Counts[kind]++
	return false
}
