package variant

import (
	"strconv"
	"strings"

	"godotvariant/internal/printable"
	"godotvariant/internal/token"
)

// ParsePath reads a path in the form of tree.Lookup or of [Path.String]. Brackets hold
//
//	[4]              an index, or a key that is an int
//	["any text"]     a String key, quoted as in Go; [&"any text"] is a StringName
//	[1.5] [true]     a key of type float, bool or Nil: [null]
//	[Vector2i(1, 2)] a key of any other type, as Path.String writes it; spaces do not matter
//	[key 4]          the key of the fifth pair, and not its value
//	[pair 4]         the value of the fifth pair of a Dictionary, or property of an object
//
// A name is quoted if it is empty or has characters that are not word characters: ."a.b". The error
// is an [*Error] of kind [ErrNotFound].
func ParsePath(s string) (Path, error) {
	var p Path
	rest := strings.TrimPrefix(s, "$")

	first := rest == s
	for rest != "" {
		var step Step
		var ok bool
		switch {
		case rest[0] == '[':
			step, rest, ok = parseBracket(rest[1:])
		case rest[0] == '.':
			step, rest, ok = parseName(rest[1:])
		case first:
			step, rest, ok = parseName(rest)
		}

		if !ok {
			return nil, NewError(OpLookup, p, nil, Because(ErrNotFound,
				strconv.Quote(printable.Clip(s, 64))+" is not a path"))
		}

		p = append(p, step)
		first = false
	}

	return p, nil
}

func parseName(s string) (Step, string, bool) {
	if name, rest, ok := unquote(s); ok {
		return Step{Kind: StepProperty, Name: name}, rest, true
	}

	n := strings.IndexAny(s, ".[")
	if n < 0 {
		n = len(s)
	}

	return Step{Kind: StepProperty, Name: s[:n]}, s[n:], n > 0
}

// unquote reads the quoted string at the start of s. It returns the text of the string, and the
// rest of s after it. If s does not begin with a valid quoted string, ok is false.
func unquote(s string) (text, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", s, false
	}

	quoted, err := strconv.QuotedPrefix(s)
	if err != nil {
		return "", s, false
	}

	text, err = strconv.Unquote(quoted)
	return text, s[len(quoted):], err == nil
}

// parseBracket reads a step in brackets. The string s begins after the opening bracket. The second
// result is the part of s after the closing bracket.
func parseBracket(s string) (Step, string, bool) {
	plain, name := strings.CutPrefix(s, "&")
	if text, rest, ok := unquote(plain); ok {
		rest, ok = strings.CutPrefix(rest, "]")
		if name {
			return Step{Kind: StepKey, Key: StringName(text)}, rest, ok
		}
		return Step{Kind: StepKey, Key: String(text)}, rest, ok
	}

	n := closingBracket(s)
	if n < 0 {
		return Step{}, "", false
	}

	content := s[:n]
	rest := s[n+1:]
	kind, number := StepIndex, content
	if n, ok := strings.CutPrefix(content, "key "); ok {
		kind, number = StepPairKey, n
	} else if n, ok := strings.CutPrefix(content, "pair "); ok {
		kind, number = StepPair, n
	}

	if i, err := strconv.Atoi(number); err == nil {
		return Step{Kind: kind, Index: i}, rest, true
	}

	step, ok := parseKey(content)
	return step, rest, ok
}

// closingBracket returns the index in s of the closing bracket, or -1. The opening bracket is
// before s.
func closingBracket(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}

		case '(', '[', '{':
			depth++

		case ')', ']', '}':
			depth--
			if depth < 0 {
				if s[i] == ']' {
					return i
				}
				return -1
			}
		}
	}

	return -1
}

// parseKey reads a key that is neither quoted nor an int.
func parseKey(s string) (Step, bool) {
	if !strings.ContainsAny(s, " ;") {
		r := token.NewTextReader(s)
		v, ok := r.Scalar()
		r.End()

		if ok && !r.Failed() {
			switch v.Kind {
			case token.Null:
				return keyStep(Nil{}), true
			case token.Bool:
				return keyStep(Bool(v.Bool())), true
			case token.Float:
				return keyStep(Float(v.Float())), true
			case token.Int: // on 32-bit platforms, an int that the field Index cannot hold
				return keyStep(Int(v.Int())), strconv.FormatInt(v.Int(), 10) == s
			}
		}
	}

	name := token.NewTextReader(s)
	name.Word()
	next := name.Peek()

	return Step{Kind: StepKey, Name: s},
		s != "" && strings.IndexByte(")]}", s[len(s)-1]) >= 0 && strings.IndexByte("([{", next) >= 0
}

func keyStep(key Variant) Step {
	return Step{Kind: StepKey, Key: key}
}
