// Package chart draws charts as SVG, for programs that measure.
package chart

import (
	"fmt"
	"html"
	"math"
	"os"
	"strings"
)

// A Chart has one or more lines and two axes.
type Chart struct {
	Title, X, Y string // the texts of the chart and its axes
	LogY        bool   // the vertical axis is logarithmic, and all values are positive
	Lines       []Line
}

// A Line goes through points.
type Line struct {
	Name   string
	Dashed bool
	Color  int // lines with the same number have the same color
	Points [][2]float64
}

// colors has colors that can be distinguished by readers who do not see red or green.
var colors = [...]string{"#0969da", "#bc4c00", "#1a7f37", "#8250df", "#59636e"}

// The picture and the area of the lines in it, in pixels.
const (
	width, height = 680, 400
	left, right   = 70, 665
	top, bottom   = 40, 345
)

// Save writes the chart as an SVG file.
func (c Chart) Save(file string) error {
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" `+
		`font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&s, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	label(&s, (left+right)/2, 22, "middle", c.Title)
	label(&s, (left+right)/2, height-12, "middle", c.X)
	fmt.Fprintf(&s, `<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">%s</text>`+
		"\n", (top+bottom)/2, html.EscapeString(c.Y))

	x, y := c.axes()
	x.draw(func(at float64, name string) {
		fmt.Fprintf(&s, `<path d="M%.1f %dV%d" stroke="#ddd"/>`+"\n", at, top, bottom)
		label(&s, at, bottom+18, "middle", name)
	})
	y.draw(func(at float64, name string) {
		fmt.Fprintf(&s, `<path d="M%d %.1fH%d" stroke="#ddd"/>`+"\n", left, at, right)
		label(&s, left-6, at+4, "end", name)
	})

	for i, l := range c.Lines {
		l.draw(&s, x, y, float64(top+14+16*i))
	}

	s.WriteString("</svg>\n")
	return os.WriteFile(file, []byte(s.String()), 0o666)
}

// axes returns the two axes. They have space for all points.
func (c Chart) axes() (x, y axis) {
	x = newAxis(left, right, false)
	y = newAxis(bottom, top, c.LogY)

	for _, l := range c.Lines {
		for _, p := range l.Points {
			x.include(p[0])
			y.include(p[1])
		}
	}

	return x, y
}

// draw draws the line, and its name at a height of the legend.
func (l Line) draw(s *strings.Builder, x, y axis, legend float64) {
	style := fmt.Sprintf(`fill="none" stroke="%s" stroke-width="1.5"`, colors[l.Color%len(colors)])
	if l.Dashed {
		style += ` stroke-dasharray="5 3"`
	}

	var path []string
	for _, p := range l.Points {
		path = append(path, fmt.Sprintf("%.1f %.1f", x.at(p[0]), y.at(p[1])))
	}

	if len(path) > 0 {
		fmt.Fprintf(s, `<path d="M%s" %s/>`+"\n", strings.Join(path, "L"), style)
	}
	fmt.Fprintf(s, `<path d="M%d %.1fh24" %s/>`+"\n", left+8, legend-4, style)
	label(s, left+38, legend, "start", l.Name)
}

// label writes a text. The anchor says which end of the text is at x.
func label(s *strings.Builder, x, y float64, anchor, text string) {
	fmt.Fprintf(s, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor,
		html.EscapeString(text))
}

// An axis maps values to places between two pixels.
type axis struct {
	from, to    float64 // range in pixels
	least, most float64 // range of values
	log         bool
}

// newAxis returns an axis. If the axis is not logarithmic, it begins at 0.
func newAxis(from, to float64, log bool) axis {
	if log {
		return axis{from, to, math.Inf(1), 0, true}
	}
	return axis{from, to, 0, 0, false}
}

// include extends the axis to a value.
func (a *axis) include(value float64) {
	if a.log {
		a.least = min(a.least, math.Pow(10, math.Floor(math.Log10(value))))
		a.most = max(a.most, math.Pow(10, math.Ceil(math.Log10(value))))
		return
	}
	a.most = max(a.most, value)
}

// at returns the pixel of a value.
func (a axis) at(value float64) float64 {
	part := 0.0
	if a.log {
		value, a.least, a.most = math.Log(value), math.Log(a.least), math.Log(a.most)
	}
	if a.most > a.least {
		part = (value - a.least) / (a.most - a.least)
	}
	return a.from + part*(a.to-a.from)
}

// draw draws the lines of the axis. It calls mark for the value of each line.
func (a axis) draw(mark func(at float64, name string)) {
	if a.most <= 0 {
		return
	}

	if a.log {
		for value := a.least; value <= a.most*1.001; value *= 10 {
			mark(a.at(value), fmt.Sprintf("%g", value))
		}
		return
	}

	step := math.Pow(10, math.Floor(math.Log10(a.most/2)))
	for a.most/step > 8 {
		step *= 2
	}
	for value := 0.0; value <= a.most*1.001; value += step {
		mark(a.at(value), fmt.Sprintf("%g", value))
	}
}
