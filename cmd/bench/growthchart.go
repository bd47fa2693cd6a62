package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Sizes in a chart of plots, which has two columns of panels.
const (
	plotTop    = 72  // y of the first panel
	plotWidth  = 430 // distance from one panel to the next
	plotHeight = 290
	inLeft     = 46 // distance from the left side of a panel to its plot
	inTop      = 74
	inRight    = 40
	inBottom   = 46
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
	rows := (len(panels) + 1) / 2
	d := newDrawing(chartWidth, plotTop+plotHeight*float64(rows), title,
		strings.ReplaceAll(description, "\n", " "), line)

	for i, p := range panels {
		p.draw(d, margin+plotWidth*float64(i%2), plotTop+plotHeight*float64(i/2))
	}

	return d.String()
}

// draw draws a panel with its upper left corner at x and y.
func (p panel) draw(d *drawing, x, y float64) {
	left, right := x+inLeft, x+plotWidth-inRight
	top, bottom := y+inTop, y+plotHeight-inBottom

	first, last := math.Log(float64(p.sizes[0])), math.Log(float64(p.sizes[len(p.sizes)-1]))
	across := func(size int) float64 {
		return left + (right-left)*(math.Log(float64(size))-first)/max(last-first, 1e-9)
	}

	step, most := p.steps()
	up := func(figure float64) float64 { return bottom - (bottom-top)*figure/most }

	d.text(x, y+16, "text title", "start", p.title)

	for i := range int(most/step+0.5) + 1 {
		figure := step * float64(i)
		d.path("grid", [2]float64{left, up(figure)}, [2]float64{right, up(figure)})
		d.text(left-6, up(figure)+4, "muted", "end", scaleFigure(figure))
	}

	for _, size := range p.sizes {
		d.text(across(size), bottom+17, "muted", "middle", grouped(size))
	}

	d.text((left+right)/2, bottom+34, "muted", "middle", "number of "+p.sizeName)
	key, line := x, y+36
	for i, c := range p.curves {
		class := "curve curve" + strconv.Itoa(i)
		var points [][2]float64
		for k, figure := range c.figures {
			points = append(points, [2]float64{across(p.sizes[k]), up(figure)})
			d.circle(class, points[k][0], points[k][1], 3)
		}

		d.path(class, points...)
		width := 38 + 6.3*float64(len(c.name))
		if key+width > x+plotWidth {
			key = x
			line = line + 17
		}

		d.path(class, [2]float64{key, line}, [2]float64{key + 16, line})
		d.text(key+21, line+4, "text", "start", c.name)
		key += width
	}
}

// scaleFigure formats a number at a scale.
func scaleFigure(x float64) string {
	if x >= 1000 {
		return grouped(int(x))
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// steps returns the distance between the lines of a scale that begins at 0, and the end of the
// scale.
func (p panel) steps() (step, most float64) {
	for _, c := range p.curves {
		most = max(most, slices.Max(c.figures))
	}

	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, part := range []float64{2, 1, 0.5, 0.2} {
		step = power * part
		if most/step >= 3 {
			break
		}
	}

	return step, step * math.Ceil(most/step)
}
