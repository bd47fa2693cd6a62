package session

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/search"
	"godotvariant/cmd/internal/values"
	vmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TableArgs select rows of a table.
type TableArgs struct {
	Path   string `json:"path"`
	From   int    `json:"from"`
	Count  int    `json:"count"`
	Sort   string `json:"sort"` // key of a column, or empty
	Desc   bool   `json:"desc"`
	Filter string `json:"filter"` // a text in any cell
}

// TableAnswer are rows of a table.
type TableAnswer struct {
	Total   int        `json:"total"`
	Trail   string     `json:"trail"` // the path for people
	Columns []Column   `json:"columns"`
	Rows    []TableRow `json:"rows"`
}

// A Column is a key that dictionaries have.
type Column struct {
	Key   string `json:"key"` // GDScript
	Label string `json:"label"`
	Type  string `json:"type"` // type of the first value with this key

	key variant.Variant
}

// A TableRow is a dictionary.
type TableRow struct {
	Path  string       `json:"path"`
	At    int          `json:"at"`
	Cells []*TableCell `json:"cells"` // null where the key is missing
}

// A TableCell is a value.
type TableCell struct {
	Path   string `json:"path"`
	Text   string `json:"text"`
	Type   string `json:"type"`
	Family string `json:"family"`
	Mark   string `json:"mark"`
	Cut    bool   `json:"cut"` // Text is not the exact text of the value, so the cell is read-only
}

// Table returns an array of dictionaries as a table.
func (f *file) Table(a TableArgs) (TableAnswer, error) {
	path, _, v, err := f.parsePath(a.Path)
	if err != nil {
		return TableAnswer{}, err
	}

	array, ok := v.(variant.Array)
	if !ok {
		return TableAnswer{}, message.NewFault("noTable", nil)
	}

	out := TableAnswer{Trail: f.trail(path), Columns: f.columns(array), Rows: []TableRow{}}
	at := f.tableOrder(array, a, out.Columns)
	out.Total = len(at)

	for _, i := range pageOf(at, ChangesArgs{a.From, a.Count}) {
		row := append(slices.Clone(path), variant.Step{Kind: variant.StepIndex, Index: i})
		out.Rows = append(out.Rows, f.tableRow(row, i, array.Items[i], out.Columns))
	}

	return out, nil
}

// columns returns the keys of the dictionaries in an array, in the order of their first use.
func (f *file) columns(a variant.Array) []Column {
	const mostColumns, looked = 100, 10_000
	list := []Column{}

	for _, item := range a.Items[:min(looked, len(a.Items))] {
		d, _ := item.(variant.Dictionary)
		for i, p := range d.Pairs {
			same := func(c Column) bool { return variant.KeyEqual(c.key, p.Key) }
			if i < len(list) && same(list[i]) || len(list) == mostColumns ||
				slices.ContainsFunc(list, same) {
				continue
			}

			step := variant.Step{Kind: variant.StepKey, Key: p.Key}
			list = append(list, Column{f.doc.Text(p.Key), look.Label(step),
				values.TypeOf(p.Value), p.Key})
		}
	}

	return list
}

// tableOrder returns the indices of the rows that the filter accepts, in sorted order.
func (f *file) tableOrder(a variant.Array, args TableArgs, columns []Column) []int {
	const slice = 512 // rows
	var list []int
	filter := strings.ToLower(args.Filter)

	for i, item := range a.Items {
		if i%slice == slice-1 {
			f.session.report("table", int64(i), int64(len(a.Items)))
		}

		d, ok := item.(variant.Dictionary)
		if ok && (filter == "" || hasText(d, filter)) {
			list = append(list, i)
		}
	}

	i := slices.IndexFunc(columns, func(c Column) bool { return c.Key == args.Sort })
	if i >= 0 {
		f.sortRows(list, a, columns[i].key, args.Desc)
	}
	return list
}

// hasText reports whether a value of a dictionary contains a text, which is in lower case.
func hasText(d variant.Dictionary, text string) bool {
	return slices.ContainsFunc(d.Pairs, func(p variant.Pair) bool {
		return strings.Contains(strings.ToLower(search.Text(p.Value)), text)
	})
}

// sortRows orders rows by their values of a key.
func (f *file) sortRows(rows []int, a variant.Array, key variant.Variant, desc bool) {
	const slice = 4096 // comparisons
	cells := make([]variant.Variant, len(a.Items))
	for _, i := range rows {
		v, _ := a.Items[i].(variant.Dictionary).Get(key)
		cells[i] = values.OrNil(v)
	}

	done := 0
	total := len(rows) * bits.Len(uint(len(rows))) // an estimate
	slices.SortStableFunc(rows, func(x, y int) int {
		done++
		if done%slice == 0 {
			f.session.report("table", int64(min(done, total)), int64(total))
		}

		order := compareValues(cells[x], cells[y])
		if desc {
			return -order
		}
		return order
	})
}

