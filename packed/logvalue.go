package packed

import (
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of what one array may put into a log.
const (
	maxLogElements = 32
	maxLogText     = 1024
)

// logValue returns the text of up to 32 elements, and of longer arrays also how
// many there are: PackedInt32Array(1, 2, …, 1000 in all).
func logValue(n int, text func(n int) string) slog.Value {
	s := text(min(n, maxLogElements))
	whole := n <= maxLogElements
	if len(s) > maxLogText { // a few long strings
		cut := maxLogText
		for !utf8.RuneStart(s[cut]) {
			cut--
		}
		s, whole = s[:cut], false
	}
	if !whole {
		s = strings.TrimSuffix(s, ")") + ", …, " + strconv.Itoa(n) + " in all)"
	}
	return slog.StringValue(s)
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedByteArray) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedInt32Array) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedInt64Array) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedFloat32Array) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedFloat64Array) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedStringArray) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedVector2Array) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedVector3Array) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedColorArray) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedVector4Array) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedVector2iArray) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedVector3iArray) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}

// LogValue implements slog.LogValuer: it shows up to 32 elements.
func (a PackedVector4iArray) LogValue() slog.Value {
	return logValue(len(a), func(n int) string { return a[:n].String() })
}
