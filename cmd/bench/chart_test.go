package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSpeedChart: a factor of ten has the same length in the scales of all groups, and the shortest
// bar has a length above 0.
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
	assert.Equal(t, 10.0, a.Least)
	assert.Equal(t, 1e4, b.Least)
	assert.InDelta(t, a.At(1000)-a.At(100), b.At(1e6)-b.At(1e5), 1e-9)
	assert.InDelta(t, 500, b.At(1e4), 1e-9)
	assert.Positive(t, a.At(100))
	assert.LessOrEqual(t, a.At(1000), panelWidth-figureWidth+1e-9)

	svg := s.svg()
	checkSVG(t, "speed", svg)

	for text, shown := range map[string]bool{
		"A message": true, "A mesh": false, "encoding/json": true, "cbor<": false,
		"no such form": true, "1.0 µs": true, "10×": true, "100 ns": true, "over values": true,
	} {
		assert.Equal(t, shown, strings.Contains(svg, text), text)
	}
}

// TestMeasurePanel: usually a figure is the time per unit: the time of the work divided by its
// size. In a panel of speedups, a figure says how many times faster one unit is done than with the
// size 1.
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

// TestFormats: times are formatted as in the charts and documents.
func TestFormats(t *testing.T) {
	for ns, want := range map[float64]string{0.1: "0.10 ns", 99: "99 ns", 1000: "1.0 µs",
		1e7: "10 ms", 1e13: "10000 s"} {
		assert.Equal(t, want, duration(ns))
	}
}
