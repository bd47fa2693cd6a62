package main

import (
	"context"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/chart"
	"godotvariant/internal/test/testkit"
)

// TestWrite: the committed documents and charts have the current candidates and workloads. The
// files that the program writes into a copy of the project have them, too.
func TestWrite(t *testing.T) {
	checkWritten(t, ".")

	o := options{
		base: "godotvariant", settings: settings{rounds: 1, sample: time.Microsecond}, most: 100,
		play: 50 * time.Millisecond, write: true, dir: t.TempDir(),
	}
	folder := filepath.Join(o.dir, "bench")
	require.NoError(t, os.Mkdir(folder, 0o755))
	text := testkit.Must(os.ReadFile("README.md"))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "README.md"), text, 0o644))

	require.NoError(t, run(context.Background(), o, io.Discard, io.Discard))
	checkWritten(t, folder)
}

func checkWritten(t *testing.T, folder string) {
	text := testkit.Must(os.ReadFile(filepath.Join(folder, "README.md")))

	summary := section(t, string(text), "summary")
	assert.Regexp(t, `structs: godotvariant [\d.]+ [nµm]?s and [\d.]+ [nµm]?s,\n  generated`,
		summary)
	assert.Regexp(t, `any type: godotvariant [\d.]+ [nµm]?s and [\d.]+ [nµm]?s,\n  cbor`, summary)
	assert.Regexp(t, `Time grows linearly: an entity in a scene of [\d,]+ takes [\d.]+ times`,
		summary)
	assert.Regexp(t, `with \d+ clients at 20\sHz:\sgodotvariant [\d.]+\sµs`, summary)
	assert.NotContains(t, summary, "–", "a figure that is missing")

	tables := parseTables(t, section(t, string(text), "speed"))
	require.Len(t, tables, 1)
	checkSpeed(t, tables[0])
	tables = parseTables(t, section(t, string(text), "text"))
	require.Len(t, tables, 1)
	checkText(t, tables[0])
	tables = parseTables(t, section(t, string(text), "growth"))
	require.Len(t, tables, len(panels()))

	for i, p := range panels() {
		checkGrowth(t, p, tables[i])
	}

	checkPeers(t, parseTables(t, section(t, string(text), "peers")))

	for _, name := range []string{"speed.svg", "growth.svg", "peers.svg"} {
		text := testkit.Must(os.ReadFile(filepath.Join(folder, name)))
		checkSVG(t, name, string(text))
	}
}

// checkSpeed requires that a table has a figure for each candidate, workload and direction, unless
// the candidate can't encode or can't decode the workload.
func checkSpeed(t *testing.T, table [][]string) {
	figure := regexp.MustCompile(`^([\d.]+ ([nµm]?s)|<?[\d.]+×)$`)
	cells := map[string]string{}
	for _, row := range table[1:] {
		for i, workload := range table[0][2:] {
			cells[row[0]+" "+workload+", "+row[1]] = row[i+2]
		}
	}

	for _, w := range workloads() {
		for _, l := range locals() {
			trip := testkit.Must(l.trip(w))
			for way, has := range map[direction]bool{encode: trip.encode != nil,
				decode: trip.decode != nil} {
				name := string(way) + " " + w.name + ", " + l.name
				if has {
					assert.Regexp(t, figure, cells[name], name)
				} else {
					assert.Contains(t, []string{"", "–"}, cells[name], name)
				}
			}
		}
	}
}

// checkText requires that the table of text and JSON has each candidate and workload.
func checkText(t *testing.T, table [][]string) {
	assert.Equal(t, convert(messages(), func(w workload) string { return w.name }), table[0][2:])

	rows := map[string]bool{}
	for _, row := range table[1:] {
		rows[row[1]] = true
		assert.NotContains(t, row, "–")
	}

	for _, c := range textCandidates() {
		assert.Contains(t, rows, c.name)
	}
}

// checkGrowth requires that a table has the sizes of the panel, and a figure for each size. The
// last column must be the greatest figure divided by the smallest.
func checkGrowth(t *testing.T, p panel, table [][]string) {
	assert.Equal(t, p.sizeName, table[0][0])
	columns := table[0][1 : len(table[0])-1]
	assert.Equal(t, convert(p.sizes[:len(columns)], chart.Grouped), columns)
	works := testkit.Must(p.open(1))
	assert.Equal(t, convert(works, func(w work) string { return w.name }),
		convert(table[1:], func(row []string) string { return row[0] }))

	for _, row := range table[1:] {
		figures := convert(row[1:], func(cell string) float64 {
			x := testkit.Must(strconv.ParseFloat(cell, 64))
			assert.Positive(t, x)
			return x
		})

		last := len(figures) - 1
		assert.InEpsilon(t, slices.Max(figures[:last])/slices.Min(figures[:last]), figures[last],
			0.15, row)
	}
}

