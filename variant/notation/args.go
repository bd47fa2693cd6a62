package notation

import (
	"strconv"

	"godotvariant/internal/fault"
)

// Args reads the arguments of a constructor, one after another. A FromArgs method that expects a
// fixed number of arguments uses [Reals] or [Int32s]. After the first error, More returns false and
// the other methods return zero. An Args is valid until FromArgs returns.
type Args interface {
	// More reports whether there is one more argument. Call it before each argument and after the
	// last argument, because it reads the comma or the end of the list.
	More() bool
	Real() float64    // a component of a vector or a similar type
	Double() float64  // a number that has double precision in every engine
	Float32() float32 // a number that has single precision in every engine
	Int() int64       // an integer
	Uint() uint64     // an integer that is not negative
	Text() string     // a quoted text, without its quotes
	IsText() bool     // reports whether the next argument is text
	// Fail sets the error to err, unless there is an error already.
	Fail(err error)
	// RowMajor reports whether the numbers of a Basis are read row by row, as in text. In JSON they
	// are read axis by axis.
	RowMajor() bool
}

// ArgsWriter writes the arguments of a constructor, one after another, for [Args] to read.
type ArgsWriter interface {
	Real(f float64) // a number of any precision
	Int(i int64)    // an integer
	Uint(u uint64)  // an integer that is not negative
	Text(s string)  // a text, which is written in quotes
	// RowMajor reports whether the numbers of a Basis are written row by row, as in text. In JSON
	// they are written axis by axis.
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

// Tuple reads a number for each element of dst, and returns true. It returns false at the end of
// the list. It fails if the list has some of the numbers but not all. Use it in a loop for lists of
// points, such as PackedVector2Array(1, 2, 3, 4).
//
//go:noinline
func Tuple(a Args, dst []float64) bool { return tuple(a, dst, Args.Real) }

// IntTuple is [Tuple] for integers of 32 bits.
//
//go:noinline
func IntTuple(a Args, dst []int32) bool { return tuple(a, dst, Int32) }

// The functions that call tuple must not be inlined. Otherwise the compiler would not see, in other
// packages, that dst does not escape.
func tuple[T any](a Args, dst []T, read func(Args) T) bool {
	for i := range dst {
		if !a.More() {
			if i > 0 {
				a.Fail(fault.Because(fault.ErrSyntax,
					"expected numbers in groups of "+strconv.Itoa(len(dst))))
			}
			return false
		}

		dst[i] = read(a)
	}

	return true
}

// Reals reads a list of exactly n numbers.
func Reals(a Args, n int) []float64 { // small, so that it is inlined and c can be on the stack
	c := make([]float64, n)
	readReals(a, c)
	return c
}

func readReals(a Args, dst []float64) {
	if !Tuple(a, dst) || a.More() {
		failCount(a, len(dst), " numbers")
	}
}

// Int32s reads a list of exactly n integers of 32 bits.
func Int32s(a Args, n int) []int32 { // small enough to be inlined, like Reals
	c := make([]int32, n)
	readInt32s(a, c)
	return c
}

func readInt32s(a Args, dst []int32) {
	if !IntTuple(a, dst) || a.More() {
		failCount(a, len(dst), " integers")
	}
}

func failCount(a Args, n int, what string) {
	a.Fail(fault.Because(fault.ErrSyntax, "expected "+strconv.Itoa(n)+what))
}

// Int32 reads an integer of 32 bits. A number that does not fit is a variant.ErrRange, although
// engines accept it and cut off its high bits.
func Int32(a Args) int32 {
	i := a.Int()
	if int64(int32(i)) != i {
		a.Fail(fault.Because(fault.ErrRange, "not an integer of 32 bits"))
	}
	return int32(i)
}
