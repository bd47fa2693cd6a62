package packed

import (
	"log/slog"
	"strconv"
	"strings"
)

// These are the limits for one array in a log.
const (
	maxLogElements = 32
	maxLogText     = 1024
)

// logValue returns the text of up to 32 elements. For longer arrays the text also has the number of
// all elements: PackedInt32Array(1, 2, …, 1000 in all).
func logValue[S interface {
	~[]E
	String() string
}, E any](a S) slog.Value {
	s := a[:min(len(a), maxLogElements)].String()
	whole := len(a) <= maxLogElements

	if len(s) > maxLogText { // a few long strings
		s, whole = strings.ToValidUTF8(s[:maxLogText], ""), false
	}
	if !whole {
		s = strings.TrimSuffix(s, ")") + ", …, " + strconv.Itoa(len(a)) + " in all)"
	}

	return slog.StringValue(s)
}

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedByteArray) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedInt32Array) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedInt64Array) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedFloat32Array) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedFloat64Array) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedStringArray) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedVector2Array) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedVector3Array) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedColorArray) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedVector4Array) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedVector2iArray) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedVector3iArray) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with the text of up to 32 elements. The text of a longer array
// ends with its length.
func (a PackedVector4iArray) LogValue() slog.Value { return logValue(a) }
