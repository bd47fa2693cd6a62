package kinds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"godotvariant/variant"
)

// A jsonStyle is the layout of a JSON file.
type jsonStyle struct {
	indent string // of one level; empty if all is in one line
	comma  string // separator of two items in one line
	colon  string // separator of a key and its value
}

// styleOf returns the style of a JSON text.
func styleOf(source []byte) jsonStyle {
	s := jsonStyle{comma: ",", colon: ":"}

	if bytes.Contains(source, []byte(`": `)) {
		s.colon = ": "
	}
	if bytes.Contains(source, []byte(", ")) {
		s.comma = ", "
	}

	if open := bytes.IndexAny(source, "{["); open >= 0 {
		rest := bytes.TrimLeft(source[open+1:], "\r")
		line, found := bytes.CutPrefix(rest, []byte("\n"))

		if found {
			n := len(line) - len(bytes.TrimLeft(line, " \t"))
			s.indent = string(line[:n])
		}
	}

	return s
}

// A jsonWriter writes the new text of a JSON file.
type jsonWriter struct {
	source []byte
	style  jsonStyle
	out    []byte
}

// value writes the value is. was is the old value, and node is its text. Both are nil for a new
// value.
func (w *jsonWriter) value(node *jsonNode, was, is variant.Variant, level int) error {
	if node != nil && variant.Equal(was, is) {
		w.out = append(w.out, w.source[node.start:node.end]...)
		return nil
	}

	switch v := is.(type) {
	case variant.Dictionary:
		return w.object(node, was, v, level)
	case variant.Array:
		return w.array(node, was, v, level)
	default:
		return w.scalar(is)
	}
}

// object writes a Dictionary. If its keys have not changed, the text between the values stays.
func (w *jsonWriter) object(node *jsonNode, was variant.Variant, d variant.Dictionary,
	level int) error {
	old, _ := was.(variant.Dictionary)
	if node != nil && slices.EqualFunc(old.Pairs, d.Pairs, sameKey) && isSorted(node.parts) {
		parts := make([]variant.Variant, len(d.Pairs))
		for i, p := range d.Pairs {
			parts[i] = p.Value
		}

		return w.patched(node, valuesOf(old), parts, level)
	}

	at := map[variant.Variant]int{}
	for i, p := range old.Pairs {
		at[p.Key] = i
	}

	return w.list('{', '}', len(d.Pairs), level, func(i int) error {
		key, ok := d.Pairs[i].Key.(variant.String)
		if !ok {
			return fmt.Errorf("a key of JSON is text, and not %s", variant.Text(d.Pairs[i].Key))
		}

		w.text(string(key))
		w.out = append(w.out, w.style.colon...)

		if k, ok := at[key]; ok && node != nil {
			return w.value(&node.parts[k], old.Pairs[k].Value, d.Pairs[i].Value, level+1)
		}

		return w.value(nil, nil, d.Pairs[i].Value, level+1)
	})
}

func sameKey(a, b variant.Pair) bool { return variant.Equal(a.Key, b.Key) }

func valuesOf(d variant.Dictionary) (values []variant.Variant) {
	for _, p := range d.Pairs {
		values = append(values, p.Value)
	}

	return values
}

// isSorted reports whether parts are in the order of the text. They are not if a key occurs twice.
func isSorted(parts []jsonNode) bool {
	return slices.IsSortedFunc(parts, func(a, b jsonNode) int { return a.start - b.start })
}

// array writes an Array. If its length has not changed, the text between the items stays.
func (w *jsonWriter) array(node *jsonNode, was variant.Variant, a variant.Array, level int) error {
	old, _ := was.(variant.Array)
	if node != nil && len(old.Items) == len(a.Items) && len(a.Items) == len(node.parts) {
		return w.patched(node, old.Items, a.Items, level)
	}

	return w.list('[', ']', len(a.Items), level, func(i int) error {
		if node != nil && i < len(old.Items) {
			return w.value(&node.parts[i], old.Items[i], a.Items[i], level+1)
		}

		return w.value(nil, nil, a.Items[i], level+1)
	})
}

// patched writes a container with the same parts as before, whose values may have changed. It keeps
// the text between them.
func (w *jsonWriter) patched(node *jsonNode, was, is []variant.Variant, level int) error {
	at := node.start

	for i := range node.parts {
		part := &node.parts[i]
		w.out = append(w.out, w.source[at:part.start]...)

		if err := w.value(part, was[i], is[i], level+1); err != nil {
			return err
		}

		at = part.end
	}

	w.out = append(w.out, w.source[at:node.end]...)
	return nil
}

// list writes n items between the brackets open and end.
func (w *jsonWriter) list(open, end byte, n, level int, item func(i int) error) error {
	w.out = append(w.out, open)

	for i := range n {
		if i > 0 && w.style.indent == "" {
			w.out = append(w.out, w.style.comma...)
		} else if i > 0 {
			w.out = append(w.out, ',')
		}

		w.line(level + 1)
		if err := item(i); err != nil {
			return err
		}
	}

	if n > 0 {
		w.line(level)
	}

	w.out = append(w.out, end)
	return nil
}

// line begins a new line, if the style has several lines.
func (w *jsonWriter) line(level int) {
	if w.style.indent != "" {
		w.out = append(w.out, "\n"+strings.Repeat(w.style.indent, level)...)
	}
}

func (w *jsonWriter) scalar(v variant.Variant) error {
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

// float writes a float with a point, so that it is read as a float again.
func (w *jsonWriter) float(f float64) error {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return fmt.Errorf("%w: JSON has no %v", variant.ErrUnsupported, f)
	}

	s, _ := json.Marshal(f)
	w.out = append(w.out, s...)

	if !bytes.ContainsAny(s, ".e") {
		w.out = append(w.out, ".0"...)
	}

	return nil
}

func (w *jsonWriter) text(s string) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a Buffer never fails
	w.out = append(w.out, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
