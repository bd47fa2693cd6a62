package objects

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"

	"godotvariant/internal/token"
	"godotvariant/variant"
)

// encodedObjectAsID is the class of an instance ID in text and JSON.
const encodedObjectAsID = "EncodedObjectAsID"

// String returns the object as Godot 4 writes it: null for a null object,
// Object(Timer,"wait_time":1.0) for a full object, and Object(EncodedObjectAsID,"object_id":5) for
// an instance ID.
func (o Object) String() string { return variant.Text(o) }

// MarshalText implements encoding.TextMarshaler. It returns what String returns, or an error if
// String shortens the object with "…".
func (o Object) MarshalText() ([]byte, error) { return variant.Printer{}.Marshal(o) }

// Format implements fmt.Formatter: %v prints one line, %+v one property a line, and %#v Go source.
func (o Object) Format(s fmt.State, verb rune) {
	switch {
	case verb == 'v' && s.Flag('#'):
		io.WriteString(s, o.GoString())
	case verb == 'v' && s.Flag('+'):
		s.Write(variant.Printer{Indent: "\t"}.Append(nil, o))
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), o.String())
	}
}

// PrintText appends the text of the object; see [variant.TextPrinter].
func (o Object) PrintText(b []byte, p variant.Printer) []byte {
	switch {
	case o.IsNull():
		return append(b, "null"...)
	case o.Class == "":
		b = strconv.AppendInt(append(b, "Object("+encodedObjectAsID+`,"object_id":`...),
			int64(o.ID), 10)
		return append(b, ')')
	}

	open := "Object(" + token.ClassName(o.Class)
	colon := ":"

	if len(o.Properties) > 0 {
		open += ","
	}
	if p.Indent != "" {
		colon = ": "
	}

	return p.List(b, open, ",", ")", len(o.Properties),
		func(b []byte, p variant.Printer, i int) []byte {
			b = append(append(b, token.Quote(o.Properties[i].Name)...), colon...)
			return p.Append(b, o.Properties[i].Value)
		})
}

// GoString returns the object as Go source, for %#v.
func (o Object) GoString() string {
	const array = "variant.Array{Items: []variant.Variant{" // limits the depth
	s := fmt.Sprintf("%#v", variant.NewArray(o))
	return strings.TrimSuffix(strings.TrimPrefix(s, array), "}}")
}

// MarshalJSON implements json.Marshaler with canonical JSON: null, or the class and a list with the
// name and the value of each property. An instance ID is an object of class EncodedObjectAsID, as
// in text.
func (o Object) MarshalJSON() ([]byte, error) { return variant.JSON(o) }

// UnmarshalJSON implements json.Unmarshaler. It returns variant.ErrUnsupported: codec.Value reads
// JSON of every type. The JSON null changes nothing.
func (o *Object) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	return &variant.Error{Op: variant.OpParse, Line: 1, Column: 1,
		Err: variant.Because(variant.ErrUnsupported, "codec.Value reads JSON of every type")}
}

// LogValue implements slog.LogValuer. A full object is a group: the class and a limited number of
// properties. Any other object is a text: Object with the ID, or null.
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
