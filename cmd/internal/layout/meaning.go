package layout

import (
	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/codec/inspect"
)

// Meaning describes the bytes b of a field in a few words, such as the type of a header, the
// numbers, or the reason for a fault.
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
