// Package care calls methods of values that may be nil pointers.
package care

import (
	"fmt"
	"strings"

	"godotvariant/variant/dialect"
)

// Guard calls f, which calls methods of v. It returns false if v is a nil pointer and a
// method panicked. A panic of another value goes on.
func Guard(v any, f func()) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if !IsNil(v) {
				panic(p)
			}
			ok = false
		}
	}()

	f()
	return true
}

// IsNil reports whether v is a nil pointer. It calls no method of v.
func IsNil(v any) bool {
	return strings.HasPrefix(fmt.Sprintf("%T", v), "*") && fmt.Sprintf("%p", v) == "0x0"
}

// Name returns the name of the type of v, "nil" for a nil pointer too.
func Name(v interface{ Type() dialect.Type }) string {
	name := "nil"
	Guard(v, func() {
		switch v := v.(type) {
		case nil:
		case interface{ TypeName() string }:
			name = v.TypeName()
		default:
			name = v.Type().String()
		}
	})

	return name
}

// TypeOf returns the type of v, TypeNil for nil.
func TypeOf(v interface{ Type() dialect.Type }) dialect.Type {
	if v == nil {
		return dialect.TypeNil
	}
	return v.Type()
}

// TryType is v.Type of a value that may be a nil pointer, or nil, and then TypeUnsupported.
func TryType(v interface{ Type() dialect.Type }) (t dialect.Type) {
	defer func() {
		if recover() != nil {
			t = dialect.TypeUnsupported
		}
	}()
	return v.Type()
}
