package main

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"godotvariant/internal/test/chart"
)

// plot writes charts of results to a folder: answers.svg and processor.svg.
func plot(folder string, results []result) error {
	half := lines(results, "", func(r result) time.Duration { return r.quantile(500) })
	most := lines(results, ", 99 of 100", func(r result) time.Duration { return r.quantile(990) })
	answers := chart.Chart{
		Title: "Within which time half of the calls, and 99 of 100, are answered",
		X:     "clients", Y: "ms", LogY: true, Lines: append(half, most...),
	}
	processor := chart.Chart{
		Title: "The server's processor time for a call, its start included",
		X:     "clients", Y: "ms", Lines: lines(results, "", result.cpuPerCall),
	}
	return errors.Join(answers.Save(filepath.Join(folder, "answers.svg")),
		processor.Save(filepath.Join(folder, "processor.svg")))
}

// lines are the lines of a figure, one for each server.
func lines(results []result, what string, figure func(result) time.Duration) []chart.Line {
	var all []chart.Line
	for _, r := range results {
		is := func(l chart.Line) bool { return l.Name == r.server+what }
		i := slices.IndexFunc(all, is)
		if i < 0 {
			i = len(all)
			all = append(all, chart.Line{Name: r.server + what, Dashed: what != "", Color: i})
		}
		all[i].Points = append(all[i].Points, [2]float64{float64(r.clients), ms(figure(r))})
	}
	return all
}

// ms returns a time in milliseconds. It is never 0, because a logarithmic axis has no 0.
func ms(d time.Duration) float64 { return max(float64(d)/float64(time.Millisecond), 0.001) }
