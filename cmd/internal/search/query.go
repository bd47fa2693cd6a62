package search

import (
	"math"
	"strconv"
	"strings"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/values"
	vmath "godotvariant/math"
	"godotvariant/variant"
)

// A Query is the condition of a search. A value is found only if it satisfies all terms of the
// Query.
type Query struct {
	words   []string // in lower case; each must be in the key or in the text of the value
	keys    []string
	values  []string
	types   []string
	numbers []comparison
	changed bool
}

// A comparison compares a value with a number or with a text. For a text, the operator is =, == or
// !=.
type comparison struct {
	operator string
	number   float64 // NaN for a text
	text     string
}

// operators are the operators of comparisons. The longer ones come first.
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
				b.WriteByte('"') // a term that begins with a quote is always a word
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

// labels stores the labels of keys, in lower case. Most keys are in many dictionaries, so a stored
// label saves time.
type labels map[variant.String]string

// of returns the label of a step, in lower case. An index has no label.
func (l labels) of(step variant.Step) string {
	if step.Kind == variant.StepIndex {
		return ""
	}

	key, ok := step.Key.(variant.String)
	if !ok {
		return strings.ToLower(look.Label(step))
	}

	label, known := l[key]
	if known {
		return label
	}

	label = strings.ToLower(look.Label(step))
	const most = 10_000
	if len(l) < most {
		l[key] = label
	}

	return label
}

// matches reports whether a value and the step to it satisfy the query.
func (q *Query) matches(l labels, step variant.Step, v variant.Variant) bool {
	for _, t := range q.types {
		if !hasType(v, t) {
			return false
		}
	}

	for _, c := range q.numbers {
		if !c.holds(v) {
			return false
		}
	}

	key := ""
	if len(q.words)+len(q.keys) > 0 {
		key = l.of(step)
	}

	text := ""
	if len(q.words)+len(q.values) > 0 {
		text = strings.ToLower(Text(v))
	}

	for _, w := range q.words {
		if !strings.Contains(key, w) && !strings.Contains(text, w) {
			return false
		}
	}

	return hasAll(key, q.keys) && hasAll(text, q.values)
}

// hasAll reports whether a text contains all words.
func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// hasType reports whether the type of a value begins with a word, or belongs to the family that has
// the word as its name. The word is in lower case.
func hasType(v variant.Variant, word string) bool {
	name := values.TypeOf(v)
	return len(name) >= len(word) && strings.EqualFold(name[:len(word)], word) ||
		word == look.Family(v)
}

// Text returns the text of a value. Searches look for words in this text. For a container or a
// packed array the text is empty.
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
		return c.holdsText(v)
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

// holdsText reports whether a comparison holds for a value that is not a number.
func (c comparison) holdsText(v variant.Variant) bool {
	equals := c.operator == "=" || c.operator == "=="
	if !equals && c.operator != "!=" {
		return false
	}

	text := Text(v)
	return text != "" && strings.EqualFold(text, c.text) == equals
}
