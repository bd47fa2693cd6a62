//go:build js && wasm

// Command wasm is the program in the page: package session, behind one function of JavaScript.
//
//	call(name, args, bytes, answer)
//
// The argument name is the name of a function, and args has its arguments in JSON. The argument
// bytes is a Uint8Array or undefined; the page must not change it before the answer. The program
// passes the answer to the function answer. After success the answer is {result, bytes}, with the
// result in JSON. After an error it is {error: {code, params, field, said, detail}}, which are the
// parts of a message.Fault.
//
// During long work the program calls two functions of the worker: progress, if it exists, with
// {key, done, total}, and pause(go). After the worker has handled its other messages, pause calls
// the function go.
package main

import (
	"encoding/json"
	"io"
	"syscall/js"
	"time"

	"godotvariant/cmd/webpage/session"
	"godotvariant/cmd/webpage/session/problem"
)

// room is memory that is never used. It makes the garbage collector run less often, because a call
// has to wait while the collector runs. The collector runs when the program has allocated as much
// memory as was in use after the last run. This memory includes room, so for a file of a few
// megabytes the collector does not run at all.
var room []byte

const roomSize = 128 << 20

func main() {
	room = make([]byte, roomSize)
	s := session.New()
	p := newPauses()
	s.Progress = p.report

	js.Global().Set("call", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.begin()
		go func() { args[3].Invoke(answer(s, args)) }()
		return nil
	}))

	select {} // keeps the program running for the calls of the page
}

// answer calls the function of the session that the page asks for. It returns the answer in the
// form that the page reads.
func answer(s *session.Session, args []js.Value) any {
	var in session.Input
	if bytes := args[2]; bytes.Truthy() {
		in = &input{array: bytes, size: bytes.Length()}
	}

	var out output
	result, err := s.Call(args[0].String(), []byte(args[1].String()), in, &out)
	if err != nil {
		return map[string]any{"error": describe(err)}
	}

	answer := map[string]any{"result": string(result)}
	if out.array.Truthy() {
		answer["bytes"] = out.array
	}
	return answer
}

// An input reads a file from a Uint8Array.
type input struct {
	array js.Value
	size  int
	read  int // number of bytes that were read
}

// Len implements session.Input.
func (in *input) Len() int { return in.size - in.read }

// Read implements session.Input.
func (in *input) Read(b []byte) (int, error) {
	if in.Len() == 0 {
		return 0, io.EOF
	}

	n := js.CopyBytesToGo(b, in.array.Call("subarray", in.read))
	in.read += n
	return n, nil
}

// An output writes a file to a Uint8Array. The field array is undefined if there is no file.
type output struct {
	array   js.Value
	written int // number of bytes that were written
}

// Grow implements session.Output.
func (o *output) Grow(n int) { o.array = js.Global().Get("Uint8Array").New(n) }

// Write implements session.Output.
func (o *output) Write(b []byte) (int, error) {
	n := js.CopyBytesToJS(o.array.Call("subarray", o.written), b)
	o.written += n
	return n, nil
}

// A slice is the time that the program works before it answers other calls. The constant telling is
// the least time between two reports of progress to the page.
const (
	slice   = 16 * time.Millisecond
	telling = 100 * time.Millisecond
)

// pauses divides long work into slices. The program has only one thread. Between two slices the
// program waits until the other messages of the page were handled.
type pauses struct {
	begun time.Time // start of the slice
	told  time.Time

	over   chan struct{} // receives a value at the end of a pause
	resume js.Func
}

func newPauses() *pauses {
	p := &pauses{over: make(chan struct{}, 1)}
	p.resume = js.FuncOf(func(js.Value, []js.Value) any {
		p.over <- struct{}{}
		return nil
	})
	return p
}

// begin begins a slice.
func (p *pauses) begin() { p.begun = time.Now() }

// report tells the page about the progress, and makes a pause at the end of a slice of time.
func (p *pauses) report(at session.Progress) {
	now := time.Now()
	if now.Sub(p.begun) < slice {
		return
	}

	if tell := js.Global().Get("progress"); tell.Truthy() && now.Sub(p.told) >= telling {
		p.told = now
		tell.Invoke(map[string]any{
			"key": at.Key, "done": float64(at.Done), "total": float64(at.Total),
		})
	}

	js.Global().Call("pause", p.resume)
	<-p.over
	p.begin()
}

// describe returns an error in the form that the page shows.
func describe(err error) any {
	text, _ := json.Marshal(problem.Of(err)) // an error is impossible for texts and numbers
	return js.Global().Get("JSON").Call("parse", string(text))
}
