package parse

import (
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Rules say how values are read. codec.Options documents the fields.
type Rules struct {
	FullObjects bool
	Single      bool // components are rounded to single precision
	Strict      bool
	Finite      bool
	MaxDepth    int
	MaxSize     int
	Types       map[string]variant.Constructible // a value of each registered type, by its name
}

// A Scripter is a type in Rules.Types that can name the script of a typed container, like
// ExtResource in Array[ExtResource("1")]([…]).
type Scripter interface {
	variant.Constructible
	// Script reads the arguments of the type and returns the path of the script.
	Script(a notation.Args) string
}

func tooLong(what string) error {
	return &variant.Error{Op: variant.OpParse, Line: 1, Column: 1,
		Err: variant.Because(variant.ErrLimit, "the "+what+" is longer than Limits.MaxSize")}
}
