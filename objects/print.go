package objects

import (
	"fmt"
	"io"
	"iter"
	"log/slog"
	"strconv"
	"strings"

	"godotvariant/internal/token"
	"godotvariant/variant"
)

// encodedObjectAsID is the class that stands for an instance ID in text and JSON.
const encodedObjectAsID = "EncodedObjectAsID"

// String returns the object as Godot 4 writes it: null, Object(Timer,"wait_time":1.0), and for an
// instance ID Object(EncodedObjectAsID,"object_id":5).
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
	const array = "variant.Array{Items: []variant.Variant{" // an Array counts the depth
	s := fmt.Sprintf("%#v", variant.NewArray(o))
	return strings.TrimSuffix(strings.TrimPrefix(s, array), "}}")
}

// PrintGo appends the object as Go source, and the values of its properties by value. It
// is what %#v of a container calls.
func (o Object) PrintGo(b []byte, value func(b []byte, v variant.Variant) []byte) []byte {
	b = append(b, "objects.Object{"...)
	sep := ""
	field := func(name string) {
		b = append(append(append(b, sep...), name...), ": "...)
		sep = ", "
	}

	if o.Class != "" {
		field("Class")
		b = strconv.AppendQuote(b, o.Class)
	}

	if o.ID != 0 {
		field("ID")
		b = strconv.AppendUint(b, o.ID, 10)
	}

	if o.Properties != nil {
		field("Properties")
		b = append(b, "[]objects.Property{"...)
		for i, property := range o.Properties {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = strconv.AppendQuote(append(b, "{Name: "...), property.Name)
			b = append(value(append(b, ", Value: "...), property.Value), '}')
		}

		b = append(b, '}')
	}

	return append(b, '}')
}

// MarshalJSON implements json.Marshaler with canonical JSON: null, or the class and in turn
// the names and values of the properties. An instance ID is an object of class
// EncodedObjectAsID, as in text.
func (o Object) MarshalJSON() ([]byte, error) { return variant.JSON(o) }

// JSONObject returns the class and the properties of the object in JSON. The class is empty for
// null.
func (o Object) JSONObject() (class string, properties iter.Seq2[string, variant.Variant]) {
	if o.Class == "" && o.ID != 0 {
		o = NewObject(encodedObjectAsID, Prop("object_id", variant.Int(o.ID)))
	}

	return o.Class, func(yield func(string, variant.Variant) bool) {
		for _, p := range o.Properties {
			if !yield(p.Name, p.Value) {
				return
			}
		}
	}
}

// FromJSONObject returns the object for a class and properties. It is the inverse of
// [Object.JSONObject]. The receiver is a prototype, which is neither read nor changed.
func (Object) FromJSONObject(class string, properties []Property) Object {
	o := NewObject(class, properties...)
	if class == encodedObjectAsID {
		id, _ := o.Get("object_id")
		if id, ok := id.(variant.Int); ok && id != 0 {
			return Object{ID: uint64(id)}
		}
	}

	return o
}

// UnmarshalJSON implements json.Unmarshaler. It reads canonical JSON of an object whose properties
// have the types of this package and of package variant, to any depth. For other types it returns
// variant.ErrUnsupported; codec.Value and jsonvar.Unmarshal read all types. The JSON null changes
// nothing.
func (o *Object) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}

	v, err := variant.ReadJSON(data, variant.JSONOptions{Want: *o, Types: prototypeOf,
		Object: fromPairs})
	if err == nil {
		*o = v.(Object)
	}

	return err
}

// prototypeOf returns a value of the type with the given name, or nil if this package has no such
// type.
func prototypeOf(name string) variant.Constructible {
	for _, c := range []variant.Constructible{NodePath{}, RID(0), Callable{}, Signal{}} {
		if c.Type().String() == name {
			return c
		}
	}
	return nil
}

func fromPairs(class string, pairs []variant.Pair) (variant.Variant, error) {
	var properties []Property
	for _, p := range pairs {
		properties = append(properties, Property{string(p.Key.(variant.String)), p.Value})
	}
	return Object{}.FromJSONObject(class, properties), nil
}

// LogValue implements slog.LogValuer with the class, or the ID, and a limited number of
// properties.
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
