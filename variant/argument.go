package variant

import (
	"godotvariant/internal/token"
	"godotvariant/variant/notation"
)

// argument returns the argument of index i of v as a value, nil if there is none, and the
// number of all arguments. A part that is a value itself, as the origin of a Transform3D or
// an element of a packed array, is one argument.
func argument(v Constructible, i int) (arg Variant, n int) {
	f := finder{want: i}
	v.ToArgs(&f)
	return f.found, f.n
}

// A finder takes arguments and keeps the one with the index want.
type finder struct {
	want, n int
	found   Variant
}

var (
	_ notation.ArgsWriter = (*finder)(nil)
	_ token.PartsWriter   = (*finder)(nil)
)

// next reports whether the next argument is the wanted one.
func (f *finder) next() bool {
	f.n++
	return f.n-1 == f.want
}

func (f *finder) Real(x float64) {
	if f.next() {
		f.found = Float(x)
	}
}

func (f *finder) Int(i int64) {
	if f.next() {
		f.found = Int(i)
	}
}

func (f *finder) Uint(u uint64) {
	if f.next() {
		f.found = Int(u)
	}
}

func (f *finder) Text(s string) {
	if f.next() {
		f.found = String(s)
	}
}

// RowMajor returns false: the parts of a Basis are its axes.
func (f *finder) RowMajor() bool { return false }

// Part takes a part that is a value.
func (f *finder) Part(v any) {
	if f.next() {
		f.found, _ = v.(Variant)
	}
}

// Parts takes n parts that are values.
func (f *finder) Parts(n int, at func(i int) any) {
	if i := f.want - f.n; i >= 0 && i < n {
		f.found, _ = at(i).(Variant)
	}
	f.n += n
}
