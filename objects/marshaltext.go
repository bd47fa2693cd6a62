package objects

import (
	"fmt"
	"strconv"

	"godotvariant/variant"
)

// ToArgs implements [variant.Constructible]: the path's text.
func (p NodePath) ToArgs(w variant.ArgsWriter) { w.Text(p.String()) }

// FromArgs implements [variant.Constructible]. It fails where [ParseNodePath]
// does.
func (NodePath) FromArgs(a variant.Args) variant.Variant {
	if !a.More() {
		a.Fail(variant.Because(variant.ErrSyntax, "expected a path"))
		return NodePath{}
	}
	p, err := ParseNodePath(a.Text())
	if a.More() {
		err = variant.Because(variant.ErrSyntax, "expected one path")
	}
	if err != nil {
		a.Fail(variant.Because(variant.ErrSyntax, err.Error()))
	}
	return p
}

// ToArgs implements [variant.Constructible]: nothing for the empty RID, which is
// what engines write for any.
func (id RID) ToArgs(w variant.ArgsWriter) {
	if id != 0 {
		w.Uint(uint64(id))
	}
}

// FromArgs implements [variant.Constructible].
func (RID) FromArgs(a variant.Args) variant.Variant {
	var id RID
	if a.More() {
		id = RID(a.Uint())
		noMore(a)
	}
	return id
}

// ToArgs implements [variant.Constructible]: nothing.
func (Callable) ToArgs(variant.ArgsWriter) {}

// FromArgs implements [variant.Constructible].
func (Callable) FromArgs(a variant.Args) variant.Variant {
	noMore(a)
	return Callable{}
}

// ToArgs implements [variant.Constructible]: object and name, nothing for the
// empty Signal, which is what engines write for any.
func (s Signal) ToArgs(w variant.ArgsWriter) {
	if s != (Signal{}) {
		w.Uint(s.Object)
		w.Text(s.Name)
	}
}

// FromArgs implements [variant.Constructible].
func (Signal) FromArgs(a variant.Args) variant.Variant {
	var s Signal
	if a.More() {
		s.Object = a.Uint()
		if a.More() {
			s.Name = a.Text()
			noMore(a)
		}
	}
	return s
}

func noMore(a variant.Args) {
	if a.More() {
		a.Fail(variant.Because(variant.ErrSyntax, "expected no more arguments"))
	}
}

// PrintText implements [variant.TextPrinter].
func (o Object) PrintText(b []byte, p variant.Printer) []byte {
	switch {
	case o.IsNull():
		return append(b, "null"...)
	case o.Class == "":
		b = strconv.AppendInt(append(b, `Object(EncodedObjectAsID,"object_id":`...), int64(o.ID), 10)
		return append(b, ')')
	}
	open, colon := "Object("+o.Class, ":"
	if len(o.Properties) > 0 {
		open += ","
	}
	if p.Indent != "" {
		colon = ": "
	}
	return p.List(b, open, ",", ")", len(o.Properties), func(b []byte, p variant.Printer, i int) []byte {
		b = append(append(b, variant.Quote(o.Properties[i].Name)...), colon...)
		return p.Append(b, o.Properties[i].Value)
	})
}

// Format implements fmt.Formatter, see [variant.FormatVerb].
func (o Object) Format(s fmt.State, verb rune) { variant.FormatVerb(s, verb, o) }

// PrintJSON implements [variant.JSONPrinter]: null, or the class and, in turn,
// names and values of the properties. An instance ID is an object of class
// EncodedObjectAsID, as in text.
func (o Object) PrintJSON(w *variant.JSONWriter) {
	switch {
	case o.IsNull():
		w.Null()
	case o.Class == "":
		w.Open("props")
		w.Text("object_id")
		w.Value(variant.Int(o.ID))
		w.Close(encodedObjectAsID)
	default:
		w.Open("props")
		for _, p := range o.Properties {
			w.Text(p.Name)
			w.Value(p.Value)
		}
		w.Close(o.Class)
	}
}

// PrintJSON implements [variant.JSONPrinter]: "np:/root/Level".
func (p NodePath) PrintJSON(w *variant.JSONWriter) { w.NodePath(p.String()) }

const encodedObjectAsID = "EncodedObjectAsID"

// FromText makes the object that constructor text or canonical JSON describes: the
// instance ID that an EncodedObjectAsID stands for, else a full object.
func FromText(class string, names []string, values []variant.Variant) Object {
	o := Object{Class: class}
	for i, name := range names {
		o.Properties = append(o.Properties, Property{name, values[i]})
	}
	if id, ok := o.Get("object_id"); ok && class == encodedObjectAsID {
		if id, ok := id.(variant.Int); ok && id != 0 {
			return Object{ID: uint64(id)}
		}
	}
	return o
}

// AppendText implements encoding.TextAppender: it appends what String returns.
func (o Object) AppendText(b []byte) ([]byte, error) {
	return variant.Printer{}.Append(b, o), nil
}

// AppendText implements encoding.TextAppender: it appends what String returns.
func (id RID) AppendText(b []byte) ([]byte, error) {
	return append(strconv.AppendUint(append(b, "RID("...), uint64(id), 10), ')'), nil
}

// AppendText implements encoding.TextAppender: it appends what String returns.
func (c Callable) AppendText(b []byte) ([]byte, error) { return append(b, c.String()...), nil }

// AppendText implements encoding.TextAppender: it appends what String returns.
func (s Signal) AppendText(b []byte) ([]byte, error) { return append(b, s.String()...), nil }

// MarshalText implements encoding.TextMarshaler: NodePath("/root/Level").
func (p NodePath) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (o Object) MarshalText() ([]byte, error) { return o.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (id RID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (c Callable) MarshalText() ([]byte, error) { return c.AppendText(nil) }

// MarshalText implements encoding.TextMarshaler.
func (s Signal) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler: it reads NodePath("…").
// For the bare path there is [ParseNodePath].
func (p *NodePath) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, p) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (id *RID) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, id) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Callable) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, c) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Signal) UnmarshalText(text []byte) error { return variant.UnmarshalText(text, s) }

// MarshalJSON implements json.Marshaler with canonical JSON: "np:/root/Level".
func (p NodePath) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(p) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (o Object) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(o) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (id RID) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(id) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (c Callable) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(c) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (s Signal) MarshalJSON() ([]byte, error) { return variant.MarshalJSON(s) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *NodePath) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, p) }

// UnmarshalJSON implements json.Unmarshaler.
func (id *RID) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, id) }

// UnmarshalJSON implements json.Unmarshaler.
func (c *Callable) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, c) }

// UnmarshalJSON implements json.Unmarshaler.
func (s *Signal) UnmarshalJSON(data []byte) error { return variant.UnmarshalJSON(data, s) }
