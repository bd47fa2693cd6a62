package variant

import (
	"log/slog"
	"strconv"

	"godotvariant/internal/float"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/printable"
)

// These are the limits for one value in a log.
const (
	maxLogEntries = 32  // limit for one container
	maxLogValues  = 128 // limit for all containers together
	maxLogDepth   = 4
	maxLogText    = 256 // bytes of one text
)

// LogValue returns a container as a group for package slog. The group has the extra attributes and
// the first 32 entries, each by its index, key or property name. The attribute "(more)" is the
// number of omitted entries. Nested containers are groups too, to a depth of 4 and 128 values in
// all; long text is cut.
func LogValue(c Container, extra ...slog.Attr) slog.Value {
	left := maxLogValues
	return logGroup(c, extra, &left, 1)
}

func logGroup(c Container, attrs []slog.Attr, left *int, depth int) slog.Value {
	more := 0
	taken := len(attrs) + maxLogEntries
	for step, v := range partsOf(c) {
		switch {
		case step.Kind == StepPairKey:
		case len(attrs) == taken || *left == 0:
			more++
		default:
			*left--
			attrs = append(attrs, slog.Attr{Key: logKey(step), Value: logPart(v, left, depth)})
		}
	}

	if more > 0 {
		attrs = append(attrs, slog.Int("(more)", more))
	}

	return slog.GroupValue(attrs...)
}

func logKey(s Step) string {
	switch s.Kind {
	case StepIndex:
		return strconv.Itoa(s.Index)
	case StepProperty:
		return clip(s.Name)
	}

	if s, ok := keyText(s.Key); ok {
		return clip(s)
	}

	step := s.short()
	return step[1 : len(step)-1] // without the brackets
}

func logPart(v Variant, left *int, depth int) slog.Value {
	switch v := v.(type) {
	case nil:
		return slog.StringValue("null")
	case Bool:
		return slog.BoolValue(bool(v))
	case Int:
		return slog.Int64Value(int64(v))

	case Float:
		if !float.Finite(float64(v)) { // JSON has no form for infinity and NaN
			return slog.StringValue(v.String())
		}
		return slog.Float64Value(float64(v))

	case String:
		return slog.StringValue(printable.Clip(string(v), maxLogText))
	case StringName:
		return slog.StringValue(printable.Clip(v.String(), maxLogText))
	}

	out := slog.StringValue("<nil>")
	nilsafe.Guard(v, func() { out = logCustom(v, left, depth) })
	return out
}

// logCustom is logPart for a value whose type has no case in logPart.
func logCustom(v Variant, left *int, depth int) slog.Value {
	t := v.Type()

	switch v := v.(type) {
	case Container:
		if depth >= maxLogDepth {
			return slog.StringValue(t.String() + "(…)")
		}
		return logGroup(v, nil, left, depth+1)

	case slog.LogValuer:
		return v.LogValue()
	default:
		return slog.StringValue(printable.Clip(Text(v), maxLogText))
	}
}

// LogValue implements slog.LogValuer with the number.
func (i Int) LogValue() slog.Value { return logPart(i, nil, 0) }

// LogValue implements slog.LogValuer with the number.
func (f Float) LogValue() slog.Value { return logPart(f, nil, 0) }

// LogValue implements slog.LogValuer with the text without quotes. Long text is cut.
func (s String) LogValue() slog.Value { return logPart(s, nil, 0) }

// LogValue implements slog.LogValuer with the result of String. Long text is cut.
func (s StringName) LogValue() slog.Value { return logPart(s, nil, 0) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Nested containers are
// groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a Array) LogValue() slog.Value { return LogValue(a) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Nested containers are
// groups too, to a depth of 4 and 128 values in all; long text is cut.
func (d Dictionary) LogValue() slog.Value { return LogValue(d) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Nested containers are
// groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a TypedArray) LogValue() slog.Value { return LogValue(a) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Nested containers are
// groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a PackedTypedArray) LogValue() slog.Value { return LogValue(a) }
