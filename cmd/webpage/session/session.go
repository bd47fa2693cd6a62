// Package session is the program behind the page. It holds one save file and answers the calls of
// the page. It does not depend on a browser. The page calls a function by its name, with arguments
// and a result in JSON, see [Session.Call].
package session

import (
	"encoding/json"
	"errors"
	"fmt"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/internal/zstd"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Session holds one file. It is not safe for concurrent use.
type Session struct {
	name   string
	data   []byte           // the bytes of the opened file
	read   document.Options // the options of the last read
	reader string           // the name of the chosen reader, "" for the detected one
	doc    *document.Document
	damage error // of a damaged file

	// states are the values of the file: first the opened value, then one after each edit.
	states []state
	tree   outline
	viewed view       // the last text of the current value
	patch  tree.Patch // from the opened to the current value; nil until Changes needs it
}

// A state is the value of the file after an edit.
type state struct {
	root variant.Variant
	path string // of the part that the edit changed
}

// New returns a session without a file.
func New() (*Session, error) {
	z, err := zstd.Codec()
	if err != nil {
		return nil, err
	}
	codecs := map[savefile.Compression]savefile.Compressor{savefile.Zstandard: z}
	return &Session{read: document.Options{Save: savefile.Options{Compressors: codecs}}}, nil
}

// A FieldError is an error in the input of one field of a form.
type FieldError struct {
	Field string
	Err   error
}

// Error returns the text of the error.
func (e *FieldError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the field.
func (e *FieldError) Unwrap() error { return e.Err }

// errNoFile is the error of a call that needs an open file.
var errNoFile = errors.New("no file is open")

// root returns the current value of the file.
func (s *Session) root() variant.Variant { return s.states[len(s.states)-1].root }

// A call is one function of the bridge. It takes arguments in JSON and bytes.
type call func(s *Session, args, data []byte) (any, error)

// calls are all functions of the bridge.
var calls = map[string]call{
	"open":    typed((*Session).Open),
	"paste":   typed((*Session).Paste),
	"unlock":  typed((*Session).Unlock),
	"readAs":  typed((*Session).ReadAs),
	"rows":    opened((*Session).Rows),
	"toggle":  opened((*Session).Toggle),
	"more":    opened((*Session).More),
	"reveal":  opened((*Session).Reveal),
	"find":    opened((*Session).Find),
	"value":   opened((*Session).Value),
	"set":     opened((*Session).Set),
	"add":     opened((*Session).Add),
	"remove":  opened((*Session).Remove),
	"undo":    opened((*Session).Undo),
	"view":    opened((*Session).View),
	"whole":   opened((*Session).Whole),
	"changes": opened((*Session).Changes),
	"convert": opened((*Session).Convert),
	"save":    opened((*Session).Save),
}

// typed returns a call that reads the arguments and runs a method.
func typed[Args, Result any](method func(*Session, Args) (Result, error)) call {
	return func(s *Session, args, data []byte) (any, error) {
		var a Args
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, err
		}

		if file, ok := any(&a).(*File); ok {
			file.Data = data
		}

		return method(s, a)
	}
}

// opened is like typed, for a method that needs an open file.
func opened[Args, Result any](method func(*Session, Args) (Result, error)) call {
	do := typed(method)
	return func(s *Session, args, data []byte) (any, error) {
		if s.doc == nil {
			return nil, errNoFile
		}
		return do(s, args, data)
	}
}

// Call calls the method with a name, such as "set" for [Session.Set]. The arguments and the result
// are JSON. Bytes are passed separately: data are the bytes of a [File], and out those of a
// [Download]. An error is a [FieldError] if it belongs to a field of a form.
func (s *Session) Call(name string, args, data []byte) (result, out []byte, err error) {
	do, ok := calls[name]
	if !ok {
		return nil, nil, fmt.Errorf("no function is called %q", name)
	}

	answer, err := do(s, args, data)
	if err != nil {
		return nil, nil, err
	}

	if d, ok := answer.(Download); ok {
		out = d.Data
	}

	result, err = json.Marshal(answer)
	return result, out, err
}

// None are the arguments of a function without arguments.
type None struct{}

// A File is a file that the page has read.
type File struct {
	Name string `json:"name"`
	Data []byte `json:"-"`
}

// A Download is a file for the page to save.
type Download struct {
	Name string `json:"name"`
	Data []byte `json:"-"`
}
