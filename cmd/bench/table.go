package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A table has a row for each candidate and direction, and a column for each workload. The field
// base is the name of a candidate. The rows of this candidate show times. All other rows show their
// time divided by the time of this candidate.
type table struct {
	base  string
	lanes []*lane
}

// markdown returns the table and its largest uncertainty, as text.
func (t table) markdown() string {
	var b strings.Builder
	columns := t.columns()
	fmt.Fprintf(&b, "| | | %s |\n|---|---|%s\n", strings.Join(columns, " | "),
		strings.Repeat("---:|", len(columns)))

	for _, d := range []direction{encode, decode} {
		for _, row := range t.rows(d) {
			cells := convert(columns, func(column string) string { return t.cell(row, column, d) })
			fmt.Fprintf(&b, "| %s | %s | %s |\n", d, row, strings.Join(cells, " | "))
		}
	}

	fmt.Fprintf(&b, "\nRows of %s: time of the fastest sample. "+
		"All others: their fastest sample over that of %s.\n",
		t.base, t.base)

	if name, factor := t.worst(); factor > 1 {
		fmt.Fprintf(&b, "Medians of the samples give ratios "+
			"that differ by a factor of %.2f at most (%s).\n",
			factor, name)
	}

	return b.String()
}

func (t table) columns() []string {
	var names []string
	for _, l := range t.lanes {
		if !slices.Contains(names, l.workload) {
			names = append(names, l.workload)
		}
	}
	return names
}

// rows returns the names of the candidates in the rows of encoding or of decoding. The first name
// is t.base.
func (t table) rows(d direction) []string {
	var names []string
	for _, l := range t.lanes {
		if l.direction == d && l.candidate != t.base && !slices.Contains(names, l.candidate) {
			names = append(names, l.candidate)
		}
	}
	return append([]string{t.base}, names...)
}

func (t table) find(candidate, workload string, d direction) *lane {
	i := slices.IndexFunc(t.lanes, func(l *lane) bool {
		return l.candidate == candidate && l.workload == workload && l.direction == d
	})
	if i < 0 {
		return nil
	}
	return t.lanes[i]
}

func (t table) cell(candidate, workload string, d direction) string {
	if candidate == t.base {
		return t.time(candidate, workload, d)
	}

	l, base := t.find(candidate, workload, d), t.find(t.base, workload, d)
	if l == nil || base == nil {
		return "–"
	}

	return ratio(l.fastest() / base.fastest())
}

func (t table) time(candidate, workload string, d direction) string {
	l := t.find(candidate, workload, d)
	if l == nil {
		return "–"
	}
	return duration(l.fastest())
}

// worst returns the name of the cell with the largest uncertainty. A cell has two ratios: one of
// the fastest samples, and one of the medians. The result factor is the larger ratio divided by the
// smaller ratio.
func (t table) worst() (name string, factor float64) {
	for _, l := range t.lanes {
		base := t.find(t.base, l.workload, l.direction)
		if base == nil {
			continue
		}

		change := (l.median() / base.median()) / (l.fastest() / base.fastest())
		change = max(change, 1/change)
		if change > factor {
			name = fmt.Sprintf("%s %s, %s", l.direction, l.workload, l.candidate)
			factor = change
		}
	}

	return name, factor
}

// duration formats nanoseconds with two or three digits.
func duration(ns float64) string { return inUnit(ns, digits) }

// inUnit formats nanoseconds in the largest unit in which they are at least 1, or in ns.
func inUnit(ns float64, format func(x float64) string) string {
	for _, unit := range []string{"ns", "µs", "ms"} {
		if ns < 1000 {
			return format(ns) + " " + unit
		}
		ns /= 1000
	}
	return format(ns) + " s"
}

// ratio formats a factor with two or three digits.
func ratio(x float64) string {
	if x < 0.001 {
		return "<0.001×"
	}
	return digits(x) + "×"
}

func digits(x float64) string {
	decimals := 0
	if x > 0 && x < 100 {
		decimals = min(3, 1-int(math.Floor(math.Log10(x))))
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
