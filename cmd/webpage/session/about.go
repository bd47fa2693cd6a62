package session

import (
	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
)

// AboutAnswer has guesses about a value.
type AboutAnswer struct {
	Guesses []message.Message `json:"guesses"`
}

// About returns guesses about a value, such as a date or a picture.
func (f *file) About(a PathArgs) (AboutAnswer, error) {
	_, _, v, err := f.parsePath(a.Path)
	if err != nil {
		return AboutAnswer{}, err
	}

	out := AboutAnswer{Guesses: []message.Message{}}
	if m := look.Guess(v); m != nil {
		out.Guesses = append(out.Guesses, *m)
	}
	return out, nil
}
