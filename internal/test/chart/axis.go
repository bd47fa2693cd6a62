package chart

import (
	"fmt"
	"math"
	"strconv"
)

// An Axis maps values to pixels, in one direction of a chart.
type Axis struct {
	From, To    float64 // range in pixels
	Least, Most float64 // range of values
	Log         bool    // the axis is logarithmic, and all values are positive
}

// At returns the pixel of a value.
func (a Axis) At(value float64) float64 {
	if a.Log {
		value, a.Least, a.Most = math.Log(value), math.Log(a.Least), math.Log(a.Most)
	}
	if a.Most <= a.Least {
		return a.From
	}
	return a.From + (a.To-a.From)*(value-a.Least)/(a.Most-a.Least)
}

// Marks returns the values at which a chart draws a line across the axis. A logarithmic axis begins
// at a power of ten, and its marks are powers of ten. Any other axis begins at 0, and its marks are
// multiples of 1, 2 or 5 times a power of ten.
func (a Axis) Marks() (all []float64) {
	if a.Most <= 0 {
		return nil
	}

	next := func(value float64) float64 { return value * 10 }
	if !a.Log {
		distance := step(a.Most)
		next = func(value float64) float64 { return value + distance }
	}

	for value := a.Least; value <= a.Most*1.001; value = next(value) {
		all = append(all, value)
	}
	return all
}

// step returns the distance between two marks of an axis that is not logarithmic. The axis goes
// from 0 to end.
func step(end float64) (distance float64) {
	power := math.Pow(10, math.Floor(math.Log10(end)))
	for _, part := range []float64{2, 1, 0.5, 0.2} {
		distance = power * part
		if end/distance >= 3 {
			break
		}
	}
	return distance
}

// number formats a value of an axis.
func number(x float64) string {
	if x >= 1000 {
		return Grouped(int(x))
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// Grouped formats a number with commas between thousands.
func Grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", Grouped(n/1000), n%1000)
}
