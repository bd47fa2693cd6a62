package variant

import (
	"strings"

	"godotvariant/internal/token"
)

// parseScalarJSON reads a scalar of the prototype's type in any of three forms: the result of its
// MarshalJSON method, the form of a key of a map in encoding/json, and the plain number or text of
// other programs.
func parseScalarJSON(data []byte, prototype Variant) (Variant, error) {
	r := token.NewJSONReader(string(data))
	isText := r.IsText()
	at := r.Offset()

	var v Variant
	switch t := prototype.Type(); {
	case isText:
		v = untagged(r, at, r.Text(), prototype)
	case t == TypeInt:
		v = Int(r.Int())
	case t == TypeFloat:
		v = Float(r.Real())

	default:
		s, ok := r.JSONScalar()
		if !ok {
			r.Unexpected(nameOf(prototype))
		}
		v = scalarOf(s)
	}

	return finish(r, v, prototype)
}

// untagged returns the value of the JSON string s, with or without the tag of its type. The
// argument offset is the offset of s.
func untagged(r *token.Reader, offset int, s string, prototype Variant) Variant {
	if tag := jsonTag(prototype.Type()); tag != "" && strings.HasPrefix(s, tag) {
		return scalarOf(r.Untag(offset, s))
	}

	switch prototype.(type) {
	case String:
		return String(s)
	case StringName:
		return StringName(s)
	default:
		return keyJSON(r, offset, s, prototype)
	}
}

// jsonTag returns the tag of strings that hold a value of type t, such as "i:" for an int. It
// returns "" for other types.
func jsonTag(t Type) string {
	switch t {
	case TypeInt:
		return "i:"
	case TypeFloat:
		return "f:"
	case TypeString:
		return "s:"
	case TypeStringName:
		return "sn:"
	default:
		return ""
	}
}

// keyJSON parses s, a key of a JSON object. The argument offset is the offset of s. The function
// keyJSON is the inverse of the method MarshalText of the value, which encoding/json calls for a
// key of a map.
func keyJSON(r *token.Reader, offset int, s string, prototype Variant) (v Variant) {
	var err error

	if _, isFloat := prototype.(Float); isFloat {
		v, err = parseFloat([]byte(s))
	} else {
		v, err = parseScalar([]byte(s), prototype)
	}

	if err != nil {
		r.FailAt(offset, kindOf(err))
		return nil
	}

	return v
}
