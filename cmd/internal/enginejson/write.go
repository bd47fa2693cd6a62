package enginejson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// errLines is returned if the file has several values, and the new root is not an Array or is an
// empty Array.
var errLines = errors.New("the value of a file of several values is an Array of them, with at " +
	"least one item")

// roomToGrow is the number of bytes by which a text can grow before its memory must grow. This is
// enough for most edits.
const roomToGrow = 4 << 10

// With returns the text with another root. The error is variant.ErrUnsupported for a value that
// JSON does not have.
func (f *File) With(root variant.Variant) ([]byte, error) {
	w := &writer{File: f, out: make([]byte, 0, len(f.source)+roomToGrow)}
	w.out = append(w.out, f.source[:f.node.start]...)

	if err := w.root(root); err != nil {
		return nil, err
	}

	return append(w.out, f.source[f.node.end:]...), nil
}

// A writer writes the new text of a file.
type writer struct {
	*File
	out []byte
}

// root writes the root.
func (w *writer) root(is variant.Variant) error {
	if !w.lines {
		return w.value(&w.node, w.File.root, is, "", false)
	}

	a, ok := is.(variant.Array)
	if !ok || len(a.Items) == 0 {
		return errLines
	}

	old := w.File.root.(variant.Array)
	return w.parts(&w.node, w.layoutOfLines(), itemsOf(old, a, &w.node), "")
}

// value writes a value. The arguments oldValue and newValue are the old value and the new value.
// The argument n is the node of the old value. If there is no old value, oldValue and n are nil.
// The argument indent is the indent of the line in which the value begins.
func (w *writer) value(
	n *node, oldValue, newValue variant.Variant, indent string, folded bool,
) error {
	if n != nil && values.Same(oldValue, newValue) {
		w.out = append(w.out, w.source[n.start:n.end]...)
		return nil
	}

	if n == nil {
		n = &node{}
	}

	switch newValue := newValue.(type) {
	case variant.Dictionary:
		old, _ := oldValue.(variant.Dictionary)
		items, err := pairsOf(old, newValue, n)
		if err != nil {
			return err
		}
		return w.container("{}", n, items, indent, folded)

	case variant.Array:
		old, _ := oldValue.(variant.Array)
		return w.container("[]", n, itemsOf(old, newValue, n), indent, folded)

	default:
		return w.scalar(newValue)
	}
}

// container writes an array or object.
func (w *writer) container(
	brackets string, n *node, items []item, indent string, folded bool,
) error {
	if len(items) == 0 {
		w.out = append(w.out, brackets...)
		return nil
	}

	l := w.style.newLayout(indent, folded)
	if len(n.parts) > 0 && w.source[n.start] == brackets[0] {
		l = w.layoutOf(n)
	}

	w.out = append(w.out, brackets[0])
	w.out = append(w.out, l.before...)

	if err := w.parts(n, l, items, l.indentOf(indent)); err != nil {
		return err
	}

	w.out = append(w.out, l.after...)
	w.out = append(w.out, brackets[1])
	return nil
}

// parts writes the parts of a container with the texts between them.
func (w *writer) parts(n *node, l layout, items []item, indent string) error {
	for i, it := range items {
		if i > 0 {
			w.out = append(w.out, w.comma(n, l, items[i-1].oldIndex, it.oldIndex)...)
		}

		var at *node
		if it.oldIndex >= 0 {
			at = &n.parts[it.oldIndex].node
		}

		w.key(n, l, it)
		if err := w.value(at, it.oldValue, it.newValue, indent, l.folded); err != nil {
			return err
		}
	}

	return nil
}

// comma returns the separator in front of a part. The arguments previous and current are the old
// indices of the previous part and of this part, or -1 for a new part. An old part keeps its old
// separator.
func (w *writer) comma(n *node, l layout, previous, current int) string {
	if current < 1 || previous >= 0 && previous > current {
		return l.comma
	}

	mark := ","
	if w.lines && n == &w.node {
		mark = ""
	}
	return w.gap(n.parts[current-1].end, n.parts[current].key, mark, l.comma)
}

// key writes the key of a pair.
func (w *writer) key(n *node, l layout, it item) {
	switch {
	case it.oldIndex >= 0 && !it.renamed:
		p := n.parts[it.oldIndex]
		w.out = append(w.out, w.source[p.key:p.start]...)

	case it.renamed:
		w.text(it.key)
		w.out = append(w.out, w.colonOf(n.parts[it.oldIndex])...)

	case it.isPair:
		w.text(it.key)
		w.out = append(w.out, l.colon...)
	}
}

func (w *writer) scalar(v variant.Variant) error {
	switch v := v.(type) {
	case variant.Nil:
		w.out = append(w.out, "null"...)
	case variant.Bool:
		w.out = strconv.AppendBool(w.out, bool(v))
	case variant.Int:
		w.out = strconv.AppendInt(w.out, int64(v), 10)
	case variant.Float:
		return w.float(float64(v))
	case variant.String:
		w.text(string(v))
	default:
		return fmt.Errorf("%w: JSON has no %v", variant.ErrUnsupported, v.Type())
	}

	return nil
}

// float writes a float with a point or an exponent, so that a reader gets a float.
func (w *writer) float(f float64) error {
	switch {
	case math.IsNaN(f):
		return fmt.Errorf("%w: JSON has no %v", variant.ErrUnsupported, f)
	case math.IsInf(f, 1):
		w.out = append(w.out, "1e99999"...)
		return nil
	case math.IsInf(f, -1):
		w.out = append(w.out, "-1e99999"...)
		return nil
	}

	s, _ := json.Marshal(f)
	w.out = append(w.out, s...)

	if !bytes.ContainsAny(s, ".e") {
		w.out = append(w.out, ".0"...)
	}

	return nil
}

func (w *writer) text(s string) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a Buffer never fails
	w.out = append(w.out, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
