package objects

import (
	"log/slog"
	"strconv"

	"godotvariant/variant"
)

// LogValue implements slog.LogValuer: the class or the ID and a bounded number of
// properties, see [variant.LogValue].
func (o Object) LogValue() slog.Value {
	switch {
	case o.IsNull():
		return slog.StringValue("null")
	case o.Class == "":
		return slog.StringValue("Object(" + strconv.FormatUint(o.ID, 10) + ")")
	default:
		return variant.LogValue(o, slog.String("class", o.Class))
	}
}
