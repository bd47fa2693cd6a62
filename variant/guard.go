package variant

import (
	"fmt"
	"strings"
)

var errNilPointer = Because(ErrUnsupported, "a nil pointer is no value")

// guard calls f, which calls methods of v. It returns false if v is a nil pointer and a
// method panicked. A panic of another value goes on.
func guard(v Variant, f func()) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if !isNilPointer(v) {
				panic(p)
			}
			ok = false
		}
	}()
	f()
	return true
}

// isNilPointer reports whether v is a nil pointer. It calls no method of v.
func isNilPointer(v Variant) bool {
	return strings.HasPrefix(fmt.Sprintf("%T", v), "*") && fmt.Sprintf("%p", v) == "0x0"
}

// pointed returns the container that v points to, or v. The methods of pointers to the
// containers of this package would begin to count the depth again.
func pointed(v Variant) Variant {
	switch p := v.(type) {
	case *Array:
		if p != nil {
			return *p
		}
	case *Dictionary:
		if p != nil {
			return *p
		}
	case *TypedArray:
		if p != nil {
			return *p
		}
	case *PackedTypedArray:
		if p != nil {
			return *p
		}
	}
	return v
}
