package session

import (
	"encoding/json"
	"slices"

	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/webpage/session/problem"
)

// A call is one function of the bridge. It takes arguments in JSON and bytes.
type call func(s *Session, args, data []byte) (any, error)

// looks are the functions that only look at the file and take little time. The session answers them
// even during the long work of another function.
var looks = []string{
	"rows", "toggle", "siblings", "reveal", "find", "value", "search", "more", "match",
	"searchEnd", "changes", "journal", "about", "stop",
}

// calls are all functions of the bridge.
var calls = map[string]call{
	"open":       typed((*Session).Open),
	"paste":      typed((*Session).Paste),
	"sample":     typed((*Session).Sample),
	"retry":      typed((*Session).Retry),
	"unlock":     typed((*Session).Retry),
	"readAs":     opened((*file).ReadAs),
	"salvage":    opened((*file).Salvage),
	"openInside": opened((*file).OpenInside),

	"stop": typed((*Session).Stop),

	"rows":     opened((*file).Rows),
	"toggle":   opened((*file).Toggle),
	"siblings": opened((*file).Siblings),
	"reveal":   opened((*file).Reveal),
	"find":     opened((*file).Find),

	"value":   opened((*file).Value),
	"blob":    opened((*file).Blob),
	"setBlob": opened((*file).SetBlob),
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
	"searchEnd": opened((*file).SearchEnd),

	"view":  opened((*file).View),
	"whole": opened((*file).Whole),
	"bytes": opened((*file).Bytes),
	"where": opened((*file).Where),
	"at":    opened((*file).At),

	"convert": opened((*file).Convert),
	"save":    opened((*file).Save),

	"compare":     typed((*Session).Compare),
	"differences": opened((*file).Differences),
	"take":        opened((*file).Take),

	"about":  opened((*file).About),
	"table":  opened((*file).Table),
	"grid":   opened((*file).Grid),
	"points": opened((*file).Points),
	"code":   opened((*file).Code),
}

// typed returns a call that parses the arguments and calls a method with them.
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

// Call calls the function with a name, such as "rows". The arguments and the result are JSON. Files
// are passed separately: Call reads a file for the session from the input, which may be nil, and
// writes the file of a [Download] to the output. Each error is a [message.Fault].
//
// Call waits until the previous call has ended. But a function in the list looks waits only until
// the previous call has ended or calls Session.Progress.
func (s *Session) Call(name string, args []byte, input Input, output Output) ([]byte, error) {
	do, ok := calls[name]
	if !ok {
		return nil, message.NewFault("noSuch", message.Params{"name": name})
	}

	run := s.look
	if !slices.Contains(looks, name) {
		run = s.change
	}

	answer, err := run(func() (any, error) {
		data, err := s.receive(input)
		if err != nil {
			return nil, err
		}

		answer, err := do(s, args, data)
		if d, ok := answer.(Download); ok && err == nil {
			err = s.send(d, output)
		}
		return answer, err
	})
	if err != nil {
		return nil, problem.Of(err)
	}

	return json.Marshal(answer)
}

// look runs a function that does not change the file.
func (s *Session) look(do func() (any, error)) (any, error) {
	s.held.Lock()
	defer s.held.Unlock()
	return do()
}

// change runs a function that may change the file, after the earlier function has ended. Stop can
// end the function.
func (s *Session) change(do func() (any, error)) (answer any, err error) {
	s.work.Lock()
	defer s.work.Unlock()
	s.held.Lock()
	defer s.held.Unlock()

	s.working = true
	defer func() {
		s.working = false
		s.stopping = false

		failure := recover()
		if failure == (stopPanic{}) {
			err = message.NewFault("stopped", nil)
		} else if failure != nil {
			panic(failure)
		}
	}()

	return do()
}
