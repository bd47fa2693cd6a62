//go:build js && wasm

// Command wasm is the program in the page: package session, behind one function of JavaScript.
//
//	call(name, args, bytes, answer)
//
// takes the name of a function, its arguments in JSON, and a Uint8Array or undefined. It calls
// answer with {result, bytes}, with the result in JSON, or with {error: {code, params, field, said,
// detail}}: the parts of a message.Fault. During long work it calls the function progress, if there
// is one, with {key, done, total}, and the function pause(go), which calls go when other messages
// to the worker had their turn.
package main

import (
	"encoding/json"
	"syscall/js"
	"time"

	"godotvariant/cmd/webpage/session"
	"godotvariant/cmd/webpage/session/problem"
)

// room is memory that is never used. No call is answered while the garbage collector runs. It runs
// when as much memory has been allocated as was in use after its last run. With room in use it runs
// less often: not at all for a file of a few megabytes.
var room []byte

const roomSize = 128 << 20

func main() {
	room = make([]byte, roomSize)
	s := session.New()
	p := newPauses()
	s.Progress = p.report

	js.Global().Set("call", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.begin()
		var data []byte

		if bytes := args[2]; bytes.Truthy() {
			data = make([]byte, bytes.Length())
			js.CopyBytesToGo(data, bytes)
		}

		go func() {
			args[3].Invoke(answer(s.Call(args[0].String(), []byte(args[1].String()), data)))
		}()

		return nil
	}))

	select {} // the page calls the function from now on
}

// answer returns the answer of a call for the page.
func answer(result, out []byte, err error) any {
	if err != nil {
		return map[string]any{"error": describe(err)}
	}

	answer := map[string]any{"result": string(result)}

	if out != nil {
		bytes := js.Global().Get("Uint8Array").New(len(out))
		js.CopyBytesToJS(bytes, out)
		answer["bytes"] = bytes
	}

	return answer
}

// A slice is the time that the program works before it answers other calls. It reports progress to
// the page less often.
const (
	slice   = 25 * time.Millisecond
	telling = 100 * time.Millisecond
)

// pauses divides long work into slices. There is only one thread: between two slices the program
// waits until the page's other messages have been handled.
type pauses struct {
	begun time.Time // start of the slice
	told  time.Time

	over   chan struct{} // receives when a pause is over
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

// report tells the page about progress, and makes a pause at the end of a slice.
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
