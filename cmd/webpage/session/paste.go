package session

import (
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/webpage/session/format"
)

// Paste opens bytes that the user has entered as text, see [format.ParseBytes].
func (s *Session) Paste(a struct{ Text string }) (Opened, error) {
	data, err := format.ParseBytes(a.Text)
	if err != nil {
		return Opened{}, &message.Fault{Code: "paste", Field: "paste", Err: err}
	}
	return s.open(source{name: "pasted.bin", data: data, budget: defaultBudget})
}
