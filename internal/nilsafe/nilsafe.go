// Package nilsafe calls methods of values that may be nil pointers.
package nilsafe

import (
	"fmt"
	"strings"

	"godotvariant/variant/dialect"
)

// Guard calls f, which calls methods of v. It returns false if f panics and v is a nil pointer. If
// f panics and v is not a nil pointer, Guard panics, too.
func Guard(v any, f func()) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if !IsNil(v) {
				panic(p)
			}
		}
	}()

	f()
	return true
}

// IsNil reports whether v is a nil pointer. It calls no method of v.
func IsNil(v any) bool {
	return strings.HasPrefix(fmt.Sprintf("%T", v), "*") && fmt.Sprintf("%p", v) == "0x0"
}

// Name returns the name of the type of v, or "nil" if v is nil or a nil pointer.
func Name(v interface{ Type() dialect.Type }) string {
	name := "nil"
	Guard(v, func() {
		if v != nil {
			name = TypeName(v)
		}
	})

	return name
}

// TypeName returns the name of the type of v, which is neither nil nor a nil pointer.
func TypeName(v interface{ Type() dialect.Type }) string {
	if named, ok := v.(interface{ TypeName() string }); ok {
		return named.TypeName()
	}
	return v.Type().String()
}

// TypeOf returns the type of v, or TypeNil if v is nil.
func TypeOf(v interface{ Type() dialect.Type }) dialect.Type {
	if v == nil {
		return dialect.TypeNil
	}
	return v.Type()
}

// TryType returns v.Type(). It returns TypeUnsupported if v is nil or if the method panics, as it
// may for a nil pointer.
func TryType(v interface{ Type() dialect.Type }) (t dialect.Type) {
	defer func() {
		if recover() != nil {
			t = dialect.TypeUnsupported
		}
	}()
	return v.Type()
}
