package main

import (
	"fmt"
	"strings"
)

// A table has the counts of one platform. Its text is one line with the platform and one line for
// each count.
type table struct {
	platform string
	rows     []row
}

// A row is the number of instructions of one operation on one workload.
type row struct {
	name  string
	count int
}

func (t table) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, t.platform)
	for _, r := range t.rows {
		fmt.Fprintf(&b, "%-34s %9d\n", r.name, r.count)
	}
	return b.String()
}

func parse(s string) (table, error) {
	first, rest, _ := strings.Cut(s, "\n")
	t := table{platform: first}
	for line := range strings.Lines(rest) {
		var r row
		if _, err := fmt.Sscan(line, &r.name, &r.count); err != nil {
			return table{}, fmt.Errorf("%q is not a count: %w", strings.TrimSuffix(line, "\n"), err)
		}
		t.rows = append(t.rows, r)
	}

	return t, nil
}

// most is the greatest factor by which a new count may exceed an old count of the same operation.
const most = 1.01

// over compares the rows of t with the rows of an older table. The report has a line for each row.
// The second result is the number of rows whose count is too high, or that the older table does not
// have.
func (t table) over(old table) (report string, slower int) {
	var b strings.Builder
	for _, r := range t.rows {
		was := old.count(r.name)
		note := ""
		if !old.allows(r) {
			note = "  MORE"
			slower++
		}

		fmt.Fprintf(&b, "%-34s %9d -> %9d %6.3f%s\n", r.name, was, r.count,
			float64(r.count)/float64(was), note)
	}

	return b.String(), slower
}

// count returns the count of the row with this name, or 0 if there is no such row.
func (t table) count(name string) int {
	for _, r := range t.rows {
		if r.name == name {
			return r.count
		}
	}
	return 0
}

// allows reports whether the count of a newer row is low enough, compared with t.
func (t table) allows(r row) bool { return float64(r.count) <= most*float64(t.count(r.name)) }
