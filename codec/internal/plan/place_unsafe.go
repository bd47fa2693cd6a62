//go:build !purego

package plan

import (
	"reflect"
	"unsafe"
)

// A place is where a Go value lies that is read or written. This file is all that is unsafe in
// the package; place_reflect.go is the same with package reflect alone.
//
// A plan is made from a reflect.Type and is given places of values of that type only, which
// makes the conversions here right.
type place = unsafe.Pointer

// placeOf returns the place of a value that has an address.
func placeOf(v reflect.Value) place { return unsafe.Pointer(v.UnsafeAddr()) }

func valueAt(p place, t reflect.Type) reflect.Value { return reflect.NewAt(t, p).Elem() }

// at returns a pointer to the value, whose type has the underlying type of T.
func at[T any](p place) *T { return (*T)(p) }

// fieldAt returns the place of a field that no pointer leads to.
func fieldAt(p place, _ []int, offset uintptr) place { return unsafe.Add(p, offset) }

func pointerAt(p place) place { return *(*unsafe.Pointer)(p) }

// sliceHeader is how a slice lies in memory.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func sliceLen(p place) int { return (*sliceHeader)(p).len }
func sliceCap(p place) int { return (*sliceHeader)(p).cap }

// setSliceLen sets a length up to the capacity.
func setSliceLen(p place, n int) { (*sliceHeader)(p).len = n }

// itemAt returns the place of item i of a slice whose items have size bytes.
func itemAt(p place, i int, size uintptr) place {
	return unsafe.Add((*sliceHeader)(p).data, uintptr(i)*size)
}
