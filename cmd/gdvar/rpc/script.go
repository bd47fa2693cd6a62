package rpc

import (
	"fmt"
	"slices"
	"strconv"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport"
)

// A Script has the methods of a script that peers can call.
type Script struct {
	Path    string
	Class   string // its class_name, or ""
	Extends string // a class, or the path of a script
	IsPath  bool   // whether Extends is the path of a script
	Godot3  bool   // whether it has keywords of Godot 3

	Methods    []multiplayer.Method // in the order of the script; Configured is true for rpc_config
	Properties []multiplayer.Method // properties that peers can set, in Godot 3
	Functions  []string             // names of all functions

	// Notes are statements that Parse does not understand or that engines reject.
	Notes []string

	constants map[string]int
}

// Parse returns the methods of a script that peers can call.
func Parse(path, source string) *Script {
	s := &Script{Path: path, constants: map[string]int{}}
	all := statements(source)
	for _, st := range all {
		s.constant(st)
	}

	var rest *multiplayer.Method // an annotation for a function in the next statement
	for _, st := range all {
		s.configured(st)
		if st.indent > 0 {
			continue
		}
		rest = s.statement(&parser{tokens: st.tokens}, rest)
	}
	return s
}

// statement reads a statement without indentation. pending is the @rpc at the end of the previous
// statement. The result is the @rpc at the end of this statement, if no function follows it.
func (s *Script) statement(p *parser, pending *multiplayer.Method) *multiplayer.Method {
	for p.more() {
		switch t := p.next(); {
		case t.is(sign, "@"):
			if m := s.annotation(p); m != nil {
				pending = m
			}
		case t.kind != word:
			return nil

		case t.text == "static", t.text == "onready", t.text == "tool":
		case t.text == "export":
			p.arguments()
		case isKeyword(t.text) && p.more():
			m := keywords[t.text]
			s.Godot3 = true
			pending = &m

		case t.text == "func":
			s.function(p.next().text, pending)
			return nil
		case t.text == "var":
			s.variable(p.next().text, pending)
			return nil
		case t.text == "class_name":
			s.Class = p.next().text
		case t.text == "extends":
			s.extends(p)
			return nil
		default:
			return nil
		}
	}
	return pending
}

// keywords are the keywords of Godot 3 that stand before a function or a variable.
var keywords = map[string]multiplayer.Method{
	"remote":     {Access: multiplayer.ByAnyPeer},
	"remotesync": {Access: multiplayer.ByAnyPeer, CallLocal: true},
	"sync":       {Access: multiplayer.ByAnyPeer, CallLocal: true}, // older name of remotesync
	"master":     {Access: multiplayer.OnAuthority},
	"mastersync": {Access: multiplayer.OnAuthority, CallLocal: true},
	"puppet":     {Access: multiplayer.ByAuthority},
	"puppetsync": {Access: multiplayer.ByAuthority, CallLocal: true},
	"slave":      {Access: multiplayer.ByAuthority}, // older name of puppet
}

func isKeyword(word string) bool {
	_, ok := keywords[word]
	return ok
}

// function adds a function. Peers can call it if m is not nil.
func (s *Script) function(name string, m *multiplayer.Method) {
	s.Functions = append(s.Functions, name)
	if m != nil {
		m.Name = name
		s.Methods = append(s.Methods, *m)
	}
}

// variable adds a variable that peers can set, in Godot 3.
func (s *Script) variable(name string, m *multiplayer.Method) {
	if m != nil && s.Godot3 {
		m.Name = name
		s.Properties = append(s.Properties, *m)
	}
}

// extends reads the name or path after the keyword extends.
func (s *Script) extends(p *parser) {
	t := p.next()
	s.Extends = t.text
	s.IsPath = t.kind == text
	if p.more() {
		s.note(t.line, "extends an inner class, whose methods are missing here")
	}
}

// annotation reads an annotation after its @. It returns the meaning of @rpc, and nil for any other
// annotation.
func (s *Script) annotation(p *parser) *multiplayer.Method {
	name := p.next()
	args := p.arguments()
	if name.text != "rpc" {
		return nil
	}

	m := new(multiplayer.Method)
	for i, arg := range args {
		switch {
		case i == 3:
			m.Channel = s.channel(arg)
		case len(arg) != 1 || arg[0].kind != text || !setMode(m, arg[0].text):
			s.note(name.line, "@rpc has an argument that it can't have: "+words(arg))
		}
	}
	return m
}

// setMode sets what a word of @rpc means. It returns false if the word is unknown.
func setMode(m *multiplayer.Method, word string) bool {
	switch word {
	case "authority":
		m.Access = multiplayer.ByAuthority
	case "any_peer":
		m.Access = multiplayer.ByAnyPeer
	case "call_remote":
		m.CallLocal = false
	case "call_local":
		m.CallLocal = true
	case "reliable":
		m.Delivery = transport.Reliable
	case "unreliable":
		m.Delivery = transport.Unreliable
	case "unreliable_ordered":
		m.Delivery = transport.UnreliableOrdered
	default:
		return false
	}
	return true
}

// channel returns the number of a channel, which is a literal or a constant of the script. For
// anything else it adds a note and returns 0.
func (s *Script) channel(arg []token) int {
	if len(arg) == 1 {
		if n, err := strconv.Atoi(arg[0].text); err == nil {
			return n
		}
		if n, ok := s.constants[arg[0].text]; ok {
			return n
		}
	}
	s.note(arg[0].line, "the channel is not a number here: "+words(arg))
	return 0
}

// constant stores a constant of the script whose value is a number.
func (s *Script) constant(st statement) {
	t := st.tokens
	if st.indent > 0 || len(t) < 4 || t[0].text != "const" {
		return
	}
	last := len(t) - 1
	if n, err := strconv.Atoi(t[last].text); err == nil && t[last-1].is(sign, "=") {
		s.constants[t[1].text] = n
	}
}

// configured adds the methods that the script configures with rpc_config of its own node.
func (s *Script) configured(st statement) {
	for i, t := range st.tokens {
		if !t.is(word, "rpc_config") || !st.own(i) {
			continue
		}

		p := &parser{tokens: st.tokens[i+1:]}
		args := p.arguments()
		if len(args) != 2 || args[0][len(args[0])-1].kind != text {
			s.note(t.line, "a call of rpc_config whose method is not known here")
			continue
		}
		if takes(args[1]) {
			m := multiplayer.Method{Name: args[0][len(args[0])-1].text, Configured: true}
			s.Methods = append(s.Methods, m)
		}
	}
}

// takes reports whether a configuration makes a method callable. null and a Dictionary without
// "rpc_mode" do not. A value that is not a literal counts as true.
func takes(config []token) bool {
	if !config[0].is(sign, "{") {
		return !config[0].is(word, "null")
	}
	return slices.ContainsFunc(config, func(t token) bool { return t.text == "rpc_mode" })
}

// own reports whether the i-th token is a call on the node itself.
func (st statement) own(i int) bool {
	called := i+1 < len(st.tokens) && st.tokens[i+1].is(sign, "(")
	declared := i > 0 && st.tokens[i-1].is(word, "func")
	foreign := i > 0 && st.tokens[i-1].is(sign, ".") &&
		!(i > 1 && st.tokens[i-2].is(word, "self"))
	return called && !declared && !foreign
}

// note adds a note about a line.
func (s *Script) note(line int, what string) {
	s.Notes = append(s.Notes, fmt.Sprintf("%s:%d: %s", s.Path, line, what))
}
