package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"godotvariant/variant"
)

// record logs one message. It returns the command that the game waits for, or "".
func record(log *slog.Logger, name string, args []variant.Variant) (command string) {
	switch name {
	case "output":
		for _, arg := range args {
			output(log, arg)
		}
	case "error":
		fault(log, args)
	case "debug_enter": // arguments: true if the game can continue, and why it stopped
		log.Error(str(at(args, 1)), "stopped", true)
		return "get_stack_dump"
	case "stack_dump": // arguments: the number of calls, and a dictionary for each call
		log.Error("stopped here", "stack", stack(args))
		return "continue"
	case "debug_exit":
	default:
		log.Debug(name, "args", variant.Text(variant.NewArray(args...)))
	}
	return ""
}

// output logs text that a game has printed. The argument arg is [text, kind], and kind is 1 for
// printerr.
func output(log *slog.Logger, arg variant.Variant) {
	level := slog.LevelInfo
	if at(items(arg), 1) == variant.Int(1) {
		level = slog.LevelError
	}

	text := strings.TrimRight(str(at(items(arg), 0)), " \n")
	if text != "" {
		log.Log(context.Background(), level, text)
	}
}

// fault logs an error or a warning. The first argument is an array:
//
//	0..3  hour, minute, second, millisecond
//	4..6  function, file, line
//	7, 8  condition, description
//	9     true for a warning
//
// The second argument is the number of the arguments after it, which describe the stack; see words.
func fault(log *slog.Logger, args []variant.Variant) {
	facts := items(at(args, 0))
	level := slog.LevelError
	if at(facts, 9) == variant.Bool(true) {
		level = slog.LevelWarn
	}

	text := str(at(facts, 8))
	if text == "" {
		text = str(at(facts, 7))
	}

	place := str(at(facts, 5)) + ":" + str(at(facts, 6))
	attrs := []any{"at", place, "in", str(at(facts, 4))}
	if calls := args[min(2, len(args)):]; len(calls) > 0 {
		attrs = append(attrs, "stack", words(calls))
	}
	log.Log(context.Background(), level, text, attrs...)
}

// words returns a text for each call of a stack. The argument args has three values for each call:
// file, function and line.
func words(args []variant.Variant) (calls []string) {
	for ; len(args) >= 3; args = args[3:] {
		calls = append(calls, fmt.Sprintf("%s:%s in %s", str(args[0]), str(args[2]), str(args[1])))
	}
	return calls
}

// stack returns a text for each call of a stack. The argument args has a dictionary for each call,
// with file, line and function.
func stack(args []variant.Variant) (calls []string) {
	for _, arg := range args {
		d, ok := arg.(variant.Dictionary)
		if !ok {
			continue // the number of calls
		}

		field := func(key variant.String) string {
			v, _ := d.Get(key)
			return str(v)
		}
		call := fmt.Sprintf("%s:%s in %s", field("file"), field("line"), field("function"))
		calls = append(calls, call)
	}
	return calls
}

// at returns the value at the index i, or nil if there are fewer values.
func at(values []variant.Variant, i int) variant.Variant {
	if i >= len(values) {
		return nil
	}
	return values[i]
}

// items returns the items of an Array, or nil for any other value.
func items(v variant.Variant) []variant.Variant {
	a, _ := variant.As[variant.Array](v)
	return a.Items
}

// str returns a String without quotes, and any other value as Godot prints it.
func str(v variant.Variant) string {
	if s, ok := v.(variant.String); ok {
		return string(s)
	}
	return variant.Text(v)
}
