package jsonvar

import (
	"strings"

	named "godotvariant/codec/internal/components"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// A layout is the text of a value of package math in relaxed JSON, without its components.
type layout struct {
	before []string // the text before each component, such as {"x": or },"size":{"x":
	end    string   // the text after the last component
	array  bool     // the type is a packed array of values with this layout
}

// layouts has the layouts of the types that have components.
var layouts = layoutsOfTypes()

func layoutsOfTypes() (all [variant.TypeCustom]layout) {
	for t := range all {
		all[t] = layoutOf(named.Names(variant.Type(t)))
		all[t].array = named.IsArray(variant.Type(t))
	}
	return all
}

// layoutOf returns the layout for components with these names. The name "position.x" means the
// member x of the object "position".
func layoutOf(names []string) layout {
	var l layout
	var around []string // the objects around the component

	for i, name := range names {
		path := strings.Split(name, ".")
		last := len(path) - 1

		same := 0
		for same < min(last, len(around)) && path[same] == around[same] {
			same++
		}

		before := strings.Repeat("}", len(around)-same)

		if i == 0 {
			before += "{"
		} else {
			before += ","
		}

		for _, object := range path[same:last] {
			before += `"` + object + `":{`
		}

		l.before = append(l.before, before+`"`+path[last]+`":`)
		around = path[:last]
	}

	l.end = strings.Repeat("}", len(around)+1)
	return l
}

// components writes the components of a value. It implements [notation.ArgsWriter].
type components struct {
	literals
	layout *layout
	next   int         // index of the next component of the element
	more   bool        // at least one element has been written
	rules  token.Rules // rules for numbers
	fault  error       // error of a number
}

var _ notation.ArgsWriter = (*components)(nil)

// RowMajor returns false: in JSON a Basis is written axis by axis.
func (w *components) RowMajor() bool { return false }

// Real writes the next component. The first component of an element begins an object, and the last
// one ends it.
func (w *components) Real(f float64) {
	if w.next == 0 && w.more {
		w.raw(",")
	}
	w.raw(w.layout.before[w.next])

	if w.rules.Checks() {
		f = w.checked(f)
	}
	if w.rules.Single {
		w.single(float32(f))
	} else {
		w.number(f)
	}

	w.next++
	if w.next == len(w.layout.before) {
		w.raw(w.layout.end)
		w.next = 0
		w.more = true
	}
}

// checked returns a component after rounding it by the rules. It records an error if the rules
// refuse the number.
func (w *components) checked(f float64) float64 {
	written, err := w.rules.Component(f)
	if err != nil {
		w.fault = err
	}
	return written
}

// check records a fault if the rules refuse the number.
func (w *components) check(f float64) {
	if err := w.rules.Check(f); err != nil {
		w.fault = err
	}
}

// float32 and float64 write the elements of packed arrays.
func (w *components) float32(f float32) {
	w.check(float64(f))
	w.single(f)
}

func (w *components) float64(f float64) {
	w.check(f)
	w.number(f)
}

// Int writes the next component.
func (w *components) Int(i int64) { w.Real(float64(i)) }

// Uint writes the next component.
func (w *components) Uint(u uint64) { w.Real(float64(u)) }

// Text writes nothing, because components are never text.
func (w *components) Text(string) {}
