package codec

import (
	"reflect"

	"godotvariant/variant"
)

// A quickRead fills a Go value from the next part of a packet, if that is of the
// one type that most often goes there and its header is the plainest. If not,
// it reports false and has done nothing, and the part is to be entered and
// unmarshaled, which alone knows all forms. want is what the container takes.
type quickRead func(u *unmarshaler, want variant.Type, v reflect.Value) bool

func quickBool(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeBool, want)
	if ok {
		v.SetBool(u.r.Bool())
	}
	return ok
}

func quickInt(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeInt, want)
	if ok {
		u.setInt(node{}, u.r.IntPayload(), v)
	}
	return ok
}

func quickUint(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeInt, want)
	if ok {
		u.setUint(node{}, u.r.IntPayload(), v)
	}
	return ok
}

func quickFloat(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeFloat, want)
	if ok {
		u.setFloat(node{}, u.r.FloatPayload(), v)
	}
	return ok
}

func quickString(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeString, want)
	if ok {
		if old, b := v.String(), u.r.TextBytes(); string(b) != old {
			v.SetString(string(b))
		}
	}
	return ok
}
