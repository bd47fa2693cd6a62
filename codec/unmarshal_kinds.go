package codec

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"godotvariant/objects"
	"godotvariant/variant"
)

func unmarshalBool(u *unmarshaler, n node, v reflect.Value) {
	if !n.is(variant.TypeBool) {
		u.mismatch(n, v.Type())
		return
	}
	v.SetBool(u.bool(n))
}

func unmarshalInt(u *unmarshaler, n node, v reflect.Value) {
	if !n.is(variant.TypeInt) {
		u.mismatch(n, v.Type())
		return
	}
	u.setInt(n, u.int(n), v)
}

func (u *unmarshaler) setInt(n node, i int64, v reflect.Value) {
	if v.OverflowInt(i) {
		u.misfit(n, outOfRange(i, v))
		return
	}
	v.SetInt(i)
}

func unmarshalUint(u *unmarshaler, n node, v reflect.Value) {
	if !n.is(variant.TypeInt) {
		u.mismatch(n, v.Type())
		return
	}
	u.setUint(n, u.int(n), v)
}

func (u *unmarshaler) setUint(n node, i int64, v reflect.Value) {
	if i < 0 || v.OverflowUint(uint64(i)) {
		u.misfit(n, outOfRange(i, v))
		return
	}
	v.SetUint(uint64(i))
}

// unmarshalFloat takes an Int too, which is what a script's "speed = 5" is, if the
// float is exactly it.
func unmarshalFloat(u *unmarshaler, n node, v reflect.Value) {
	switch {
	case n.is(variant.TypeFloat):
		u.setFloat(n, u.float(n), v)
	case n.is(variant.TypeInt):
		i := u.int(n)
		f := float64(i)
		if v.Kind() == reflect.Float32 {
			f = float64(float32(i))
		}
		if f == 1<<63 || int64(f) != i {
			u.misfit(n, outOfRange(i, v))
			return
		}
		v.SetFloat(f)
	default:
		u.mismatch(n, v.Type())
	}
}

func (u *unmarshaler) setFloat(n node, f float64, v reflect.Value) {
	if v.OverflowFloat(f) {
		u.misfit(n, outOfRange(f, v))
		return
	}
	v.SetFloat(f)
}

func outOfRange(x any, v reflect.Value) error {
	return variant.Because(variant.ErrRange, fmt.Sprintf("%v into a Go %v", x, v.Type()))
}

func unmarshalString(u *unmarshaler, n node, v reflect.Value) {
	if !n.isText() {
		u.mismatch(n, v.Type())
		return
	}
	old := v.String()
	if s := u.text(n, old); s != old {
		v.SetString(s)
	}
}

// textUnmarshaler is the half of a plan with the option string.
func textUnmarshaler(parse func(string, reflect.Value) error) func(*unmarshaler, node, reflect.Value) {
	return func(u *unmarshaler, n node, v reflect.Value) {
		if !n.isText() {
			u.mismatch(n, v.Type())
			return
		}
		s := u.text(n, "")
		if u.failed() {
			return
		}
		err := parse(s, v)
		switch {
		case err == nil:
		case errors.Is(err, strconv.ErrRange):
			u.misfit(n, outOfRange(shortened(s), v))
		default:
			u.misfit(n, variant.Because(ErrType, fmt.Sprintf("%q into a Go %v", shortened(s), v.Type())))
		}
	}
}

// shortened cuts text that would drown a message.
func shortened(s string) string {
	if len(s) > 64 {
		return s[:64] + "…"
	}
	return s
}

func unmarshalText(u *unmarshaler, n node, v reflect.Value) {
	if !n.isText() {
		u.mismatch(n, v.Type())
		return
	}
	s := u.text(n, "")
	if u.failed() {
		return
	}
	if u.fresh {
		v.SetZero()
	}
	if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
		u.misfit(n, err)
	}
}

func unmarshalHook(u *unmarshaler, n node, v reflect.Value) {
	value := u.variant(n)
	if u.failed() {
		return
	}
	if u.fresh {
		v.SetZero()
	}
	if err := v.Addr().Interface().(VariantUnmarshaler).UnmarshalVariant(value); err != nil {
		u.misfit(n, err)
	}
}

// unmarshalVariant takes values of just the Go type of v.
func unmarshalVariant(u *unmarshaler, n node, v reflect.Value) {
	value := u.variant(n)
	if u.failed() {
		return
	}
	rv := reflect.ValueOf(value)
	switch {
	case rv.Type() == v.Type():
		v.Set(rv)
	case rv.Type() == reflect.PointerTo(v.Type()) && !rv.IsNil():
		v.Set(rv.Elem())
	default:
		u.mismatch(n, v.Type())
	}
}

func unmarshalInterface(t reflect.Type) func(*unmarshaler, node, reflect.Value) {
	if !typeVariant.AssignableTo(t) {
		return func(u *unmarshaler, n node, v reflect.Value) {
			value := u.variant(n)
			if u.failed() {
				return
			}
			if rv := reflect.ValueOf(value); rv.Type().AssignableTo(t) {
				v.Set(rv)
				return
			}
			u.mismatch(n, t)
		}
	}
	return func(u *unmarshaler, n node, v reflect.Value) {
		if value := u.variant(n); !u.failed() {
			v.Set(reflect.ValueOf(value))
		}
	}
}

func (u *unmarshaler) pointer(elem *plan, n node, v reflect.Value) {
	switch {
	case n.is(variant.TypeNil):
		u.drop()
		v.SetZero()
		return
	case n.typ == variant.TypeObject:
		u.tree(n, func(n node) {
			if o, ok := n.value.(objects.Object); ok && o.IsNull() {
				v.SetZero()
				return
			}
			u.pointee(elem, n, v)
		})
		return
	}
	u.pointee(elem, n, v)
}

func (u *unmarshaler) pointee(elem *plan, n node, v reflect.Value) {
	if v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
	elem.unmarshal(u, n, v.Elem())
}
