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
		prefix, w, suffix := cutWildcard(rest, len(p) == 0 && len(rest) == len(s))

		steps, err := variant.ParsePath(prefix)
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
		rest = suffix
	}

	return p, nil
}

// wildcardTexts are the texts of wildcards. If one text begins with another, the longer text comes
// first.
var wildcardTexts = []struct {
	text     string
	wildcard wildcard
}{{"[**]", anyDepth}, {"[*]", anyStep}, {".**", anyDepth}, {".*", anyStep}}

// cutWildcard cuts a pattern at its first wildcard w. The result prefix is the text before w, and
// the result suffix is the text after it. If there is no wildcard, prefix is the whole pattern, and
// w is the constant literal. The argument isFirst is true at the beginning of the pattern, where no
// point is written before a name.
func cutWildcard(s string, isFirst bool) (prefix string, w wildcard, suffix string) {
	if isFirst && s[0] == '*' {
		_, w, suffix = cutWildcard("."+s, false)
		return "", w, suffix
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
			suffix, ok := strings.CutPrefix(s[i:], form.text)
			if ok && !quoted && (suffix == "" || suffix[0] == '.' || suffix[0] == '[') {
				return s[:i], form.wildcard, suffix
			}
		}
	}

	return s, literal, ""
}
