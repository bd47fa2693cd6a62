package parse

import (
	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Options has the fields of text.ParseOptions. jsonvar.Options has the same fields except Strict.
type Options struct {
	Objects  bool
	Single   bool
	Strict   bool
	MaxDepth int
	MaxSize  int
	Types    []variant.Constructible
}

// A Scripter is a type in Options.Types that can name the script of a typed container, like
// ExtResource in Array[ExtResource("1")]([…]).
type Scripter interface {
	variant.Constructible
	// Script reads the arguments of the type and returns the path of the script.
	Script(a notation.Args) string
}

const (
	defaultMaxDepth = forms.MaxDepth
	defaultMaxSize  = 256 << 20
)

func tooLong(what string) error {
	return &notation.Error{Line: 1, Column: 1, Path: "$",
		Err: variant.Because(variant.ErrLimit, "the "+what+" is longer than MaxSize")}
}
