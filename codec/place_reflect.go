//go:build purego

package codec

import "reflect"

// A place is where a Go value lies that is read or written, see place_unsafe.go.
type place = reflect.Value

func placeOf(v reflect.Value) place { return v }

func valueAt(p place, _ reflect.Type) reflect.Value { return p }

func at[T any](p place) *T {
	if x, ok := p.Addr().Interface().(*T); ok {
		return x
	}
	return p.Addr().Convert(reflect.TypeFor[*T]()).Interface().(*T)
}

func fieldAt(p place, f *field) place {
	for _, x := range f.index {
		p = p.Field(x)
	}
	return p
}

func pointerAt(p place) place { return p.Elem() }

func sliceLen(p place) int                   { return p.Len() }
func sliceCap(p place) int                   { return p.Cap() }
func setSliceLen(p place, n int)             { p.SetLen(n) }
func itemAt(p place, i int, _ uintptr) place { return p.Index(i) }

func getBool(p place) bool                    { return p.Bool() }
func setBool(p place, b bool)                 { p.SetBool(b) }
func getInt[T signed](p place) int64          { return p.Int() }
func setInt[T signed](p place, i int64)       { p.SetInt(i) }
func getUint[T unsigned](p place) uint64      { return p.Uint() }
func setUint[T unsigned](p place, u uint64)   { p.SetUint(u) }
func getFloat[T floating](p place) float64    { return p.Float() }
func setFloat[T floating](p place, f float64) { p.SetFloat(f) }
func getText(p place) string                  { return p.String() }
func setText(p place, s string)               { p.SetString(s) }
