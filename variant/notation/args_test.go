package notation_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// An argumentList is a list of numbers. After its first error, which it keeps, it has no more
// numbers.
type argumentList struct {
	notation.Args
	numbers []int64
	err     error
}

func (a *argumentList) More() bool { return a.err == nil && len(a.numbers) > 0 }

func (a *argumentList) Int() (n int64) {
	n, a.numbers = a.numbers[0], a.numbers[1:]
	return n
}

func (a *argumentList) Real() float64 { return float64(a.Int()) }

func (a *argumentList) Fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// TestCounts: Reals and Int32s read the requested number of arguments, and fail if there are none,
// fewer or more.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		numbers     []int64
		reals, ints string // the errors
	}{
		{[]int64{1, 2, 3}, "", ""},
		{nil, "expected 3 numbers", "expected 3 integers"},
		{[]int64{1, 2, 3, 4}, "expected 3 numbers", "expected 3 integers"},
		{[]int64{1, 2}, "expected numbers in groups of 3", "expected numbers in groups of 3"},
	} {
		reals, ints := &argumentList{numbers: c.numbers}, &argumentList{numbers: c.numbers}
		floats, integers := notation.Reals(reals, 3), notation.Int32s(ints, 3)
		if c.reals == "" {
			assert.NoError(t, reals.err)
			assert.NoError(t, ints.err)
			assert.Equal(t, []float64{1, 2, 3}, floats)
			assert.Equal(t, []int32{1, 2, 3}, integers)
			continue
		}

		assert.ErrorIs(t, reals.err, variant.ErrSyntax)
		assert.ErrorContains(t, reals.err, c.reals)
		assert.ErrorIs(t, ints.err, variant.ErrSyntax)
		assert.ErrorContains(t, ints.err, c.ints)
	}
}

// TestInt32: a number that fits into 32 bits is read, and any other number is an ErrRange.
func TestInt32(t *testing.T) {
	for _, n := range []int64{0, -1, 1<<31 - 1, -1 << 31} {
		a := &argumentList{numbers: []int64{n}}
		assert.EqualValues(t, n, notation.Int32(a))
		assert.NoError(t, a.err)
	}
	for _, n := range []int64{1 << 31, -1<<31 - 1, 1 << 32} {
		a := &argumentList{numbers: []int64{n}}
		notation.Int32(a)
		assert.ErrorIs(t, a.err, variant.ErrRange, "%d", n)
	}
}
