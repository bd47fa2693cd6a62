package notation

import (
	"strconv"

	"godotvariant/internal/fault"
)

// Args are the arguments of a constructor, read one after another. While More returns
// true, one of the other methods reads the next argument; when it returns false, the
// list is closed. Errors stick: after the first, More returns false and the other
// methods return zero.
type Args interface {
	More() bool
	Real() float64    // a component of a vector or the like
	Double() float64  // a number of double precision in every engine
	Float32() float32 // a number of single precision in every engine
	Int() int64
	Uint() uint64
	Text() string
	IsText() bool // whether the next argument is text
	// Fail makes err the error, unless there is one already.
	Fail(err error)
	// RowMajor reports whether a Basis comes row by row, as in text. In JSON it
	// comes axis by axis.
	RowMajor() bool
}

// ArgsWriter takes the arguments of a constructor, one after another. It is the mirror image
// of [Args].
type ArgsWriter interface {
	Real(f float64)
	Int(i int64)
	Uint(u uint64)
	Text(s string)
	RowMajor() bool
}

// PutReals writes numbers. [Reals] reads them.
func PutReals(w ArgsWriter, fs ...float64) {
	for _, f := range fs {
		w.Real(f)
	}
}

// PutInt32s writes integers of 32 bits. [Int32s] reads them.
func PutInt32s(w ArgsWriter, is ...int32) {
	for _, i := range is {
		w.Int(int64(i))
	}
}

// Tuple reads as many numbers as dst has elements. It returns false where the list
// ends, and fails if it ends in the middle of a tuple.
func Tuple(a Args, dst []float64) bool { return tuple(a, dst, Args.Real) }

// IntTuple is [Tuple] for integers of 32 bits.
func IntTuple(a Args, dst []int32) bool { return tuple(a, dst, Int32) }

func tuple[T any](a Args, dst []T, read func(Args) T) bool {
	for i := range dst {
		if !a.More() {
			if i > 0 {
				a.Fail(fault.Because(fault.ErrSyntax, "expected numbers in groups of "+strconv.Itoa(len(dst))))
			}
			return false
		}
		dst[i] = read(a)
	}
	return true
}

// Reals reads a list of exactly n numbers.
func Reals(a Args, n int) []float64 {
	c := make([]float64, n)
	if !Tuple(a, c) || a.More() {
		a.Fail(fault.Because(fault.ErrSyntax, "expected "+strconv.Itoa(n)+" numbers"))
	}
	return c
}

// Int32s reads a list of exactly n integers of 32 bits.
func Int32s(a Args, n int) []int32 {
	c := make([]int32, n)
	if !IntTuple(a, c) || a.More() {
		a.Fail(fault.Because(fault.ErrSyntax, "expected "+strconv.Itoa(n)+" integers"))
	}
	return c
}

// Int32 reads an integer of 32 bits. Larger numbers fail with variant.ErrRange, where
// engines cut off their high bits.
func Int32(a Args) int32 {
	i := a.Int()
	if int64(int32(i)) != i {
		a.Fail(fault.Because(fault.ErrRange, "not an integer of 32 bits"))
	}
	return int32(i)
}
