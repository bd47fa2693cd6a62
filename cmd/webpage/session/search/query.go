package search

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/look"
	"godotvariant/cmd/webpage/session/message"
	vmath "godotvariant/math"
	"godotvariant/variant"
)

// A Query is the condition of a search. A value must satisfy all terms.
type Query struct {
	words   []string // in the key or the text, in lower case
	keys    []string
	values  []string
	types   []string
	numbers []comparison
	changed bool
}

// A comparison compares with a number, or, for = and !=, with a text.
type comparison struct {
	operator string
	number   float64 // NaN for a text
	text     string
}

// operators are the operators of comparisons, long ones first.
var operators = []string{">=", "<=", "!=", "==", ">", "<", "="}

// Parse reads a query: words, "two words", type:Color, key:hp, value:x, changed:, >10.
func Parse(s string) (q Query, err error) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		var term string
		term, s, err = nextTerm(s)
		if err != nil {
			return q, err
		}
		if err := q.add(term); err != nil {
			return q, err
		}
	}

	return q, nil
}

// nextTerm cuts the first term from a query. Spaces in quotes belong to a term.
func nextTerm(s string) (term, rest string, err error) {
	var b strings.Builder
	quoted := false

	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			quoted = !quoted
			if b.Len() == 0 {
				b.WriteByte('"') // marks a quoted word, which is never an operator or a key
			}
		case s[i] == ' ' && !quoted:
			return b.String(), s[i:], nil
		default:
			b.WriteByte(s[i])
		}
	}

	return b.String(), "", nil
}

// add adds a term.
func (q *Query) add(term string) error {
	lower := strings.ToLower(strings.TrimPrefix(term, `"`))
	if strings.HasPrefix(term, `"`) {
		q.words = append(q.words, lower)
		return nil
	}

	name, text, named := strings.Cut(lower, ":")
	switch {
	case named && name == "type":
		q.types = append(q.types, text)
		return nil
	case named && name == "key":
		q.keys = append(q.keys, text)
		return nil
	case named && name == "value":
		q.values = append(q.values, text)
		return nil
	case named && name == "changed":
		q.changed = true
		return nil
	}

	for _, operator := range operators {
		text, ok := strings.CutPrefix(lower, operator)
		if !ok {
			continue
		}

		c := comparison{operator, math.NaN(), text}
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			c.number = n
		} else if operator[0] == '<' || operator[0] == '>' {
			return message.NewFault("queryNumber", message.Params{"term": term})
		}
		q.numbers = append(q.numbers, c)
		return nil
	}

	q.words = append(q.words, lower)
	return nil
}

// Empty reports whether the query has no term.
func (q *Query) Empty() bool {
	return len(q.words)+len(q.keys)+len(q.values)+len(q.types)+len(q.numbers) == 0 && !q.changed
}

// matches reports whether a value satisfies the query.
func (q *Query) matches(step variant.Step, v variant.Variant) bool {
	for _, t := range q.types {
		if t != look.Family(v) && !strings.HasPrefix(strings.ToLower(values.TypeOf(v)), t) {
			return false
		}
	}

	for _, c := range q.numbers {
		if !c.holds(v) {
			return false
		}
	}

	if len(q.words)+len(q.keys)+len(q.values) == 0 {
		return true
	}

	key := ""
	if step.Kind != variant.StepIndex {
		key = strings.ToLower(look.Label(step))
	}

	text := ""
	if len(q.words)+len(q.values) > 0 {
		text = strings.ToLower(Text(v))
	}

	in := func(words []string, found func(string) bool) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !found(w) })
	}

	return in(q.words, func(w string) bool {
		return strings.Contains(key, w) || strings.Contains(text, w)
	}) && in(q.keys, func(w string) bool { return strings.Contains(key, w) }) &&
		in(q.values, func(w string) bool { return strings.Contains(text, w) })
}

// Text returns the text of a value in which words are searched. For a container it is empty.
func Text(v variant.Variant) string {
	switch v := v.(type) {
	case variant.String:
		return string(v)
	case variant.StringName:
		return string(v)
	case vmath.Color:
		return look.Hex(v) + " " + variant.Text(v)
	case variant.Container:
		return ""
	}

	if values.IsPacked(v.Type()) {
		return ""
	}
	return variant.Text(v)
}

// holds reports whether a comparison holds for a value.
func (c comparison) holds(v variant.Variant) bool {
	var x float64
	switch v := v.(type) {
	case variant.Int:
		x = float64(v)
	case variant.Float:
		x = float64(v)

	default:
		equal := strings.ToLower(Text(v)) == c.text
		switch c.operator {
		case "=", "==":
			return equal && Text(v) != ""
		case "!=":
			return !equal && Text(v) != ""
		}
		return false
	}

	switch c.operator {
	case ">":
		return x > c.number
	case ">=":
		return x >= c.number
	case "<":
		return x < c.number
	case "<=":
		return x <= c.number
	case "!=":
		return x != c.number
	}
	return x == c.number
}
