package tree

import (
	"strconv"
	"strings"

	"godotvariant/internal/printable"
	"godotvariant/variant"
)

// A pattern is a path with wildcards.
type pattern []patternStep

// A patternStep matches steps of paths.
type patternStep struct {
	wildcard wildcard
	step     variant.Step // is set only if wildcard is literal
}

type wildcard uint8

const (
	literal  wildcard = iota // only the step itself
	anyStep                  // *: any step to a part
	anyDepth                 // **: any number of steps into containers
)

// parsePattern reads a path with the wildcards * and **, which are written like names or in
// brackets.
func parsePattern(s string) (pattern, error) {
	var p pattern
	rest := strings.TrimPrefix(s, "$")

	for rest != "" {
		before, w, after := cutWildcard(rest, len(p) == 0 && len(rest) == len(s))

		steps, err := variant.ParsePath(before)
		if err != nil {
			return nil, variant.NewError(variant.OpLookup, nil, nil,
				variant.Because(variant.ErrSyntax,
					strconv.Quote(printable.Clip(s, 64))+" is not a path with wildcards"))
		}

		for _, step := range steps {
			p = append(p, patternStep{literal, step})
		}
		if w != literal {
			p = append(p, patternStep{wildcard: w})
		}
		rest = after
	}

	return p, nil
}

// wildcardTexts are the texts of wildcards. If one text begins with another, the longer text comes
// first.
var wildcardTexts = []struct {
	text     string
	wildcard wildcard
}{{"[**]", anyDepth}, {"[*]", anyStep}, {".**", anyDepth}, {".*", anyStep}}

// cutWildcard cuts a pattern at its first wildcard. The argument first is true at the beginning of
// the pattern, where no point is written before a name. If there is no wildcard, the result before
// is the whole pattern, and the result w is the constant literal.
func cutWildcard(s string, first bool) (before string, w wildcard, after string) {
	if first && s[0] == '*' {
		_, w, after = cutWildcard("."+s, false)
		return "", w, after
	}

	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
			continue
		case s[i] == '"':
			quoted = !quoted
		}

		for _, form := range wildcardTexts {
			after, ok := strings.CutPrefix(s[i:], form.text)
			if ok && !quoted && (after == "" || after[0] == '.' || after[0] == '[') {
				return s[:i], form.wildcard, after
			}
		}
	}

	return s, literal, ""
}
