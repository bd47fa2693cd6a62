// Package chart draws the figures of programs that measure, as SVG.
package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Chart has lines over one axis.
type Chart struct {
	Title, X, Y string // the texts of the chart and its axes
	LogY        bool   // whether the vertical axis is logarithmic
	Lines       []Line
}

// A Line goes through points.
type Line struct {
	Name   string
	Dashed bool
	Color  int // lines of one number have one color
	Points [][2]float64
}

// colors can be told apart by readers who do not see red or green.
var colors = [...]color.RGBA{
	{0x09, 0x69, 0xda, 0xff}, {0xbc, 0x4c, 0x00, 0xff}, {0x1a, 0x7f, 0x37, 0xff},
	{0x82, 0x50, 0xdf, 0xff}, {0x59, 0x63, 0x6e, 0xff},
}

// Save writes the chart to an SVG file.
func (c Chart) Save(file string) error {
	p := plot.New()
	p.Title.Text = c.Title
	p.X.Label.Text = c.X
	p.Y.Label.Text = c.Y
	p.Legend.Top = true
	p.Legend.Left = true
	p.Add(plotter.NewGrid())

	if c.LogY {
		p.Y.Scale = plot.LogScale{}
		p.Y.Tick.Marker = plot.LogTicks{Prec: -1}
	} else {
		p.Y.Min = 0
	}

	for _, l := range c.Lines {
		if err := l.add(p); err != nil {
			return err
		}
	}

	return p.Save(18*vg.Centimeter, 10*vg.Centimeter, file)
}

// add adds the line and its name to a plot.
func (l Line) add(p *plot.Plot) error {
	points := make(plotter.XYs, len(l.Points))
	for i, at := range l.Points {
		points[i] = plotter.XY{X: at[0], Y: at[1]}
	}

	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}

	line.Width = vg.Points(1.5)
	line.Color = colors[l.Color%len(colors)]
	dots.Color = line.Color
	dots.Shape = draw.CircleGlyph{}
	if l.Dashed {
		line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
	}

	p.Add(line, dots)
	p.Legend.Add(l.Name, line, dots)
	return nil
}
