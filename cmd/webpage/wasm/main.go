//go:build js && wasm

// Command wasm is the program in the page: package session, behind one function of JavaScript.
//
//	call(name, args, bytes)
//
// takes the name of a function, its arguments in JSON, and a Uint8Array or undefined. It returns
// {result, bytes} with the result in JSON, or {error: {code, params, message, field}}. During long
// work it calls the function progress, if there is one, with {key, done, total}.
package main

import (
	"encoding/json"
	"errors"
	"syscall/js"
	"time"

	"godotvariant/cmd/webpage/session"
	"godotvariant/cmd/webpage/session/message"
)

func main() {
	s := session.New()
	s.Progress = progress()

	js.Global().Set("call", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var data []byte

		if bytes := args[2]; bytes.Truthy() {
			data = make([]byte, bytes.Length())
			js.CopyBytesToGo(data, bytes)
		}

		result, out, err := s.Call(args[0].String(), []byte(args[1].String()), data)
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
	}))

	select {} // the page calls the function
}

// progress returns a function that tells the page about progress, every 100 ms.
func progress() func(session.Progress) {
	var last time.Time

	return func(p session.Progress) {
		tell := js.Global().Get("progress")
		now := time.Now()

		if tell.Type() != js.TypeFunction || now.Sub(last) < 100*time.Millisecond {
			return
		}

		last = now
		tell.Invoke(map[string]any{
			"key": p.Key, "done": float64(p.Done), "total": float64(p.Total),
		})
	}
}

// describe returns an error as the page shows it.
func describe(err error) any {
	out := map[string]any{"message": err.Error(), "code": "general"}
	var fault *message.Fault
	if !errors.As(err, &fault) {
		return out
	}

	out["code"] = fault.Code
	params, err := json.Marshal(fault.Params)
	if err == nil {
		out["params"] = js.Global().Get("JSON").Call("parse", string(params))
	}

	if fault.Field != "" {
		out["field"] = fault.Field
	}

	return out
}
