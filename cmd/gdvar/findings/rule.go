package findings

import (
	"iter"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/codec/resource"
	"godotvariant/objects"
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

	for v := range parts(c, in.Packet) {
		kind, text := describe(nil, v)
		switch {
		case kind == "":
		case left[text] > 0:
			left[text]--
		case r.wants(f, kind):
			f.Add(Finding{kind, record, "", text + ", in a value that a later one replaces"})
		}
	}
}

// parts yields the values in a packet, each part before the value around it. An object has its
// properties. Other containers have no parts.
func parts(c *codec.Codec, packet []byte) iter.Seq[variant.Variant] {
	return func(yield func(variant.Variant) bool) {
		var open []variant.Variant
		for s := codec.NewScanner(packet, c); s.Next(); {
			depth := s.Depth()
			v, _ := s.Empty()
			switch s.Kind() {
			case codec.TokenName:
				continue
			case codec.TokenOpen:
				open = append(open[:depth], v)
				continue
			case codec.TokenClose:
				v = open[depth]
			default:
				v, _ = s.Value()
			}

			if depth > 0 {
				open[depth-1] = withProperty(open[depth-1], s, v)
			}
			if !yield(v) {
				return
			}
		}
	}
}

// withProperty returns the container around the token. If it is an object, it gets the property
// whose value is v.
func withProperty(around variant.Variant, s *codec.Scanner, v variant.Variant) variant.Variant {
	if o, ok := around.(objects.Object); ok {
		o.Properties = append(o.Properties, objects.Prop(s.Step().Name, v))
		return o
	}
	return around
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
