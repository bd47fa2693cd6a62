//go:build gc && !purego

package plan

import (
	"reflect"
	"unsafe"
)

// A place is the address of a Go value to read or write. This is the only file of the package that
// uses unsafe. The file place_reflect.go does the same without unsafe, with package reflect.
//
// The conversions in this file are valid because a plan, which is made for a reflect.Type, is
// called only with places of values of that type.
type place = unsafe.Pointer

// placeOf returns the place of a value, which must have an address.
func placeOf(v reflect.Value) place { return unsafe.Pointer(v.UnsafeAddr()) }

func valueAt(p place, t reflect.Type) reflect.Value { return reflect.NewAt(t, p).Elem() }

// at returns a pointer to the value at p as a *T. The type of the value must have the same
// underlying type as T.
func at[T any](p place) *T { return (*T)(p) }

// fieldAt returns the place of a field of the struct at p. The field may be in an embedded struct,
// but not in a struct to which a pointer leads.
func fieldAt(p place, _ []int, offset uintptr) place { return unsafe.Add(p, offset) }

func pointerAt(p place) place { return *(*unsafe.Pointer)(p) }

// The compiler gc represents an interface by two words. The first is the address of the type. The
// second is the address of the value or, if the type is a pointer, that pointer.
type words [2]unsafe.Pointer

// pointerIn returns the place to which the pointer v points. It returns false if the pointer is
// nil. The type of v must be a pointer.
func pointerIn(v any) (place, bool) {
	p := (*words)(unsafe.Pointer(&v))[1]
	return p, p != nil
}

// typeAddress returns the address of the type of v, and 0 if v is nil.
func typeAddress(v any) uintptr { return uintptr((*words)(unsafe.Pointer(&v))[0]) }

// sliceHeader has the memory layout of a slice.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func sliceLen(p place) int { return (*sliceHeader)(p).len }
func sliceCap(p place) int { return (*sliceHeader)(p).cap }

// setSliceLen sets the length of a slice, which must not exceed the capacity.
func setSliceLen(p place, n int) { (*sliceHeader)(p).len = n }

// itemAt returns the place of item i of a slice. The argument size is the number of bytes of an
// item.
func itemAt(p place, i int, size uintptr) place {
	return unsafe.Add((*sliceHeader)(p).data, uintptr(i)*size)
}
