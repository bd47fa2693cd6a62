package chart

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSave: the file has the texts of the chart, and a line for each Line.
func TestSave(t *testing.T) {
	points := [][2]float64{{1, 2}, {2, 30}, {3, 400}}
	for _, logarithmic := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "chart.svg")
		require.NoError(t, Chart{
			Title: "Latency", X: "clients", Y: "milliseconds", LogY: logarithmic,
			Lines: []Line{{Name: "p50", Points: points},
				{Name: "p99", Dashed: true, Points: points}},
		}.Save(file))

		svg, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, text := range []string{"Latency", "clients", "milliseconds", "p50", "p99",
			"dasharray"} {
			require.Contains(t, string(svg), text)
		}
		require.Equal(t, 1, strings.Count(string(svg), "</svg>"))
	}

	require.Error(t, Chart{}.Save(t.TempDir()+"/no/folder.svg"))
}
