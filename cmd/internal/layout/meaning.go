package layout

import (
	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/codec/inspect"
)

// Meaning returns the text for the bytes of a field.
func (f *Field) Meaning(b []byte) string {
	switch f.Kind {
	case FieldHeader:
		return f.value.String()
	case FieldText, FieldRaw:
		return look.Clip(string(b))
	case FieldLength:
		return message.Fill("bytes.record", nil)
	case FieldFault:
		if f.fault != "" {
			return f.fault
		}
		return message.Fill("bytes.fault", nil)
	case FieldPadding, FieldStray:
		return message.Fill("bytes."+f.Kind.Name(), nil)
	}

	const most = 16
	return inspect.Numbers(f.of, b, most)
}
