// Package session is the program behind the page. It holds one save file, and another one beside
// it to compare with, and answers the calls of the page. It does not depend on a browser. The page
// calls a function by its name, with arguments and a result in JSON, see [Session.Call].
//
// The packages below it know no session: message has the texts, outline, look and layout what
// values are in the tree, on the screen and in the bytes, format what files are, input and journal
// how values change, search and program what is found and written of them.
package session

import (
	"encoding/json"

	"godotvariant/cmd/internal/zstd"
	"godotvariant/cmd/webpage/session/message"
	"godotvariant/codec/savefile"
)

// A Session holds the open file. It is not safe for concurrent use.
type Session struct {
	// Progress is called during long work, or nil.
	Progress func(Progress)

	file    *file
	beside  *file   // to compare with
	pending *source // what could not be opened without a secret or another option

	codecs map[savefile.Compression]savefile.Compressor
}

// Progress says how far long work has come.
type Progress struct {
	Key   string `json:"key"` // of the work: unpack, read, search, bytes, save
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
}

// New returns a session without a file.
func New() (*Session, error) {
	z, err := zstd.Codec()
	if err != nil {
		return nil, err
	}

	return &Session{codecs: map[savefile.Compression]savefile.Compressor{
		savefile.Zstandard: z,
	}}, nil
}

// report passes on how far work has come.
func (s *Session) report(key string, done, total int64) {
	if s.Progress != nil {
		s.Progress(Progress{key, done, total})
	}
}

// A call is one function of the bridge. It takes arguments in JSON and bytes.
type call func(s *Session, args, data []byte) (any, error)

// calls are all functions of the bridge.
var calls = map[string]call{
	"messages": typed((*Session).Messages),

	"open":       typed((*Session).Open),
	"paste":      typed((*Session).Paste),
	"sample":     typed((*Session).Sample),
	"samples":    typed((*Session).Samples),
	"retry":      typed((*Session).Retry),
	"unlock":     typed((*Session).Retry),
	"readAs":     opened((*file).ReadAs),
	"salvage":    opened((*file).Salvage),
	"openInside": opened((*file).OpenInside),
	"close":      typed((*Session).Close),

	"rows":     opened((*file).Rows),
	"toggle":   opened((*file).Toggle),
	"expand":   opened((*file).Expand),
	"collapse": opened((*file).Collapse),
	"siblings": opened((*file).Siblings),
	"reveal":   opened((*file).Reveal),
	"find":     opened((*file).Find),

	"value":   opened((*file).Value),
	"blob":    opened((*file).Blob),
	"setBlob": opened((*file).SetBlob),
	"check":   opened((*file).Check),
	"edit":    opened((*file).Edit),
	"undo":    opened((*file).Undo),
	"redo":    opened((*file).Redo),
	"revert":  opened((*file).Revert),

	"journal": opened((*file).Journal),
	"replay":  opened((*file).Replay),
	"changes": opened((*file).Changes),
	"patch":   opened((*file).Patch),

	"search":    opened((*file).Search),
	"more":      opened((*file).More),
	"match":     opened((*file).Match),
	"matches":   opened((*file).Matches),
	"searchEnd": opened((*file).SearchEnd),

	"view":     opened((*file).View),
	"whole":    opened((*file).Whole),
	"bytes":    opened((*file).Bytes),
	"where":    opened((*file).Where),
	"at":       opened((*file).At),
	"rawBytes": opened((*file).RawBytes),

	"convert": opened((*file).Convert),
	"save":    opened((*file).Save),

	"compare":          typed((*Session).Compare),
	"differences":      opened((*file).Differences),
	"take":             opened((*file).Take),
	"differencesPatch": opened((*file).DifferencesPatch),
	"compareEnd":       typed((*Session).CompareEnd),

	"about":  opened((*file).About),
	"table":  opened((*file).Table),
	"grid":   opened((*file).Grid),
	"points": opened((*file).Points),
	"code":   opened((*file).Code),
}

// typed returns a call that reads the arguments and runs a method.
func typed[Args, Result any](method func(*Session, Args) (Result, error)) call {
	return func(s *Session, args, data []byte) (any, error) {
		var a Args
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, err
		}

		if taker, ok := any(&a).(interface{ take([]byte) }); ok {
			taker.take(data)
		}

		return method(s, a)
	}
}

// opened is like typed, for a method of the open file.
func opened[Args, Result any](method func(*file, Args) (Result, error)) call {
	return typed(func(s *Session, a Args) (result Result, err error) {
		if s.file == nil {
			return result, message.NewFault("noFile", nil)
		}
		return method(s.file, a)
	})
}

// Call calls the function with a name, such as "rows". The arguments and the result are JSON.
// Bytes are passed separately: data are those of a [File], and out those of a [Download]. Each
// error is a [*Fault].
func (s *Session) Call(name string, args, data []byte) (result, out []byte, err error) {
	do, ok := calls[name]
	if !ok {
		return nil, nil, message.NewFault("noCall", message.Params{"name": name})
	}

	answer, err := do(s, args, data)
	if err != nil {
		return nil, nil, message.AsFault(err)
	}

	if d, ok := answer.(Download); ok {
		out = d.Data
	}

	result, err = json.Marshal(answer)
	return result, out, err
}

// None are the arguments of a function without arguments, and an answer without content.
type None struct{}

// A data is bytes that the page has read.
type data struct{ Data []byte }

func (d *data) take(b []byte) { d.Data = b }

// A Download is a file for the page to save.
type Download struct {
	Name string `json:"name"`
	Mime string `json:"mime"`
	Size int    `json:"size"`
	Data []byte `json:"-"`
}

// download returns a file for the page.
func download(name, mime string, data []byte) Download {
	return Download{name, mime, len(data), data}
}
