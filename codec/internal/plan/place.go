package plan

import "reflect"

// addressable returns v where it has an address: methods of pointers can be called, and a
// place can be had.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}