// checkPeers requires that the tables of servers have all servers of this machine.
func checkPeers(t *testing.T, tables [][][]string) {
	require.Len(t, tables, 2)
	for _, table := range tables {
		assert.Equal(t, []string{"clients", "10", "50", "100"}, table[0][:4])
		rows := map[string]bool{}
		for _, row := range table[1:] {
			rows[row[0]] = true
			for _, cell := range row[1:] {
				assert.Positive(t, testkit.Must(strconv.ParseFloat(cell, 64)))
			}
		}

		assert.True(t, rows["godotvariant"])
		for _, k := range kinds() {
			assert.True(t, rows[k.name] || k.missing != nil, k.name)
		}
	}
}

// checkSVG checks that a chart is XML with a size and a description, and that all its colors are
// defined for light and for dark pages.
func checkSVG(t *testing.T, name, svg string) {
	var root struct {
		XMLName xml.Name
		Role    string  `xml:"role,attr"`
		Width   float64 `xml:"width,attr"`
		Title   string  `xml:"title"`
		Desc    string  `xml:"desc"`
		Style   string  `xml:"style"`
	}

	require.NoError(t, xml.Unmarshal([]byte(svg), &root), name)
	assert.Equal(t, xml.Name{Space: "http://www.w3.org/2000/svg", Local: "svg"}, root.XMLName, name)
	assert.Equal(t, "img", root.Role, name)
	assert.LessOrEqual(t, root.Width, 900.0, name)
	assert.NotEmpty(t, root.Title, name)
	assert.NotEmpty(t, root.Desc, name)
	light, dark, ok := strings.Cut(root.Style, "@media (prefers-color-scheme:dark)")
	assert.True(t, ok, name)

	for _, c := range chart.Classes() {
		assert.Contains(t, light, "."+c.Name+"{"+c.Property+":"+c.Light+"}", name)
		assert.Contains(t, dark, "."+c.Name+"{"+c.Property+":"+c.Dark+"}", name)
	}

	known := strings.Fields("head title curve dashed")
	known = append(known, convert(chart.Classes(), func(c chart.Class) string { return c.Name })...)
	for _, class := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
		assert.Subset(t, known, strings.Fields(class[1]), name)
	}

	assert.NotRegexp(t, `NaN|Inf`, svg, name)
}

// section returns a section of a document.
func section(t *testing.T, text, name string) string {
	_, rest, ok := strings.Cut(text, "<!-- begin "+name+" -->\n")
	require.True(t, ok, name)
	content, _, ok := strings.Cut(rest, "<!-- end "+name+" -->\n")
	require.True(t, ok, name)
	return content
}

// parseTables returns the cells of the tables of a document, without the lines below the headings.
// Each row has as many cells as the heading.
func parseTables(t *testing.T, text string) (tables [][][]string) {
	for _, block := range regexp.MustCompile(`(?m)(^\|.*\n)+`).FindAllString(text, -1) {
		var table [][]string
		for line := range strings.Lines(block) {
			cells := convert(strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|"),
				strings.TrimSpace)
			if !strings.HasPrefix(line, "|--") {
				table = append(table, cells)
			}
			require.Len(t, cells, len(table[0]), line)
		}

		tables = append(tables, table)
	}

	return tables
}

// TestRefuses: the program refuses options that do not fit together, and options that select
// nothing.
func TestRefuses(t *testing.T) {
	good := settings{rounds: 1}
	for want, o := range map[string]options{
		`no workload matches "poetry"`: {workloads: "poetry", base: "copy", candidates: "^$",
			settings: good},
		"-rounds 0: it must":         {},
		"missing closing )":          {workloads: "(", settings: good},
		"can't be used with -growth": {write: true, growth: true, settings: good},
		"has no chart":               {text: true, svg: "x.svg", settings: good},
		"in the directory":           {write: true, dir: t.TempDir(), settings: good},
	} {
		assert.ErrorContains(t, run(context.Background(), o, io.Discard, io.Discard), want)
	}

	_, err := openDocument("write_test.go", "growth")
	assert.ErrorContains(t, err, "has no lines")
}

// TestGrowthChart measures the growth, and draws its chart to a file.
func TestGrowthChart(t *testing.T) {
	o := options{
		growth: true, most: 1, settings: settings{rounds: 1},
		svg: filepath.Join(t.TempDir(), "x.svg"),
	}

	require.NoError(t, run(context.Background(), o, io.Discard, io.Discard))
	checkSVG(t, "growth", string(testkit.Must(os.ReadFile(o.svg))))
}

// TestDocument: a new text of a section replaces the old text. The text before and after the
// section does not change.
func TestDocument(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.md")
	old := "before\n<!-- begin growth -->\nold\n<!-- end growth -->\nafter\n"
	require.NoError(t, os.WriteFile(file, []byte(old), 0o644))

	d, err := openDocument(file, "growth")
	require.NoError(t, err)
	require.NoError(t, d.set("growth", "new\n"))
	require.NoError(t, d.save())
	assert.Equal(t, strings.Replace(old, "old", "new", 1), string(testkit.Must(os.ReadFile(file))))
}