// compareValues compares numbers of any types by their size, and other values as package tree does.
func compareValues(a, b variant.Variant) int {
	x, isX := numberOf(a)
	y, isY := numberOf(b)
	if isX && isY {
		return cmp.Compare(x, y)
	}
	return tree.Compare(a, b)
}

// numberOf returns the number of an Int, Float or Bool.
func numberOf(v variant.Variant) (float64, bool) {
	switch v := v.(type) {
	case variant.Int:
		return float64(v), true
	case variant.Float:
		return float64(v), true
	case variant.Bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

func (f *file) tableRow(path variant.Path, at int, v variant.Variant, columns []Column) TableRow {
	row := TableRow{Path: path.String(), At: at, Cells: make([]*TableCell, len(columns))}
	d, _ := v.(variant.Dictionary)

	for i, c := range columns {
		value, ok := d.Get(c.key)
		if !ok {
			continue
		}

		cell := append(slices.Clone(path), variant.Step{Kind: variant.StepKey, Key: c.key}).String()
		value = values.OrNil(value)
		text := look.Summary(value, values.Of(value).N)
		row.Cells[i] = &TableCell{Path: cell, Text: text, Type: values.TypeOf(value),
			Family: look.Family(value), Cut: isCut(value, text)}
		if m := f.marks().At(cell); m != nil {
			row.Cells[i].Mark = m.Kind
		}
	}

	return row
}

// isCut reports whether a line of a table differs from the text of a value, for example because the
// line has no line breaks.
func isCut(v variant.Variant, line string) bool {
	switch v := v.(type) {
	case variant.String:
		return string(v) != line
	case variant.StringName:
		return string(v) != line
	}
	return false
}

// GridArgs select a grid.
type GridArgs struct {
	Path  string `json:"path"`
	Width int    `json:"width"` // width of the grid of an array; 0 for a square
}

// GridAnswer has the cells of a grid of numbers, row by row.
type GridAnswer struct {
	Width  int        `json:"width"`
	Height int        `json:"height"`
	Min    float64    `json:"min"`
	Max    float64    `json:"max"`
	Origin [2]int     `json:"origin"`
	Cells  []*float64 `json:"cells"` // null if the part is no number
	At     []int      `json:"at"`    // for each cell: the index of its part, or -1
}

// mostCells is the greatest number of cells of a grid.
const mostCells = 65_536

// Grid returns a packed array, or a dictionary whose keys are Vector2i, as a grid.
func (f *file) Grid(a GridArgs) (GridAnswer, error) {
	_, _, v, err := f.parsePath(a.Path)
	if err != nil {
		return GridAnswer{}, err
	}

	width, height := look.GridSize(v)
	p := values.Of(v)
	_, cells := v.(variant.Dictionary)

	if a.Width > 0 && !cells {
		width = a.Width
		height = (p.N + width - 1) / width
	}
	if width <= 0 || width*height > mostCells || p.N == 0 {
		return GridAnswer{}, message.NewFault("noGrid", nil)
	}

	out := GridAnswer{Width: width, Height: height, Cells: make([]*float64, width*height),
		At: slices.Repeat([]int{-1}, width*height)}
	if d, ok := v.(variant.Dictionary); ok {
		box, _ := look.CellBox(d)
		out.Origin = [2]int{int(box.Position.X), int(box.Position.Y)}
	}

	out.fill(p, cells)
	return out, nil
}

// fill sets the cells.
func (g *GridAnswer) fill(p values.Parts, keyed bool) {
	first := true

	for i := range min(p.N, mostCells) {
		part := p.At(i)
		at := i
		if keyed {
			k, _ := part.Step.Key.(vmath.Vector2i)
			at = (int(k.Y)-g.Origin[1])*g.Width + int(k.X) - g.Origin[0]
		}

		x, ok := numberOf(part.Value)
		if !ok || at < 0 || at >= len(g.Cells) {
			continue
		}

		g.Cells[at] = &x
		g.At[at] = i
		if first {
			g.Min = x
			g.Max = x
			first = false
		}
		g.Min = min(g.Min, x)
		g.Max = max(g.Max, x)
	}
}

// PointsAnswer are points to draw.
type PointsAnswer struct {
	Points [][2]float64 `json:"points"`
}

// Points returns the points of a PackedVector2Array, or of an array of Vector2.
func (f *file) Points(a PathArgs) (PointsAnswer, error) {
	_, _, v, err := f.parsePath(a.Path)
	if err != nil {
		return PointsAnswer{}, err
	}

	const most = 2000
	out := PointsAnswer{Points: [][2]float64{}}
	p := values.Of(v)
	stride := max(1, (p.N+most-1)/most)

	switch v.(type) {
	case packed.PackedVector2Array, packed.PackedVector2iArray, variant.Array:
		for i := 0; i < p.N; i += stride {
			switch x := p.At(i).Value.(type) {
			case vmath.Vector2:
				out.Points = append(out.Points, [2]float64{x.X, x.Y})
			case vmath.Vector2i:
				out.Points = append(out.Points, [2]float64{float64(x.X), float64(x.Y)})
			}
		}
	}

	return out, nil
}
