package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"godotvariant/internal/test/chart"
)

// A group is the part of the chart for one workload.
type group struct{ workload, title string }

func groups() []group {
	return []group{
		{"entity", "A message: one entity, a Dictionary with 10 keys"},
		{"scene100", "A snapshot: an Array of 100 entities"},
		{"pvec3_100k", "A mesh: a PackedVector3Array of 100,000"},
	}
}

// A row is the line of a group that has the bars of one candidate. Every group has the same rows.
type row struct{ candidate, label, class string }

func rows() []row {
	return []row{
		{"godotvariant", "godotvariant, values", "own"},
		{"godotvariant, structs", "godotvariant, structs", "own"},
		{"godotvariant, structs reused", "… structs used again", "own"},
		{"floor, values", "floor, values", "floor"},
		{"floor, structs", "floor, structs", "floor"},
		{"msgp, generated", "msgp, generated code", "other"},
		{"cbor, structs", "cbor", "other"},
		{"msgpack, structs", "msgpack", "other"},
		{"json, structs", "encoding/json", "other"},
		{"gob, structs", "encoding/gob", "other"},
		{"structpb", "protobuf structpb", "other"},
		{"Godot 3", "Godot 3", "engine"},
		{"Godot 4", "Godot 4", "engine"},
	}
}

// Sizes in the chart of speed, in pixels.
const (
	chartWidth  = 880
	chartTop    = 72
	chartBottom = 60
	labelWidth  = 154 // width of the candidates' names
	figureWidth = 124 // width of the figures to the right of the bars
	gap         = 16  // distance between the panels of encoding and decoding
	panelWidth  = (chartWidth - 2*chart.Margin - labelWidth + gap) / 2
	groupHeight = 76 // height of a group's title and axis, without its rows
	rowHeight   = 17
	barHeight   = 11
)

// svg draws the chart: a group of bars for each workload, a panel for each direction.
func (s speed) svg() string {
	charted := slices.DeleteFunc(groups(), func(g group) bool {
		return !slices.Contains(s.columns(), g.workload)
	})

	shown := slices.DeleteFunc(rows(), func(r row) bool {
		return !slices.ContainsFunc(s.lanes, func(l *lane) bool {
			return l.candidate == r.candidate
		})
	})

	barsHeight := rowHeight * float64(len(shown))
	height := chartTop + float64(len(charted))*(groupHeight+barsHeight) + chartBottom
	d := chart.NewPicture(chartWidth, height,
		"Time to encode and to decode: a shorter bar is faster", s.description(),
		fmt.Sprintf("%s; fastest of %d samples", s.about.short(), s.about.settings.rounds))

	y := float64(chartTop)
	for _, g := range charted {
		top := y + 44
		d.Text(chart.Margin, y+16, "text title", "start", g.title)

		for i, r := range shown {
			d.Text(chart.Margin+labelWidth-8, top+rowHeight*(float64(i)+0.5)+4, "text", "end",
				r.label)
		}

		for i, way := range []direction{encode, decode} {
			x := chart.Margin + labelWidth + panelWidth*float64(i)
			a := s.axis(g.workload, x)
			d.Text(x, y+36, "text", "start", string(way))
			d.Text(x+panelWidth-gap, y+36, "muted", "end", "over "+s.baseLabel())
			drawScale(d, a, top, top+barsHeight)

			for k, r := range shown {
				s.bar(d, a, r, g.workload, way, top+rowHeight*(float64(k)+0.5))
			}
		}

		y += groupHeight + barsHeight
	}

	d.Text(chart.Margin, y+16, "muted", "start",
		"Time for one value on a logarithmic scale: each line is ten times the line before it.")
	s.legend(d, y+38)
	return d.String()
}

// baseLabel returns the name of the base in the chart.
func (s speed) baseLabel() string {
	for _, r := range rows() {
		if r.candidate == s.base {
			return strings.TrimPrefix(r.label, "godotvariant, ")
		}
	}
	return s.base
}

// description returns the main result of the chart in words.
func (s speed) description() string {
	return "Bars for this library, other codecs, the engine and a floor. " +
		strings.ReplaceAll(s.summary(), "\n", " ")
}

// bar draws a bar and its figures.
func (s speed) bar(
	d *chart.Picture, a chart.Axis, r row, workload string, way direction, y float64,
) {
	l := s.find(r.candidate, workload, way)
	if l == nil {
		d.Text(a.From+4, y+4, "muted", "start", "no such form")
		return
	}

	end := a.At(l.fastest())
	d.Bar(a.From, y-barHeight/2.0, end-a.From, barHeight, r.class)
	d.Text(end+5, y+4, "text", "start", duration(l.fastest()))

	if r.candidate != s.base {
		d.Text(a.From+panelWidth-gap, y+4, "muted", "end", s.cell(r.candidate, workload, way))
	}
}

// legend draws the meaning of the colors.
func (s speed) legend(d *chart.Picture, y float64) {
	x := float64(chart.Margin)

	for _, c := range []struct {
		class, label string
		width        float64
	}{
		{"own", "this library", 116},
		{"floor", "floor: code for just these values", 250},
		{"other", "other Go codecs, with structs", 230},
		{"engine", "engine, in a loop of GDScript", 0},
	} {
		d.Bar(x, y-9, 10, 10, c.class)
		d.Text(x+16, y, "muted", "start", c.label)
		x += c.width
	}
}

// axis returns the scale of a workload. The left end of the scale is at x. The scales of all
// workloads have the same number of powers of ten. So the same distance stands for the same ratio
// in all scales.
func (s speed) axis(workload string, x float64) chart.Axis {
	least, most := s.powers(workload)
	for _, g := range groups() {
		otherLeast, otherMost := s.powers(g.workload)
		most = max(most, least+otherMost-otherLeast)
	}

	return chart.Axis{
		From: x, To: x + panelWidth - figureWidth,
		Least: math.Pow(10, least), Most: math.Pow(10, most), Log: true,
	}
}

// powers returns the two ends of the scale of a workload, as exponents of ten. The lower end is a
// whole number. It is less than the shortest time, so that each bar has a length above 0. The upper
// end is the longest time.
func (s speed) powers(workload string) (least, most float64) {
	var powers []float64
	for _, r := range rows() {
		for _, way := range []direction{encode, decode} {
			if l := s.find(r.candidate, workload, way); l != nil {
				powers = append(powers, math.Log10(l.fastest()))
			}
		}
	}

	if powers == nil {
		return 0, 0
	}

	return math.Floor(slices.Min(powers) - 0.2), slices.Max(powers)
}

// drawScale draws a line for each power of ten.
func drawScale(d *chart.Picture, a chart.Axis, top, bottom float64) {
	for _, ns := range a.Marks() {
		x := a.At(ns)
		d.Path("grid", [2]float64{x, top - 2}, [2]float64{x, bottom + 2})
		d.Text(x, bottom+16, "muted", "middle", inUnit(ns, func(x float64) string {
			return strconv.FormatFloat(x, 'g', -1, 64)
		}))
	}
}
