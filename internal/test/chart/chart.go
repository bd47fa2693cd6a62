// Package chart draws charts as SVG, for programs that measure.
package chart

import (
	"fmt"
	"math"
	"os"
	"slices"
)

// A Chart has one or more lines and two axes.
type Chart struct {
	Title      string
	X, Y       string // names of the values on the axes; Save writes both, Draw only X
	LogX, LogY bool   // the axis is logarithmic, and all values are positive
	Lines      []Line
}

// A Line is a curve of a chart. It connects the points.
type Line struct {
	Name   string
	Dashed bool
	Color  int // lines with the same number have the same color
	Points [][2]float64
}

// Sizes in pixels. The last four are the distances from the sides of a chart to its lines.
const (
	headHeight = 72  // height of the heading of a picture
	width      = 430 // distance from one chart to the next
	height     = 290
	inLeft     = 46
	inTop      = 74
	inRight    = 40
	inBottom   = 46
)

// Draw returns a picture of charts in two columns, with a heading, a description for screen
// readers, and a line of text below the heading.
func Draw(title, description, line string, charts ...Chart) string {
	rows := (len(charts) + 1) / 2
	p := NewPicture(2*width+Margin, headHeight+height*float64(rows), title, description, line)

	for i, c := range charts {
		x, y := Margin+width*float64(i%2), headHeight+height*float64(i/2)
		p.Text(x, y+16, "text title", "start", c.Title)
		c.draw(p, x, y, width, height)
	}

	return p.String()
}

// Save writes the chart as an SVG file.
func (c Chart) Save(file string) error {
	const width, height, top = 680, 400, 36
	p := NewPicture(width, height, c.Title, "Lines over "+c.X, c.Y)
	c.draw(p, Margin, top, width-Margin, height-top)
	return os.WriteFile(file, []byte(p.String()), 0o666)
}

// draw draws the axes, the lines and their names. The upper left corner of the chart is the point
// (left, top), in pixels.
func (c Chart) draw(p *Picture, left, top, width, height float64) {
	x := Axis{From: left + inLeft, To: left + width - inRight, Log: c.LogX}
	y := Axis{From: top + height - inBottom, To: top + inTop, Log: c.LogY}
	c.fit(&x, &y)

	for _, value := range y.Marks() {
		p.Path("grid", [2]float64{x.From, y.At(value)}, [2]float64{x.To, y.At(value)})
		p.Text(x.From-6, y.At(value)+4, "muted", "end", number(value))
	}
	for _, value := range c.marks(x) {
		p.Text(x.At(value), y.From+17, "muted", "middle", number(value))
	}

	p.Text((x.From+x.To)/2, y.From+34, "muted", "middle", c.X)

	at := [2]float64{left, top + 36}
	for _, l := range c.Lines {
		nameWidth := 38 + 6.3*float64(len(l.Name))
		if at[0]+nameWidth > left+width {
			at = [2]float64{left, at[1] + 17}
		}

		l.draw(p, x, y, at)
		at[0] += nameWidth
	}
}

// fit sets the range of values of each axis, so that the axes contain all points. A logarithmic y
// axis begins and ends at a power of ten. An axis that is not logarithmic begins at 0.
func (c Chart) fit(x, y *Axis) {
	values := c.values(0)
	if len(values) == 0 {
		return
	}

	x.Most = slices.Max(values)
	if x.Log {
		x.Least = slices.Min(values)
	}

	values = c.values(1)
	y.Most = slices.Max(values)
	switch {
	case y.Log:
		y.Least = math.Pow(10, math.Floor(math.Log10(slices.Min(values))))
		y.Most = math.Pow(10, math.Ceil(math.Log10(y.Most)))
	case y.Most > 0:
		y.Most = step(y.Most) * math.Ceil(y.Most/step(y.Most))
	}
}

// marks returns the values that are written at the x axis. On a logarithmic axis these are the
// values of the points.
func (c Chart) marks(x Axis) []float64 {
	if !x.Log {
		return x.Marks()
	}

	values := c.values(0)
	slices.Sort(values)
	return slices.Compact(values)
}

// values returns one coordinate of all points. The argument coordinate is 0 for x and 1 for y.
func (c Chart) values(coordinate int) (all []float64) {
	for _, l := range c.Lines {
		for _, point := range l.Points {
			all = append(all, point[coordinate])
		}
	}
	return all
}

// draw draws the line. It writes the name of the line at the point in the argument legend.
func (l Line) draw(p *Picture, x, y Axis, legend [2]float64) {
	class := fmt.Sprintf("curve curve%d", l.Color%curves)
	style := class
	if l.Dashed {
		style += " dashed"
	}

	var points [][2]float64
	for _, point := range l.Points {
		at := [2]float64{x.At(point[0]), y.At(point[1])}
		points = append(points, at)
		p.circle(class, at[0], at[1], 3)
	}

	if points != nil {
		p.Path(style, points...)
	}
	p.Path(style, legend, [2]float64{legend[0] + 16, legend[1]})
	p.Text(legend[0]+21, legend[1]+4, "text", "start", l.Name)
}
