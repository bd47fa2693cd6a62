package plan

import "reflect"

// addressable returns v. If v has no address, it returns a copy of v with an address. The address
// is needed to call methods of pointers and to get a place.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}
