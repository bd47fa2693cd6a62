package view

import (
	"math"
	"unicode/utf8"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/variant"
)

// A JQ converts the values of sources to the JSON values that programs of jq use. The results equal
// the results of [edit.ToJSON], which converts a value in memory. Equal texts share memory.
type JQ struct {
	cursors  cursors
	distinct span.Distinct
	texts    map[string]any // texts that are kept to be shared
	reals    []float64      // memory for the numbers of a vector
}

// Value returns the value of a source.
func (j *JQ) Value(s Source) (any, error) {
	s, err := s.whole(&j.distinct)
	if err != nil {
		return nil, err
	}
	if j.texts == nil {
		j.texts = map[string]any{}
	}

	c := j.cursors.begin(s)
	c.Next()
	v, err := j.value(c)
	if err == nil {
		err = c.Err()
	}
	return v, err
}

// value returns the value at a token.
func (j *JQ) value(c cursor) (any, error) {
	if c.Kind() == codec.TokenOpen {
		switch c.Type() {
		case variant.TypeArray:
			return j.list(c)
		case variant.TypeDictionary:
			return j.dictionary(c)
		}
	}

	if s, ok := c.(*scanner); ok {
		if v, ok := j.simple(s); ok {
			return v, nil
		}
	}

	v, err := c.Value()
	if err != nil {
		return nil, err
	}
	return edit.ToJSON(v)
}

// list returns the items of an Array.
func (j *JQ) list(c cursor) (any, error) {
	items := []any{}
	for c.Next() && c.Kind() != codec.TokenClose {
		v, err := j.value(c)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}

	return items, c.Err()
}

// dictionary returns the values of a Dictionary by the names that their keys have in JSON.
func (j *JQ) dictionary(c cursor) (any, error) {
	members := map[string]any{}
	for c.Next() && c.Kind() != codec.TokenClose {
		name, err := j.name(c)
		if err != nil {
			return nil, err
		}

		c.Next()
		members[name], err = j.value(c)
		if err != nil {
			return nil, err
		}
	}

	return members, c.Err()
}

// name returns the name that a key has in JSON.
func (j *JQ) name(c cursor) (string, error) {
	switch t := c.Type(); {
	case t != variant.TypeString && t != variant.TypeStringName, !utf8.Valid(c.Text()):
		key, err := c.Value()
		if err != nil {
			return "", err
		}
		return edit.JSONKey(key)
	}

	name, _ := j.text(c.Text()).(string)
	return name, nil
}

const (
	mostShared = 1 << 14 // the greatest number of texts that are kept to be shared
	longShared = 64      // the greatest number of bytes of such a text
)

// text returns a text as a string of valid UTF-8.
func (j *JQ) text(b []byte) any {
	if v, ok := j.texts[string(b)]; ok {
		return v
	}

	s := string(b)
	var v any = s
	if len(s) <= longShared && len(j.texts) < mostShared {
		j.texts[s] = v
	}
	return v
}

// simple returns a value of one of the most frequent types. It returns false for other types, for
// text that is not valid UTF-8, and for numbers whose JSON depends on the precision.
func (j *JQ) simple(s *scanner) (any, bool) {
	switch s.Type() {
	case variant.TypeNil:
		return nil, true
	case variant.TypeString, variant.TypeStringName:
		return j.text(s.Text()), utf8.Valid(s.Text())
	case variant.TypeBool:
		x, _ := s.Bool()
		return x, true

	case variant.TypeInt:
		x, _ := s.Int()
		return int(x), int64(int(x)) == x

	case variant.TypeFloat:
		x, _ := s.Float()
		return number(x)

	case variant.TypeVector2, variant.TypeVector3, variant.TypeVector4:
		return j.vector(s)
	default:
		return nil, false
	}
}

// number returns a number as JSON has it: a float without a fraction as an int. It returns false
// for a float whose digits depend on the precision.
func number(x float64) (any, bool) {
	const exact = 1 << 24 // smaller whole numbers have all their digits in any precision

	whole := x == math.Trunc(x) && math.Abs(x) < exact
	if whole {
		return int(x), true
	}
	return x, math.Abs(x) < exact
}

// vector returns a vector of whole numbers as a map from the names of the components.
func (j *JQ) vector(s *scanner) (any, bool) {
	members := map[string]any{}
	j.reals = s.AppendFloats(j.reals[:0])

	for i, x := range j.reals {
		v, ok := number(x)
		if _, whole := v.(int); !ok || !whole {
			return nil, false
		}
		members[[...]string{"x", "y", "z", "w"}[i]] = v
	}

	return members, true
}
