package variant

import (
	"log/slog"
	"strconv"

	"godotvariant/internal"
)

// Limits of what one value adds to a log, however large it is.
const (
	maxLogEntries = 32  // of one container
	maxLogValues  = 128 // of all together
	maxLogDepth   = 4
	maxLogText    = 256 // bytes of one text
)

// logValue returns a container as a group for package slog: the extra attributes, the
// first 32 entries by index, key or property name, and under "(more)" how many are left
// out. Containers inside are groups too, to a depth of 4 and 128 values in all; long text
// is cut.
func logValue(c Container, extra ...slog.Attr) slog.Value {
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
		return slog.Float64Value(float64(v))
	case String:
		return slog.StringValue(internal.Clip(string(v), maxLogText))
	}
	out := slog.StringValue("<nil>")
	guard(v, func() { out = logOther(v, left, depth) })
	return out
}

// logOther is logPart by the methods of v.
func logOther(v Variant, left *int, depth int) slog.Value {
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
		return slog.StringValue(internal.Clip(Text(v), maxLogText))
	}
}

// LogValue implements slog.LogValuer with a group of the first 32 entries. Containers inside
// are groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a Array) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Containers inside
// are groups too, to a depth of 4 and 128 values in all; long text is cut.
func (d Dictionary) LogValue() slog.Value { return logValue(d) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Containers inside
// are groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a TypedArray) LogValue() slog.Value { return logValue(a) }

// LogValue implements slog.LogValuer with a group of the first 32 entries. Containers inside
// are groups too, to a depth of 4 and 128 values in all; long text is cut.
func (a PackedTypedArray) LogValue() slog.Value { return logValue(a) }
