package chart

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMarks: an axis has three to seven marks. The axis of a chart ends at a mark, and no value of
// the chart is above this mark.
func TestMarks(t *testing.T) {
	for most, want := range map[float64][]float64{
		1: {0, 0.2, 0.4, 0.6, 0.8, 1}, 1.9: {0, 0.5, 1, 1.5, 2}, 3.4: {0, 1, 2, 3, 4},
		7: {0, 2, 4, 6, 8}, 99: {0, 20, 40, 60, 80, 100}, 650: {0, 200, 400, 600, 800},
		110: {0, 20, 40, 60, 80, 100, 120},
	} {
		var x, y Axis
		Chart{Lines: []Line{{Points: [][2]float64{{1, 0.1}, {2, most}}}}}.fit(&x, &y)
		assert.InDeltaSlice(t, want, y.Marks(), 1e-9, "%g", most)
	}

	assert.Equal(t, []float64{0.1, 1, 10}, Axis{Least: 0.1, Most: 99, Log: true}.Marks())
	assert.Empty(t, Axis{}.Marks())
}

// TestAt: on a logarithmic axis, values with the same ratio have the same distance in pixels. On a
// linear axis, values with the same difference have the same distance.
func TestAt(t *testing.T) {
	log := Axis{From: 100, To: 40, Least: 1, Most: 1000, Log: true}
	assert.InDelta(t, 100, log.At(1), 1e-9)
	assert.InDelta(t, 80, log.At(10), 1e-9)
	assert.InDelta(t, 60, log.At(100), 1e-9)
	assert.InDelta(t, 25, Axis{From: 10, To: 40, Most: 4}.At(2), 1e-9)
	assert.InDelta(t, 10, Axis{From: 10, To: 40, Least: 3, Most: 3}.At(3), 1e-9)
}

// TestNumber: a number at an axis has three digits, or commas between thousands.
func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{1: "1", 0.6000000000000001: "0.6", 999: "999",
		1000: "1,000", 1_020_003: "1,020,003"} {
		assert.Equal(t, want, number(x))
	}
}
