//go:build js && wasm

// Command wasm is the program in the page: package session, behind one function of JavaScript.
//
//	call(name, args, bytes)
//
// takes the name of a function, its arguments in JSON, and a Uint8Array or undefined. It returns
// {result, bytes} with the result in JSON, or {error: {message, field}}.
package main

import (
	"errors"
	"log"
	"syscall/js"

	"godotvariant/cmd/webpage/session"
)

func main() {
	s, err := session.New()
	if err != nil {
		log.Fatal(err)
	}

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

// describe returns an error as the page shows it.
func describe(err error) map[string]any {
	out := map[string]any{"message": err.Error()}
	var field *session.FieldError
	if errors.As(err, &field) {
		out["field"] = field.Field
	}
	return out
}
