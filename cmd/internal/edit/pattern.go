package edit

import (
	"fmt"
	"slices"
	"strings"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Pattern is a path that may have wildcards, such as bag[*].count. A wildcard matches all parts
// of a value. The items of a Pattern are the paths between the wildcards.
type Pattern []variant.Path

// wildcards are the steps that match all parts of a value.
var wildcards = []string{"[*]", ".*"}

// ParsePattern reads a path with wildcards.
func ParsePattern(s string) (Pattern, error) {
	var p Pattern

	for _, piece := range cutWildcards(s) {
		path, err := variant.ParsePath(piece)
		if err != nil {
			return nil, err
		}
		p = append(p, path)
	}

	return p, nil
}

// cutWildcards cuts a path at the wildcards outside of quotes.
func cutWildcards(s string) (pieces []string) {
	start := 0
	quoted := false

	for i := 0; i < len(s); i++ {
		if quoted && s[i] == '\\' {
			i++
			continue
		}

		if s[i] == '"' {
			quoted = !quoted
		}
		if quoted {
			continue
		}

		for _, w := range wildcards {
			if strings.HasPrefix(s[i:], w) {
				pieces = append(pieces, s[start:i])
				start = i + len(w)
				i = start - 1

				break
			}
		}
	}

	return append(pieces, s[start:])
}

// String returns the pattern as users write it.
func (p Pattern) String() string {
	var b strings.Builder
	for i, path := range p {
		if i > 0 {
			b.WriteString("[*]")
		}
		b.WriteString(strings.TrimPrefix(path.String(), "$"))
	}

	return "$" + b.String()
}

// written returns the path of a place as the user has written the path.
func (p Pattern) written(place Place) variant.Path {
	if len(p) == 1 {
		return p[0]
	}
	return place.Path
}

// Places returns the places in a value that match the pattern. A pattern without wildcards always
// has one place. If this place has no value, Places also returns an error that says so.
func (p Pattern) Places(root variant.Variant) ([]Place, error) {
	first, err := Find(root, p[0])
	if len(p) == 1 || err != nil {
		return []Place{first}, err
	}

	found := []Place{first}
	for _, rest := range p[1:] {
		found, err = partsOf(root, found, rest)
		if err != nil {
			return found, err
		}
	}

	if len(found) == 0 {
		return nil, fmt.Errorf("%v: %w: no value matches", p, variant.ErrNotFound)
	}

	return found, nil
}

// partsOf matches a wildcard and the path behind it. The wildcard matches each part of the values
// at the places. The path leads from each part to a place in the result.
func partsOf(root variant.Variant, places []Place, path variant.Path) (found []Place, err error) {
	for _, place := range places {
		parts, err := partsAt(place)
		if err != nil {
			return nil, err
		}

		for _, part := range parts {
			inner, err := Find(part.Value, path)
			if err != nil && inner.Around == nil {
				_, err = tree.Lookup(root, slices.Concat(part.Path, path)) // with the whole path
				return nil, err
			}

			if len(path) > 0 {
				inner.Path = slices.Concat(part.Path, inner.Path)
				part = inner
			}
			found = append(found, part)
		}
	}

	return found, nil
}

// partsAt returns the places of the parts of a value: items, keys, properties or components.
func partsAt(p Place) (parts []Place, err error) {
	for step, v := range tree.Parts(p.Value) {
		parts = append(parts, p.inside(values.Part{Step: step, Value: v}))
	}

	_, isContainer := p.Value.(variant.Container)
	if len(parts) == 0 && !isContainer && !isList(p.Value) {
		return nil, fmt.Errorf("%v: %w: %v has no parts", p.Path, variant.ErrWrongType,
			p.Value.Type())
	}

	return parts, nil
}
