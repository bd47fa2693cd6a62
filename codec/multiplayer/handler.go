package multiplayer

import (
	"fmt"
	"reflect"

	"godotvariant/codec"
	"godotvariant/codec/internal/plan"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// A handler calls a Go function with the arguments of a call. All reflection of the package is in
// this file.
type handler struct {
	function reflect.Value
	peer     bool           // the first parameter is the caller
	in       []reflect.Type // the types of the parameters, without the caller
	variadic bool           // the last parameter takes any number of arguments
	fails    bool           // the function returns an error
}

var (
	peerType  = reflect.TypeFor[*Peer]()
	errorType = reflect.TypeFor[error]()
)

// newHandler returns the handler that calls a function.
func newHandler(function any) (*handler, error) {
	v := reflect.ValueOf(function)
	if v.Kind() != reflect.Func || v.IsNil() {
		return nil, fmt.Errorf("a %T is not a function", function)
	}

	h := &handler{function: v, variadic: v.Type().IsVariadic()}
	for i := range v.Type().NumIn() {
		in := v.Type().In(i)
		if i == 0 && in == peerType {
			h.peer = true
			continue
		}
		h.in = append(h.in, in)
	}

	switch out := v.Type(); {
	case out.NumOut() == 0:
	case out.NumOut() == 1 && out.Out(0) == errorType:
		h.fails = true
	default:
		return nil, fmt.Errorf("%v must return an error or nothing", out)
	}
	return h, nil
}

// accepts returns an error unless the function takes n arguments.
func (h *handler) accepts(n int) error {
	switch want := len(h.in); {
	case h.variadic && n < want-1:
		return reason.Of(ErrArguments, "%d, at least %d", n, want-1)
	case !h.variadic && n != want:
		return reason.Of(ErrArguments, "%d instead of %d", n, want)
	}
	return nil
}

// A programError is the error of a Go function of the program.
type programError struct{ error }

// call converts the arguments and calls the function. The function's error becomes a programError.
func (h *handler) call(c *codec.Codec, from *Peer, args []variant.Variant) error {
	if err := h.accepts(len(args)); err != nil {
		return err
	}

	var in []reflect.Value
	if h.peer {
		in = append(in, reflect.ValueOf(from))
	}
	for i, arg := range args {
		v := reflect.New(h.parameter(i))
		if err := c.FromVariant(arg, v.Interface()); err != nil {
			return reason.Within(fmt.Sprint("argument ", i), err)
		}
		in = append(in, v.Elem())
	}

	out := h.function.Call(in)
	if !h.fails || out[0].IsNil() {
		return nil
	}
	return programError{out[0].Interface().(error)}
}

// parameter returns the type to which argument number i is converted.
func (h *handler) parameter(i int) reflect.Type {
	if last := len(h.in) - 1; h.variadic && i >= last {
		return h.in[last].Elem()
	}
	return h.in[i]
}

// methodsOf returns the exported methods of a value, except those that newHandler refuses. The keys
// are their names in GDScript.
func methodsOf(v any) map[string]any {
	value := reflect.ValueOf(v)
	functions := map[string]any{}
	for i := range value.NumMethod() {
		function := value.Method(i)
		if _, err := newHandler(function.Interface()); err == nil {
			functions[plan.Snake(value.Type().Method(i).Name)] = function.Interface()
		}
	}
	return functions
}

// fresh returns a pointer to a new value of the type that state points to, or nil if state is not a
// pointer.
func fresh(state any) any {
	t := reflect.TypeOf(state)
	if t == nil || t.Kind() != reflect.Pointer {
		return nil
	}
	return reflect.New(t.Elem()).Interface()
}
