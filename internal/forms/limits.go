package forms

import (
	"godotvariant/internal/fault"
)

// Mode has the same values as codec.Mode, whose page documents them.
type Mode uint8

// The modes of package codec.
const (
	Default Mode = iota
	Strict
	Lenient
)

// Limits has the fields of codec.Limits, whose page documents them.
type Limits struct {
	MaxDepth, MaxFrame, MaxSize int
}

const (
	maxFrame = 8 << 20
	MaxSize  = 256 << 20
)

// complete replaces zero limits by their defaults. It returns an error for a limit that is out of
// range.
func complete(l *Limits) error {
	for _, x := range []struct {
		name            string
		value           *int
		min, max, deflt int
	}{
		{"MaxDepth", &l.MaxDepth, 1, MaxDepth, MaxDepth},
		{"MaxFrame", &l.MaxFrame, 4, 1<<31 - 1, maxFrame},
		{"MaxSize", &l.MaxSize, 4, 1<<31 - 1, MaxSize},
	} {
		if *x.value == 0 {
			*x.value = x.deflt
		}

		if *x.value < x.min || *x.value > x.max {
			return fault.Options("Limits.%s is %d; it must be from %d to %d", x.name, *x.value,
				x.min, x.max)
		}
	}

	return nil
}
