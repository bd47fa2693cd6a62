package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// A drawing builds an SVG. Its colours are classes with a value for light pages and a value for
// dark pages.
type drawing struct{ b strings.Builder }

// A class is the style of an element: one property, with its colour on light and dark pages.
type class struct{ name, property, light, dark string }

func classes() []class {
	return []class{
		{"page", "fill", "#ffffff", "#0d1117"},
		{"frame", "stroke", "#d1d9e0", "#3d444d"},
		{"grid", "stroke", "#d8dee4", "#30363d"},
		{"text", "fill", "#1f2328", "#f0f6fc"},
		{"muted", "fill", "#59636e", "#9198a1"},
		{"own", "fill", "#0969da", "#4493f8"},
		{"other", "fill", "#818b98", "#656c76"},
		{"engine", "fill", "#1a7f37", "#3fb950"},
		{"floor", "fill", "#bf8700", "#bb8009"},
		{"curve0", "stroke", "#0969da", "#4493f8"},
		{"curve1", "stroke", "#bc4c00", "#f0883e"},
		{"curve2", "stroke", "#1a7f37", "#3fb950"},
		{"curve3", "stroke", "#8250df", "#ab7df8"},
		{"curve4", "stroke", "#59636e", "#9198a1"},
	}
}

// styles returns the style sheet.
func styles() string {
	var light, dark strings.Builder
	for _, c := range classes() {
		fmt.Fprintf(&light, ".%s{%s:%s}", c.name, c.property, c.light)
		fmt.Fprintf(&dark, ".%s{%s:%s}", c.name, c.property, c.dark)
	}

	return "text{font:12px system-ui,-apple-system," +
		"'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif}" +
		".head{font-size:18px;font-weight:600}.title{font-size:13px;font-weight:600}" +
		".frame,.grid,.curve{fill:none}.curve{stroke-width:2}" +
		light.String() + "@media (prefers-color-scheme:dark){" + dark.String() + "}"
}

// newDrawing begins a drawing with a heading and a line of text below it. The title and the
// description are for screen readers.
func newDrawing(width, height float64, title, description, line string) *drawing {
	d := new(drawing)
	d.element(`<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" `+
		`viewBox="0 0 %g %g" role="img" aria-labelledby="title desc">`,
		width, height, width, height)
	d.element(`<title id="title">%s</title>`, escaped(title))
	d.element(`<desc id="desc">%s</desc>`, escaped(description))
	d.element("<style>%s</style>", styles())
	d.element(`<rect class="page" width="%g" height="%g" rx="6"/>`, width, height)
	d.element(`<rect class="frame" x="0.5" y="0.5" width="%g" height="%g" rx="6"/>`, width-1,
		height-1)
	d.text(margin, 32, "text head", "start", title)
	d.text(margin, 52, "muted", "start", line)

	return d
}

const margin = 20

func (d *drawing) element(format string, args ...any) {
	fmt.Fprintf(&d.b, format+"\n", args...)
}

// text writes s. The anchor is the part of the text that is at x: its start, middle or end.
func (d *drawing) text(x, y float64, class, anchor, s string) {
	d.element(`<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, class, x, y, anchor,
		escaped(s))
}

func (d *drawing) bar(x, y, width, height float64, class string) {
	d.element(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"/>`, class, x,
		y, width, height)
}

// path draws straight lines through the points.
func (d *drawing) path(class string, points ...[2]float64) {
	command := "M"
	var b strings.Builder
	for _, p := range points {
		fmt.Fprintf(&b, "%s%.1f %.1f", command, p[0], p[1])
		command = "L"
	}
	d.element(`<path class="%s" d="%s"/>`, class, b.String())
}

func (d *drawing) circle(class string, x, y, r float64) {
	d.element(`<circle class="%s" cx="%.1f" cy="%.1f" r="%g"/>`, class, x, y, r)
}

func (d *drawing) String() string { return d.b.String() + "</svg>\n" }

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder never fails
	return b.String()
}
