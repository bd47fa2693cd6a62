package main

import (
	"strings"

	"godotvariant/internal/test/chart"
)

// svg draws a plot for each panel.
func (g growth) svg() string {
	return plots(g.panels,
		"How time grows with the size of the work: a level line is linear growth",
		"Four plots of lines. "+g.summary(), g.about.short())
}

// plots draws a plot for each panel, with a heading, a description for screen readers, and a line
// of text below the heading.
func plots(panels []panel, title, description, line string) string {
	return chart.Draw(title, strings.ReplaceAll(description, "\n", " "), line,
		convert(panels, panel.chart)...)
}

// chart returns the plot of a panel.
func (p panel) chart() chart.Chart {
	c := chart.Chart{Title: p.title, X: "number of " + p.sizeName, LogX: true}

	for i, one := range p.curves {
		points := list(len(one.figures), func(k int) [2]float64 {
			return [2]float64{float64(p.sizes[k]), one.figures[k]}
		})
		c.Lines = append(c.Lines, chart.Line{Name: one.name, Color: i, Points: points})
	}

	return c
}
