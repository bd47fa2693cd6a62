package main

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"godotvariant/internal/test/chart"
)

// plot writes two charts of the results to a folder: answers.svg and processor.svg.
func plot(folder string, results []result) error {
	answers := answers(results, "clients", func(r result) int { return r.clients })
	processor := chart.Chart{
		Title: "The server's processor time for a call, its start included",
		X:     "clients", Y: "ms",
		Lines: lines(results, "", func(r result) int { return r.clients }, result.cpuPerCall),
	}
	return errors.Join(answers.Save(filepath.Join(folder, "answers.svg")),
		processor.Save(filepath.Join(folder, "processor.svg")))
}

// plotLoss writes a chart of results over ENet to a folder: loss.svg.
func plotLoss(folder string, results []result) error {
	c := answers(results, "% of the datagrams lost", func(r result) int { return r.way.loss })
	return c.Save(filepath.Join(folder, "loss.svg"))
}

// answers returns the chart of the times between calls and answers. The function x returns the
// value of a result on the horizontal axis.
func answers(results []result, name string, x func(result) int) chart.Chart {
	half := lines(results, "", x,
		func(r result) time.Duration { return r.quantile(500) })
	most := lines(results, ", 99 of 100", x,
		func(r result) time.Duration { return r.quantile(990) })
	return chart.Chart{
		Title: "Within which time half of the calls, and 99 of 100, are answered",
		X:     name, Y: "ms", LogY: true, Lines: append(half, most...),
	}
}

// lines returns the lines of a chart, one for each server. Each result is a point: the functions x
// and y return its places on the horizontal and on the vertical axis. The argument suffix follows
// the server's name in the name of the line. Lines with a suffix are dashed.
func lines(
	results []result, suffix string, x func(result) int, y func(result) time.Duration,
) []chart.Line {
	var all []chart.Line
	for _, r := range results {
		is := func(l chart.Line) bool { return l.Name == r.server+suffix }
		i := slices.IndexFunc(all, is)
		if i < 0 {
			i = len(all)
			all = append(all, chart.Line{Name: r.server + suffix, Dashed: suffix != "", Color: i})
		}
		all[i].Points = append(all[i].Points, [2]float64{float64(x(r)), ms(y(r))})
	}
	return all
}

// ms returns a time in milliseconds. It is never 0, because a logarithmic axis has no 0.
func ms(d time.Duration) float64 { return max(float64(d)/float64(time.Millisecond), 0.001) }
