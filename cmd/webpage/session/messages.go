package session

import (
	"godotvariant/cmd/webpage/session/message"
)

// MessagesAnswer are the templates of all messages, by key.
type MessagesAnswer struct {
	Messages map[string]string `json:"messages"`
}

// Messages returns the templates of all messages, see [message.Templates].
func (s *Session) Messages(None) (MessagesAnswer, error) {
	return MessagesAnswer{message.Templates()}, nil
}
