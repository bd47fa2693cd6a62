//go:build !gc || purego

package plan

import (
	"reflect"
)

// A place is the address of a Go value to read or write, see place_unsafe.go.
type place = reflect.Value

func placeOf(v reflect.Value) place { return v }

func valueAt(p place, _ reflect.Type) reflect.Value { return p }

func at[T any](p place) *T {
	if x, ok := p.Addr().Interface().(*T); ok {
		return x
	}
	return p.Addr().Convert(reflect.TypeFor[*T]()).Interface().(*T)
}

func fieldAt(p place, index []int, _ uintptr) place {
	for _, x := range index {
		p = p.Field(x)
	}
	return p
}

func pointerAt(p place) place { return p.Elem() }

func pointerIn(v any) (place, bool) {
	p := reflect.ValueOf(v).Elem()
	return p, p.IsValid()
}

func typeAddress(v any) uintptr {
	if v == nil {
		return 0
	}
	return reflect.ValueOf(reflect.TypeOf(v)).Pointer()
}

func sliceLen(p place) int                   { return p.Len() }
func sliceCap(p place) int                   { return p.Cap() }
func setSliceLen(p place, n int)             { p.SetLen(n) }
func itemAt(p place, i int, _ uintptr) place { return p.Index(i) }
