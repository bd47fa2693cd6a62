// Package compiled has the result of codec.New for codec.Options. A codec.Codec is a Codec with the
// methods for users. The packages of the module convert between these two types.
package compiled

import (
	"godotvariant/codec/internal/builtin"
	"godotvariant/codec/internal/parse"
	"godotvariant/codec/internal/plan"
	"godotvariant/internal/dialects"
	"godotvariant/internal/forms"
	"godotvariant/variant"
)

// A Codec has the same memory layout as a codec.Codec. The zero Codec is the codec of
// codec.Options{}.
type Codec struct {
	rules *Rules // nil in the zero Codec
}

// Rules are the options of a codec, in the form that the packages of the module need.
type Rules struct {
	*forms.Format             // format for packets, and for text and JSON that are written
	Parse         parse.Rules // rules for text and JSON that are read
	Plans         *plan.Plans // plans for Go values
	WholeFloats   bool
	Registry      any // the *codec.Registry; nil if there is none
}

// NewRules returns the rules of a format. The argument types has the registered types that can be
// read in text and JSON, by their names.
func NewRules(f *forms.Format, types map[string]variant.Constructible, n plan.Naming) *Rules {
	return &Rules{
		Format: f,
		Plans:  plan.For(n),
		Parse: parse.Rules{
			FullObjects: f.FullObjects,
			Single:      f.Precision == variant.Single,
			Strict:      f.Mode == forms.Strict,
			Finite:      f.Finite,
			MaxDepth:    f.Limits.MaxDepth,
			MaxSize:     f.Limits.MaxSize,
			Types:       types,
		},
	}
}

// New returns a codec with the rules r.
func New(r *Rules) *Codec { return &Codec{r} }

// standard has the rules of codec.Options{}.
var standard = NewRules(builtin.Format(forms.Settings{Dialect: dialects.Godot4}), nil,
	plan.SnakeCase)

// Rules returns the rules of c. A nil pointer and the zero Codec have the rules of codec.Options{}.
func (c *Codec) Rules() *Rules {
	if c == nil || c.rules == nil {
		return standard
	}
	return c.rules
}
