package kinds

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/codec"
	"godotvariant/variant"
)

// JSON is the name of the kind of files of JSON text.
const JSON = "json"

func jsonKind() document.Kind {
	return document.Kind{Name: JSON, Is: isJSON, Read: readJSON}
}

// isJSON reports whether a file begins as a JSON object or array. A section of a ConfigFile begins
// with a bracket, too.
func isJSON(head []byte, whole bool) bool {
	if !isText(head) {
		return false
	}

	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return false
	}

	d := json.NewDecoder(bytes.NewReader(head))
	for {
		if _, err := d.Token(); err != nil {
			cut := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
			return head[0] == '{' || cut
		}
	}
}

// A jsonNode is a value in the text of a JSON file.
type jsonNode struct {
	start, end int
	parts      []jsonNode // items, or values of the pairs
}

// A jsonBody is the Body of a JSON file. A value that has not changed keeps its text.
type jsonBody struct {
	source []byte
	node   jsonNode
	read   variant.Variant
	root   variant.Variant
	style  jsonStyle
}

// A jsonReader reads JSON into values, and notes where each is.
type jsonReader struct {
	d      *json.Decoder
	source []byte
}

// maxJSONDepth is how deep JSON may nest.
const maxJSONDepth = 1000

func readJSON(data []byte, _ document.Options) (document.Body, *variant.Dialect, error) {
	r := &jsonReader{d: json.NewDecoder(bytes.NewReader(data)), source: data}
	r.d.UseNumber()

	v, node, err := r.value(0)
	if err == nil {
		_, end := r.d.Token()
		if end != io.EOF {
			err = errors.New("more than one value")
		}
	}

	if err != nil {
		return nil, nil, fmt.Errorf("JSON at byte %d: %w", r.d.InputOffset(), err)
	}

	b := &jsonBody{source: data, node: node, read: v, root: v, style: styleOf(data)}
	return b, codec.Godot4, nil
}

// value reads the next value.
func (r *jsonReader) value(depth int) (variant.Variant, jsonNode, error) {
	if depth > maxJSONDepth {
		return nil, jsonNode{}, variant.ErrDepth
	}

	node := jsonNode{start: r.next()}
	token, err := r.d.Token()
	if err != nil {
		return nil, node, unended(err)
	}

	var v variant.Variant

	switch token := token.(type) {
	case json.Delim:
		if token == '{' {
			v, err = r.object(&node, depth)
		} else {
			v, err = r.array(&node, depth)
		}

	case json.Number:
		v, err = number(token.String())
	case string:
		v = variant.String(token)
	case bool:
		v = variant.Bool(token)
	default:
		v = variant.Nil{}
	}

	node.end = int(r.d.InputOffset())
	return v, node, err
}

// next returns where the next token begins.
func (r *jsonReader) next() int {
	at := int(r.d.InputOffset())
	for at < len(r.source) && strings.IndexByte(" \t\r\n,:", r.source[at]) >= 0 {
		at++
	}

	return at
}

func unended(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}

	return err
}

func (r *jsonReader) object(node *jsonNode, depth int) (variant.Variant, error) {
	var d variant.Dictionary
	at := map[string]int{}

	for r.d.More() {
		token, err := r.d.Token()
		if err != nil {
			return nil, unended(err)
		}

		v, part, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}

		key := token.(string)
		if i, again := at[key]; again { // the last one counts
			d.Pairs[i].Value = v
			node.parts[i] = part
			continue
		}

		at[key] = len(d.Pairs)
		d.Pairs = append(d.Pairs, variant.Pair{Key: variant.String(key), Value: v})
		node.parts = append(node.parts, part)
	}

	_, err := r.d.Token()
	return d, unended(err)
}

func (r *jsonReader) array(node *jsonNode, depth int) (variant.Variant, error) {
	var a variant.Array
	for r.d.More() {
		v, part, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}

		a.Items = append(a.Items, v)
		node.parts = append(node.parts, part)
	}

	_, err := r.d.Token()
	return a, unended(err)
}

// number returns the value of a number: an int without point and exponent, otherwise a float.
func number(s string) (variant.Variant, error) {
	if !strings.ContainsAny(s, ".eE") {
		i, err := strconv.ParseInt(s, 10, 64)
		if err == nil {
			return variant.Int(i), nil
		}
	}

	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", variant.ErrRange, s)
	}

	return variant.Float(f), nil
}

// Root implements document.Body.
func (b *jsonBody) Root() variant.Variant { return b.root }

// SetRoot implements document.Body.
func (b *jsonBody) SetRoot(v variant.Variant) error {
	b.root = v
	return nil
}

// Changed implements document.Body.
func (b *jsonBody) Changed() bool { return !variant.Equal(b.read, b.root) }

// Bytes implements document.Body.
func (b *jsonBody) Bytes() ([]byte, error) {
	w := &jsonWriter{source: b.source, style: b.style}
	w.out = append(w.out, b.source[:b.node.start]...)

	if err := w.value(&b.node, b.read, b.root, 0); err != nil {
		return nil, err
	}

	return append(w.out, b.source[b.node.end:]...), nil
}
