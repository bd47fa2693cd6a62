// Package message has the sentences that the page shows and translates: messages with a key and
// parameters, faults with a code, and the table of their English texts. Package problem turns
// errors of the library into faults.
package message

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// Params are the values in a [Message], by name: texts, numbers, messages and lists of these.
type Params map[string]any

// A Message is a sentence for the user. Its text is English. The web page translates it by its key.
type Message struct {
	Key    string `json:"key"`
	Params Params `json:"params"`
	Text   string `json:"text"`
}

// Say returns the message with a key. Its text is the template with this key, filled with the
// parameters.
func Say(key string, params Params) Message { return Message{key, params, Fill(key, params)} }

// Note is like [Say]. It returns a pointer, because some messages may be absent.
func Note(key string, params Params) *Message {
	m := Say(key, params)
	return &m
}

// A Fault is an error with a code. The page uses the code to translate the error and to react to
// it.
type Fault struct {
	Code   string
	Params Params
	Place  *Message // place of the bad value, or nil
	Field  string   // field of a form, or empty
	Err    error    // the cause, or nil
}

// NewFault returns a Fault with a code. The template of its text has the key "error." followed by
// the code.
func NewFault(code string, params Params) *Fault { return &Fault{Code: code, Params: params} }

// At stores which field of a form has the bad value, and returns the Fault.
func (f *Fault) At(field string) *Fault {
	f.Field = field
	return f
}

// Message returns the sentence for the user. The sentence describes the error and says what to do.
// If the place of the bad value is known, the sentence also names the place.
func (f *Fault) Message() Message {
	said := Say("error."+f.Code, f.Params)
	if f.Place == nil {
		return said
	}
	return Say("error.at", Params{"place": *f.Place, "problem": said})
}

// Error returns the sentence in English.
func (f *Fault) Error() string { return f.Message().Text }

// Detail returns the text of the cause, which the page shows folded. It is in English.
func (f *Fault) Detail() string {
	if f.Err == nil {
		return ""
	}
	return f.Err.Error()
}

// MarshalJSON writes the fault in the form that the page reads.
func (f *Fault) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Code   string  `json:"code"`
		Params Params  `json:"params"`
		Field  string  `json:"field"`
		Said   Message `json:"said"`
		Detail string  `json:"detail"`
	}{f.Code, f.Params, f.Field, f.Message(), f.Detail()})
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// Has reports whether there is a template with a key.
func Has(key string) bool {
	_, ok := templates[key]
	return ok
}

// Templates returns the templates of all messages, by key. In a template {name} is replaced by a
// parameter, and {name|one|many} by a number with the correct form of its noun.
func Templates() map[string]string { return maps.Clone(templates) }

// Fill returns the text of a template with its parameters.
func Fill(key string, params Params) string {
	rest := templates[key]
	var b strings.Builder

	for {
		before, after, _ := strings.Cut(rest, "{")
		b.WriteString(before)

		name, next, closed := strings.Cut(after, "}")
		if !closed {
			return b.String()
		}

		name, nouns, counts := strings.Cut(name, "|")
		b.WriteString(ParamText(params[name]))

		if counts {
			one, many, _ := strings.Cut(nouns, "|")
			if fmt.Sprint(params[name]) != "1" {
				one = many
			}
			b.WriteString(" " + one)
		}

		rest = next
	}
}

// ParamText returns the text of a parameter. Numbers have groups of three digits.
func ParamText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case int:
		return grouped(int64(v))
	case int64:
		return grouped(v)
	case Message:
		return v.Text
	case []any:
		return list(v)
	default:
		return fmt.Sprint(v)
	}
}

// list returns the texts of a list, separated by commas.
func list(items []any) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = ParamText(item)
	}
	return strings.Join(texts, ", ")
}

// grouped returns a number with a comma between groups of three digits.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""

	if n < 0 {
		sign = "-"
		digits = digits[1:]
	}

	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}

	return sign + strings.Join(append([]string{digits}, groups...), ",")
}
