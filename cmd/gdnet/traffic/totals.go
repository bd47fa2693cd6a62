package traffic

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
)

// A rowKey is the key of a row: a kind of packets, and their direction.
type rowKey struct {
	fromServer bool
	what       string
}

// A row counts the packets of one kind.
type row struct {
	rowKey
	packets, bytes int
}

// totals has the counters of a connection.
type totals struct {
	rows  []*row // in the order of their first packet
	index map[rowKey]*row
}

// kinds is the limit for the number of rows of a connection. If a connection has as many rows,
// packets of further kinds count as "other", in one more row for each direction.
const kinds = 256

// count counts a message.
func (t *totals) count(fromServer bool, what string, bytes int) {
	key := rowKey{fromServer, what}
	if t.index[key] == nil && len(t.rows) >= kinds {
		key.what = "other"
	}
	if t.index == nil {
		t.index = map[rowKey]*row{}
	}

	r := t.index[key]
	if r == nil {
		r = &row{rowKey: key}
		t.index[key] = r
		t.rows = append(t.rows, r)
	}
	r.packets++
	r.bytes += bytes
}

// write writes the rows in the order of decreasing bytes.
func (t *totals) write(out io.Writer) error {
	slices.SortStableFunc(t.rows, func(a, b *row) int { return cmp.Compare(b.bytes, a.bytes) })
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "packets\tbytes\tbytes each\t\n")

	for _, r := range t.rows {
		arrow := ">"
		if r.fromServer {
			arrow = "<"
		}
		fmt.Fprintf(w, "%d\t%d\t%.1f\t  %s %s\n", r.packets, r.bytes,
			float64(r.bytes)/float64(r.packets), arrow, printable(r.what))
	}
	return w.Flush()
}

// printable returns a name without control characters.
func printable(s string) string {
	if len(s) > 100 {
		s = s[:100] + "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, s)
}
