package large

import (
	"fmt"

	"godotvariant/variant"
)

// uniqueKeys returns an error if a Dictionary that is read in place may have a key twice. It looks
// at the container at an offset and all inside it. end is the offset of the byte after the
// container.
func (p *Packet) uniqueKeys(at int) (end int, err error) {
	c, err := p.Open(at)
	if err != nil {
		return 0, err
	}

	seen := map[string]bool{}
	end = c.First

	for part, err := range p.Parts(c) {
		if err != nil {
			return 0, err
		}

		if part.Key != nil {
			name, ok := keyName(part.Key)
			if !ok || seen[name] {
				return 0, fmt.Errorf("%w: there may be two keys %s", ErrWhole,
					variant.Text(part.Key))
			}
			seen[name] = true
		}

		if part.Value == nil {
			part.End, err = p.uniqueKeys(part.At)
			if err != nil {
				return 0, err
			}
		}

		end = part.End
	}

	return end, nil
}

// keyName returns a text that is the same for equal keys. ok is false for a key that may be equal
// to a key with another text.
func keyName(key variant.Variant) (string, bool) {
	switch key := key.(type) {
	case variant.String:
		return string(key), true
	case variant.StringName:
		return string(key), true
	case variant.Int, variant.Bool, variant.Nil:
		return "\x00" + variant.Text(key), true
	default:
		return "", false
	}
}
