package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSpeedChart: a factor of ten has the same length in every group, and the shortest bar is not
// empty.
func TestSpeedChart(t *testing.T) {
	s := speed{table: table{base: "godotvariant", lanes: []*lane{
		{candidate: "godotvariant", workload: "entity", direction: encode, samples: []float64{100}},
		{candidate: "json, structs", workload: "entity", direction: encode,
			samples: []float64{1000}},
		{candidate: "godotvariant", workload: "scene100", direction: encode,
			samples: []float64{4e4}},
		// has no bar
		{candidate: "json, any", workload: "scene100", direction: encode, samples: []float64{1}},
	}}}

	a, b := s.axis("entity", 0), s.axis("scene100", 500)
	assert.Equal(t, 1.0, a.least)
	assert.Equal(t, 4.0, b.least)
	assert.InDelta(t, a.at(1000)-a.at(100), b.at(1e6)-b.at(1e5), 1e-9)
	assert.InDelta(t, 500, b.at(1e4), 1e-9)
	assert.Positive(t, a.at(100))
	assert.LessOrEqual(t, a.at(1000), float64(panelWidth-figureWidth))

	svg := s.svg()
	checkSVG(t, "speed", svg)

	for text, shown := range map[string]bool{
		"A message": true, "A mesh": false, "encoding/json": true, "cbor<": false,
		"no such form": true, "1.0 µs": true, "10×": true, "100 ns": true, "over values": true,
	} {
		assert.Equal(t, shown, strings.Contains(svg, text), text)
	}
}

// TestSteps: a plot has three to seven lines, and its highest line is not below any figure.
func TestSteps(t *testing.T) {
	for figure, want := range map[float64][2]float64{
		1: {0.2, 1}, 1.9: {0.5, 2}, 3.4: {1, 4}, 7: {2, 8}, 99: {20, 100}, 110: {20, 120},
		650: {200, 800},
	} {
		step, most := panel{curves: []curve{{figures: []float64{0.1, figure}}}}.steps()
		assert.InDelta(t, want[0], step, 1e-9, "%g", figure)
		assert.InDelta(t, want[1], most, 1e-9, "%g", figure)
	}
}

// TestMeasurePanel: a figure is the time of the work. In a panel of speedups it is the factor by
// which several goroutines together are faster than one.
func TestMeasurePanel(t *testing.T) {
	took := func(total time.Duration) step {
		return func(n int) (time.Duration, error) { return time.Duration(n) * total, nil }
	}

	for _, speedup := range []bool{false, true} {
		p := panel{sizes: []int{1, 10, 100}, speedup: speedup,
			open: func(size int) ([]work, error) {
				each := time.Duration(size) * time.Microsecond
				return []work{{"even", took(each)}, {"level", took(time.Microsecond)}}, nil
			}}

		_, err := p.measure(10, settings{rounds: 1})
		require.NoError(t, err)
		assert.Equal(t, []int{1, 10}, p.sizes)
		want := []curve{{"even", []float64{1000, 1000}}, {"level", []float64{1000, 100}}}

		if speedup {
			want = []curve{{"even", []float64{1, 1}}, {"level", []float64{1, 10}}}
		}

		assert.Equal(t, want, p.curves)
	}

	p := panel{sizes: []int{1}, sizeName: "keys", open: func(int) ([]work, error) {
		return []work{{"look up", func(int) (time.Duration, error) {
			return 0, errors.New("gone")
		}}}, nil
	}}

	_, err := p.measure(0, settings{rounds: 1})
	assert.EqualError(t, err, "look up 1 keys, godotvariant: gone")
}

// TestTogether: each goroutine has separate work. If the work of one goroutine fails, the step
// returns its error.
func TestTogether(t *testing.T) {
	var counts [4]int
	next := 0
	step := together(len(counts), func() func() error {
		mine := &counts[next]
		next++
		return func() error { *mine++; return nil }
	})
	_, err := step(3)
	require.NoError(t, err)
	assert.Equal(t, [4]int{3, 3, 3, 3}, counts)
	_, err = together(2, func() func() error { return func() error { return errFloor } })(1)
	assert.ErrorIs(t, err, errFloor)
}

// TestFormats: numbers and prose have the form of the charts and documents.
func TestFormats(t *testing.T) {
	for n, want := range map[int]string{1: "1", 999: "999", 1000: "1,000", 1_020_003: "1,020,003"} {
		assert.Equal(t, want, grouped(n))
	}
	for power, want := range map[int]string{-1: "0.1 ns", 0: "1 ns", 2: "100 ns", 3: "1 µs",
		5: "100 µs", 7: "10 ms", 9: "1 s", 13: "10000 s"} {
		assert.Equal(t, want, powerOfTen(power))
	}

	row := "| " + strings.Repeat("cell ", 40) + "|\n"
	got := wrapped(row + "\n" + strings.Repeat("word ", 30) + "\n<!-- end -->\n")
	assert.Equal(t, row+"\n"+strings.Repeat("word ", 19)+"word\n"+
		strings.Repeat("word ", 9)+"word\n<!-- end -->\n", got)
}
