package codec

import (
	"reflect"
	"strconv"

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

// A quickItems is a quickRead for items of a slice, given by a pointer to it, from
// item i to its end or the first that is not plain. It returns the next i.
type quickItems func(u *unmarshaler, want variant.Type, slice any, i int) int

func quickItemsOf[E any](read func(*unmarshaler, variant.Type, *E) bool) quickItems {
	return func(u *unmarshaler, want variant.Type, slice any, i int) int {
		items := *slice.(*[]E)
		for i < len(items) && read(u, want, &items[i]) {
			i++
		}
		return i
	}
}

// plainItems are for slices of the types that need no check beside that of the
// header.
var plainItems = map[reflect.Type]quickItems{
	reflect.TypeFor[bool](): quickItemsOf(func(u *unmarshaler, want variant.Type, b *bool) bool {
		ok := u.r.MatchHead(variant.TypeBool, want)
		if ok {
			*b = u.r.Bool()
		}
		return ok && !u.r.Failed()
	}),
	reflect.TypeFor[int](): quickItemsOf(func(u *unmarshaler, want variant.Type, i *int) bool {
		ok := strconv.IntSize == 64 && u.r.MatchHead(variant.TypeInt, want)
		if ok {
			*i = int(u.r.IntPayload())
		}
		return ok && !u.r.Failed()
	}),
	reflect.TypeFor[int64](): quickItemsOf(func(u *unmarshaler, want variant.Type, i *int64) bool {
		ok := u.r.MatchHead(variant.TypeInt, want)
		if ok {
			*i = u.r.IntPayload()
		}
		return ok && !u.r.Failed()
	}),
	reflect.TypeFor[float64](): quickItemsOf(func(u *unmarshaler, want variant.Type, f *float64) bool {
		ok := u.r.MatchHead(variant.TypeFloat, want)
		if ok {
			*f = u.r.FloatPayload()
		}
		return ok && !u.r.Failed()
	}),
	reflect.TypeFor[string](): quickItemsOf(func(u *unmarshaler, want variant.Type, s *string) bool {
		ok := u.r.MatchHead(variant.TypeString, want)
		if ok {
			if b := u.r.TextBytes(); string(b) != *s {
				*s = string(b)
			}
		}
		return ok && !u.r.Failed()
	}),
}

// withItems returns the plan of type t, which is p but for its items.
func (p plan) withItems(t reflect.Type) plan {
	p.items = plainItems[t]
	return p
}
