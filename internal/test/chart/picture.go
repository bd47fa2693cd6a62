package chart

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// A Picture builds an SVG. Its colors are classes with a value for light pages and a value for dark
// pages.
type Picture struct{ b strings.Builder }

// A Class is the style of an element: one property, with its color on light and dark pages.
type Class struct{ Name, Property, Light, Dark string }

// Classes returns the classes that have colors. The classes head, title, curve and dashed are not
// among them.
func Classes() []Class {
	return []Class{
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

// curves is the number of classes for curves: curve0, curve1 and so on. Readers who do not see red
// or green can distinguish the colors of these classes.
const curves = 5

// styles returns the style sheet of a picture.
func styles() string {
	var light, dark strings.Builder
	for _, c := range Classes() {
		fmt.Fprintf(&light, ".%s{%s:%s}", c.Name, c.Property, c.Light)
		fmt.Fprintf(&dark, ".%s{%s:%s}", c.Name, c.Property, c.Dark)
	}

	return "text{font:12px system-ui,-apple-system," +
		"'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif}" +
		".head{font-size:18px;font-weight:600}.title{font-size:13px;font-weight:600}" +
		".frame,.grid,.curve{fill:none}.curve{stroke-width:2}.dashed{stroke-dasharray:5 3}" +
		light.String() + "@media (prefers-color-scheme:dark){" + dark.String() + "}"
}

// Margin is the space at the sides of a picture.
const Margin = 20

// NewPicture begins a picture with a heading and a line of text below it. The description is for
// screen readers.
func NewPicture(width, height float64, title, description, line string) *Picture {
	p := new(Picture)
	p.element(`<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" `+
		`viewBox="0 0 %g %g" role="img" aria-labelledby="title desc">`,
		width, height, width, height)
	p.element(`<title id="title">%s</title>`, escaped(title))
	p.element(`<desc id="desc">%s</desc>`, escaped(description))
	p.element("<style>%s</style>", styles())
	p.element(`<rect class="page" width="%g" height="%g" rx="6"/>`, width, height)
	p.element(`<rect class="frame" x="0.5" y="0.5" width="%g" height="%g" rx="6"/>`, width-1,
		height-1)
	p.Text(Margin, 32, "text head", "start", title)
	p.Text(Margin, 52, "muted", "start", line)

	return p
}

func (p *Picture) element(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

// Text writes the text s. The anchor says whether the start, the middle or the end of the text is
// at x.
func (p *Picture) Text(x, y float64, class, anchor, s string) {
	p.element(`<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, class, x, y, anchor,
		escaped(s))
}

// Bar draws a filled rectangle with its upper left corner at x and y.
func (p *Picture) Bar(x, y, width, height float64, class string) {
	p.element(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"/>`, class, x,
		y, width, height)
}

// Path draws straight lines through the points.
func (p *Picture) Path(class string, points ...[2]float64) {
	command := "M"
	var b strings.Builder
	for _, at := range points {
		fmt.Fprintf(&b, "%s%.1f %.1f", command, at[0], at[1])
		command = "L"
	}
	p.element(`<path class="%s" d="%s"/>`, class, b.String())
}

func (p *Picture) circle(class string, x, y, r float64) {
	p.element(`<circle class="%s" cx="%.1f" cy="%.1f" r="%g"/>`, class, x, y, r)
}

// String returns the SVG.
func (p *Picture) String() string { return p.b.String() + "</svg>\n" }

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder never fails
	return b.String()
}
