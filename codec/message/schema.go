package message

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"godotvariant/codec/internal/plan"
)

// A Schema describes the messages of a [Mux], for people and for games.
type Schema struct {
	Key string        // key of the name in a Dictionary
	In  []Description // messages with a handler, sorted by name
	Out []Description // messages that are registered for sending, sorted by name
}

// A Description describes the messages of one name.
type Description struct {
	Name   string
	Array  bool // true: an Array that begins with the name; false: a Dictionary
	Fields []Field
}

// A Field describes a field of a message.
type Field struct {
	Name     string // key; in an Array, the key that a Dictionary would have
	Type     string // as Godot writes it: "int", "Array of Vector2", `{"x": int}`, "Variant"
	Required bool   // the field has the tag required
	Optional bool   // the field has the tag omitempty or omitzero, and may be missing
	Max      int    // value of the tag max; 0 means no maximum
}

// Schema returns the messages that are registered at the time of the call.
func (mux *Mux[S]) Schema() Schema {
	t := mux.load()
	p := Schema{Key: mux.options.key()}

	for name, h := range t.in {
		p.In = append(p.In, described(name, h.message))
	}
	for _, o := range t.out {
		p.Out = append(p.Out, described(o.name, o.message))
	}

	for _, list := range [][]Description{p.In, p.Out} {
		slices.SortFunc(list, func(a, b Description) int {
			return strings.Compare(a.Name, b.Name)
		})
	}

	return p
}

func described(name string, m *plan.Message) Description {
	d := Description{Name: name, Array: m.IsArray()}
	for _, f := range m.Fields() {
		d.Fields = append(d.Fields, Field(f))
	}
	return d
}

// Hash returns 8 hexadecimal digits. They depend on the names of the messages, the keys and types
// of their fields, and the order of the fields of Arrays. A server and a Go client with the
// mirrored Mux have the same hash. A game can send the hash of its stub, see [Schema.GDScript],
// in its first message, and the handler can refuse a game with a different hash.
func (p Schema) Hash() string {
	directions := []string{signature(p.In), signature(p.Out)}
	slices.Sort(directions)
	sum := sha256.Sum256([]byte(p.Key + "\n" + strings.Join(directions, "\n")))
	return hex.EncodeToString(sum[:4])
}

// signature returns the text that Hash hashes, one line for each message.
func signature(list []Description) string {
	var b strings.Builder
	for _, d := range list {
		fields := make([]string, len(d.Fields))
		for i, f := range d.Fields {
			fields[i] = fmt.Sprintf("%q %s", f.Name, f.Type)
		}

		if !d.Array {
			slices.Sort(fields)
		}

		fmt.Fprintf(&b, "%q %t %q\n", d.Name, d.Array, fields)
	}

	return b.String()
}

// Markdown returns the protocol as a Markdown document.
func (p Schema) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Protocol %s\n", p.Hash())
	p.section(&b, "To the server", p.In)
	p.section(&b, "From the server", p.Out)
	return b.String()
}

func (p Schema) section(b *strings.Builder, title string, list []Description) {
	fmt.Fprintf(b, "\n## %s\n", title)
	for _, d := range list {
		fmt.Fprintf(b, "\n`%s`\n", d.example(p.Key))
		if len(d.Fields) == 0 {
			continue
		}

		b.WriteString("\n| field | type | |\n| --- | --- | --- |\n")
		for _, f := range d.Fields {
			fmt.Fprintf(b, "| %s | %s | %s |\n", f.Name, f.Type, strings.Join(f.rules(), ", "))
		}
	}
}

// example returns a GDScript literal that shows the form of the message.
func (d Description) example(key string) string {
	if d.Array {
		parts := []string{fmt.Sprintf("%q", d.Name)}
		for _, f := range d.Fields {
			parts = append(parts, identifier(f.Name))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}

	parts := []string{fmt.Sprintf("%q: %q", key, d.Name)}
	for _, f := range d.Fields {
		parts = append(parts, fmt.Sprintf("%q: %s", f.Name, identifier(f.Name)))
	}

	return "{" + strings.Join(parts, ", ") + "}"
}

// rules returns a text for each rule of the field, such as required and max.
func (f Field) rules() []string {
	var all []string
	if f.Required {
		all = append(all, "required")
	}
	if f.Optional {
		all = append(all, "may be missing")
	}
	if f.Max > 0 {
		all = append(all, fmt.Sprintf("at most %d", f.Max))
	}

	return all
}

// GDScript returns a stub for a client in Godot 3 or 4. The stub has:
//
//   - a constant PROTOCOL with the [Schema.Hash],
//   - a function for each message to the server, which returns the message,
//   - a function receive, which calls a method of an object for each message from the server.
//
// A client uses the stub like this:
//
//	peer.put_var(Protocol.move(Vector2(1, 0)))
//	Protocol.receive(self, peer.get_var()) # calls on_moved(id, at)
//
// A field that is missing in a received message is null.
func (p Schema) GDScript() string {
	var b strings.Builder
	fmt.Fprintf(&b, "const PROTOCOL = %q\n", p.Hash())

	for _, d := range p.In {
		arguments := d.each(func(f Field) string { return identifier(f.Name) })
		fmt.Fprintf(&b, "\nstatic func %s(%s):\n\treturn %s\n", identifier(d.Name), arguments,
			d.example(p.Key))
	}

	b.WriteString("\nstatic func receive(handler, m):\n")
	fmt.Fprintf(&b, "\tmatch m.get(%q) if m is Dictionary else m[0]:\n", p.Key)
	for _, d := range p.Out {
		i := 0
		arguments := d.each(func(f Field) string {
			i++
			if d.Array {
				return fmt.Sprintf("m[%d]", i)
			}
			return fmt.Sprintf("m.get(%q)", f.Name)
		})
		fmt.Fprintf(&b, "\t\t%q: handler.on_%s(%s)\n", d.Name, identifier(d.Name), arguments)
	}
	if len(p.Out) == 0 {
		b.WriteString("\t\t_: pass\n")
	}

	return b.String()
}

// each calls the function format for each field, and joins the results with ", ".
func (d Description) each(format func(Field) string) string {
	var all []string
	for _, f := range d.Fields {
		all = append(all, format(f))
	}
	return strings.Join(all, ", ")
}

// reserved has the reserved words of GDScript in Godot 3 and 4.
var reserved = strings.Fields(`if elif else for while match when break continue pass return
	class class_name extends is in as self super signal func static const enum var breakpoint
	preload await yield assert void PI TAU INF NAN and or not null true false remote master puppet
	remotesync mastersync puppetsync sync tool export onready setget slave receive`)

// identifier turns a name into a valid GDScript identifier.
func identifier(name string) string {
	s := []byte(name)
	for i, c := range s {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			s[i] = '_'
		}
	}

	if slices.Contains(reserved, string(s)) || len(s) == 0 {
		s = append(s, '_')
	}

	return string(s)
}
