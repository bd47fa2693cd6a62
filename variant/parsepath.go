package variant

import (
	"strconv"
	"strings"

	"godotvariant/internal/token"
)

// ParsePath reads a path in the form of [Lookup] or of [Path.String]. Brackets hold
//
//	[4]              an index, or a key that is an int
//	["any text"]     a String key, quoted as in Go; [&"any text"] is a StringName
//	[1.5] [true]     a key of type float, bool or Nil: [null]
//	[Vector2i(1, 2)] a key of any other type, as Path.String writes it; spaces do not matter
//	[key 4]          the key of the pair 4, and not its value
//
// A name that is empty or has characters other than those of a word is quoted: ."a.b". The
// error is an [*Error] of kind [ErrNotFound].
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
			return nil, &Error{Op: opLookup, Path: p.short(), Err: Because(ErrNotFound, strconv.Quote(clip(s))+" is not a path")}
		}
		p, first = append(p, step), false
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

// unquote reads a string in double quotes, if s begins with one.
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

// parseBracket reads a step after its opening bracket.
func parseBracket(s string) (Step, string, bool) {
	plain, name := strings.CutPrefix(s, "&")
	if text, rest, ok := unquote(plain); ok {
		rest, ok = strings.CutPrefix(rest, "]")
		if name {
			return Step{Kind: StepKey, Key: StringName(text)}, rest, ok
		}
		return Step{Kind: StepKey, Key: String(text)}, rest, ok
	}
	n := closing(s)
	if n < 0 {
		return Step{}, "", false
	}
	inside, rest := s[:n], s[n+1:]
	number, isKey := strings.CutPrefix(inside, "key ")
	if i, err := strconv.Atoi(number); err == nil {
		if isKey {
			return Step{Kind: StepPairKey, Index: i}, rest, true
		}
		return Step{Kind: StepIndex, Index: i}, rest, true
	}
	step, ok := parseKey(inside)
	return step, rest, ok
}

// closing returns the index of the bracket that closes the one before s, or -1.
func closing(s string) int {
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
			if depth--; depth < 0 {
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
		v, _ := scalarText(r)
		if r.End(); !r.Failed() {
			switch v := v.(type) {
			case Nil, Bool, Float:
				return Step{Kind: StepKey, Key: v}, true
			case Int: // one that an index has no room for
				return Step{Kind: StepKey, Key: v}, v.String() == s
			}
		}
	}
	name := token.NewTextReader(s)
	name.Word()
	next := name.Peek()
	return Step{Kind: StepKey, Name: s}, s != "" && strings.IndexByte(")]}", s[len(s)-1]) >= 0 && strings.IndexByte("([{", next) >= 0
}

// byText returns the index of the pair whose key has this text, or -1. A text that
// Path.String does not write leads nowhere.
func (d Dictionary) byText(text string) int {
	text = withoutSpaces(text)
	for i := len(d.Pairs) - 1; i >= 0; i-- {
		switch k := d.Pairs[i].Key.(type) {
		case nil, Nil, Bool, Int, Float, String, StringName: // they have steps of their own
		default:
			if withoutSpaces(exactText(k, 0)) == text {
				return i
			}
		}
	}
	return -1
}

// withoutSpaces removes the spaces outside of quotes.
func withoutSpaces(s string) string {
	if strings.IndexByte(s, ' ') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ' && !quoted:
			continue
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted && i+1 < len(s):
			b = append(b, c)
			i++
		}
		b = append(b, s[i])
	}
	return string(b)
}
