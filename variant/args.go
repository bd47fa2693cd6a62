package variant

// Args are the arguments of a constructor, read one after another. While More
// returns true, one of the other methods reads the next; when it returns false,
// the list is closed. Errors stick: after the first, More returns false and the
// others zeros.
type Args interface {
	More() bool
	Real() float64   // a component of a vector or the like
	Double() float64 // a number that is double in every engine
	Int() int64
	Uint() uint64
	Text() string
	IsText() bool // whether the next one is text
	Fail(err error)
	// RowMajor reports whether a Basis comes row by row, as in text. In JSON it
	// comes axis by axis.
	RowMajor() bool
}

// ArgsWriter takes the arguments of a constructor, the mirror image of [Args].
type ArgsWriter interface {
	Real(f ...float64)
	Int(i ...int64)
	Uint(u ...uint64)
	Text(s ...string)
	RowMajor() bool
}

// Constructible is a type whose text is its name and a list of arguments, in
// constructor text, Vector2(1, 2), as in JSON,
// {"args": [1, 2], "type": "Vector2"}. The receiver of FromArgs is a prototype,
// neither read nor changed.
type Constructible interface {
	Variant
	ToArgs(w ArgsWriter)
	FromArgs(a Args) Variant
}

// Tuple reads as many numbers as dst has room for. It returns false where the
// list ends, and fails if it ends in the middle.
func Tuple(a Args, dst []float64) bool {
	for i := range dst {
		if !a.More() {
			partial(a, i, len(dst))
			return false
		}
		dst[i] = a.Real()
	}
	return true
}

// IntTuple is Tuple of integers of 32 bits.
func IntTuple(a Args, dst []int32) bool {
	for i := range dst {
		if !a.More() {
			partial(a, i, len(dst))
			return false
		}
		dst[i] = Int32(a)
	}
	return true
}

func partial(a Args, i, n int) {
	if i > 0 {
		a.Fail(Because(ErrSyntax, "expected numbers in groups of "+itoa(n)))
	}
}

// Reals reads a list of n numbers, no more and no less.
func Reals(a Args, n int) []float64 {
	c := make([]float64, n)
	if !Tuple(a, c) || a.More() {
		a.Fail(Because(ErrSyntax, "expected "+itoa(n)+" numbers"))
	}
	return c
}

// Int32s reads a list of n integers of 32 bits, no more and no less.
func Int32s(a Args, n int) []int32 {
	c := make([]int32, n)
	if !IntTuple(a, c) || a.More() {
		a.Fail(Because(ErrSyntax, "expected "+itoa(n)+" integers"))
	}
	return c
}

// Int32 reads an integer of 32 bits. Engines cut off what has no room; here it is
// an [ErrRange].
func Int32(a Args) int32 {
	i := a.Int()
	if int64(int32(i)) != i {
		a.Fail(Because(ErrRange, "not an integer of 32 bits"))
	}
	return int32(i)
}

// UnmarshalText reads the constructor text of one value of type T. It is what the
// UnmarshalText methods call.
func UnmarshalText[T Constructible](text []byte, dst *T) error {
	r := NewTextReader(string(text), TextSettings{})
	r.Begin((*dst).Type().String())
	v, ok := (*dst).FromArgs(r).(T)
	r.End()
	if r.err == nil && ok {
		*dst = v
	}
	return r.Err()
}
