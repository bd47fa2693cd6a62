package findings

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A maker finds the objects and scripts that an engine creates or loads while it reads the packet
// of a record: full objects, their scripts, and the scripts of typed containers. If a Dictionary
// has a key twice, a maker also looks into the first value, which the second one replaces. It also
// finds objects and scripts in front of damaged bytes.
type maker struct {
	file   *File
	record *int
	wants  func(Kind) bool // see Rule.wants
	tokens *codec.Scanner
	open   []openContainer // containers that tokens has begun and not ended; the innermost is last
}

// An openContainer is a container that the scan has begun and not ended.
type openContainer struct {
	class    string // class of a full object; "" for other containers
	scripted bool   // a script of the object was found
	isScript bool   // the object is the script of the object around it
	from     string // the path that a script was loaded from, as text; "" if it is in the file
}

// run adds the findings of the kinds Object and Script.
func (m *maker) run() {
	for m.tokens.Next() {
		switch m.tokens.Kind() {
		case codec.TokenOpen:
			m.begin()
		case codec.TokenValue:
			m.property()
		case codec.TokenClose:
			m.end()
		}
	}

	for len(m.open) > 0 {
		m.end() // the engine has created the object before it reaches the damage
	}
}

// add adds a finding about the value of the token, or about a container around it. The argument
// depth is the number of steps in the path of this value or container.
func (m *maker) add(kind Kind, depth int, text string) {
	if m.wants(kind) {
		path := m.tokens.Path()[:depth]
		m.file.Add(Finding{kind, m.record, path.String(), text})
	}
}

// begin opens the container that begins at the token.
func (m *maker) begin() {
	keys, items := m.tokens.ElementTypes()
	if m.tokens.Type() == variant.TypeDictionary {
		m.elements("keys", keys)
		m.elements("values", items)
	} else {
		m.elements("items", items)
	}

	class := ""
	if m.tokens.Type() == variant.TypeObject {
		class = string(m.tokens.Text())
	}
	m.open = append(m.open, openContainer{
		class:    class,
		isScript: class != "" && m.inObject() && m.tokens.Step().Name == "script",
	})
}

// elements adds a finding if the element type e of a container is a script.
func (m *maker) elements(parts string, e *variant.ElementType) {
	if e != nil && e.Script != "" {
		m.add(Script, len(m.open),
			fmt.Sprintf("%v of %s of the script %q", m.tokens.Type(), parts, e.Script))
	}
}

// inObject reports whether the current token of m.tokens is the value of a property of an object.
func (m *maker) inObject() bool {
	return len(m.open) > 0 && m.open[len(m.open)-1].class != ""
}

// property checks the value of a property. The property "script" may have the path of a script, as
// engines since Godot 4.3 write it. The property "resource_path" of an object, for example of a
// script, has the path of the file that the object comes from.
func (m *maker) property() {
	if !m.inObject() || m.tokens.Type() != variant.TypeString {
		return
	}

	text := string(m.tokens.Text())
	if text == "" {
		return
	}

	around := &m.open[len(m.open)-1]
	switch m.tokens.Step().Name {
	case "resource_path":
		around.from = variant.Text(variant.String(text))
	case "script":
		around.scripted = true
		m.add(Script, len(m.open)-1,
			fmt.Sprintf("%s with the script %s", around.class, variant.Text(variant.String(text))))
	}
}

// end closes the innermost container.
func (m *maker) end() {
	last := len(m.open) - 1
	ended := m.open[last]
	m.open = m.open[:last]

	switch {
	case ended.isScript: // up to Godot 4.2
		around := &m.open[last-1]
		around.scripted = true
		m.add(Script, last-1,
			fmt.Sprintf("%s with a %s %s", around.class, ended.class, ended.place()))

	case ended.class != "" && !ended.scripted:
		m.add(Object, last, ended.class)
	}
}

// place says where the script o comes from.
func (o openContainer) place() string {
	if o.from == "" {
		return "in the file"
	}
	return "from " + o.from
}
