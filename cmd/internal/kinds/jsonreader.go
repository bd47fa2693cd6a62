package kinds

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"godotvariant/variant"
)

// A jsonNode is the place of a value in the text of a JSON file.
type jsonNode struct {
	start, end int
	parts      []jsonNode // items of an array, or values of an object
}

// A jsonReader reads JSON into values, and keeps the place of each value.
type jsonReader struct {
	d      *json.Decoder
	source []byte
}

// maxJSONDepth is the limit for the depth of nested JSON.
const maxJSONDepth = 1000

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

// next returns the offset of the next token.
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
		if i, again := at[key]; again { // the last value of a key counts
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

// number returns the value of a number. It is a float if it has a point or an exponent, otherwise
// an int.
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
