package rpc

import (
	"fmt"
	"slices"
	"strconv"

	"godotvariant/cmd/internal/gdscript"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport"
)

// A Script is a parsed script. It has the methods that peers can call.
type Script struct {
	Path    string
	Class   string // its class_name, or ""
	Extends string // a class, or the path of a script
	IsPath  bool   // Extends is the path of a script
	Godot3  bool   // the script has keywords of Godot 3

	// Methods are in the order of the script. If the script calls rpc_config for a method, the
	// field Configured of the method is true.
	Methods    []multiplayer.Method
	Properties []multiplayer.Method // properties that peers can set, in Godot 3
	Functions  []string             // names of all functions

	// Notes are statements that Parse does not understand or that engines reject.
	Notes []string

	constants map[string]int
}

// Parse parses a script, and finds the methods that peers can call.
func Parse(path, source string) *Script {
	s := &Script{Path: path, constants: map[string]int{}}
	all := gdscript.Statements(source)
	for _, st := range all {
		s.constant(st)
	}

	var rest *multiplayer.Method // an annotation for a function in the next statement
	for _, st := range all {
		s.configured(st)
		if st.Indent > 0 {
			continue
		}
		rest = s.statement(&parser{tokens: st.Tokens}, rest)
	}
	return s
}

// statement reads a statement without indentation. The argument method is the method of an @rpc, or
// of a keyword such as remote, whose function or variable has not come yet. It is nil if there is
// no such method. The result is the argument method for the next statement.
func (s *Script) statement(p *parser, method *multiplayer.Method) *multiplayer.Method {
	for p.more() {
		switch t := p.next(); {
		case t.Is(gdscript.Sign, "@"):
			if m := s.annotation(p); m != nil {
				method = m
			}
		case t.Kind != gdscript.Word:
			return nil

		case t.Text == "static", t.Text == "onready", t.Text == "tool":
		case t.Text == "export":
			p.arguments()
		case isKeyword(t.Text) && p.more():
			m := keywords[t.Text]
			s.Godot3 = true
			method = &m

		case t.Text == "func":
			s.function(p.next().Text, method)
			return nil
		case t.Text == "var":
			s.variable(p.next().Text, method)
			return nil
		case t.Text == "class_name":
			s.Class = p.next().Text
		case t.Text == "extends":
			s.extends(p)
			return nil
		default:
			return nil
		}
	}
	return method
}

// keywords are the keywords of Godot 3 for functions and variables. They come before func or var.
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
	s.Extends = t.Text
	s.IsPath = t.Kind == gdscript.String
	if p.more() {
		s.note(t.Line, "extends an inner class, whose methods are missing here")
	}
}

// annotation reads an annotation after its @. It returns the meaning of @rpc, and nil for any other
// annotation.
func (s *Script) annotation(p *parser) *multiplayer.Method {
	name := p.next()
	args := p.arguments()
	if name.Text != "rpc" {
		return nil
	}

	m := new(multiplayer.Method)
	for i, arg := range args {
		switch {
		case i == 3:
			m.Channel = s.channel(arg)
		case len(arg) != 1 || arg[0].Kind != gdscript.String || !setMode(m, arg[0].Text):
			s.note(name.Line, "@rpc has an argument that it can't have: "+words(arg))
		}
	}
	return m
}

// setMode sets the field of m that a word of @rpc stands for. It returns false if the word is
// unknown.
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
func (s *Script) channel(arg []gdscript.Token) int {
	if len(arg) == 1 {
		if n, err := strconv.Atoi(arg[0].Text); err == nil {
			return n
		}
		if n, ok := s.constants[arg[0].Text]; ok {
			return n
		}
	}
	s.note(arg[0].Line, "the channel is not a number here: "+words(arg))
	return 0
}

// constant stores a constant of the script, if its value is a number.
func (s *Script) constant(st gdscript.Statement) {
	t := st.Tokens
	if st.Indent > 0 || len(t) < 4 || t[0].Text != "const" {
		return
	}
	last := len(t) - 1
	if n, err := strconv.Atoi(t[last].Text); err == nil && t[last-1].Is(gdscript.Sign, "=") {
		s.constants[t[1].Text] = n
	}
}

// configured adds the methods that the script configures by a call of rpc_config for its own node.
func (s *Script) configured(st gdscript.Statement) {
	for i, t := range st.Tokens {
		if !t.Is(gdscript.Word, "rpc_config") || !isOwnCall(st.Tokens, i) {
			continue
		}

		p := &parser{tokens: st.Tokens[i+1:]}
		args := p.arguments()
		if len(args) != 2 || args[0][len(args[0])-1].Kind != gdscript.String {
			s.note(t.Line, "a call of rpc_config whose method is not known here")
			continue
		}
		if takes(args[1]) {
			m := multiplayer.Method{Name: args[0][len(args[0])-1].Text, Configured: true}
			s.Methods = append(s.Methods, m)
		}
	}
}

// takes reports whether a configuration makes a method callable. It returns false for null and for
// a Dictionary without "rpc_mode". For a value that is not a literal, it returns true.
func takes(config []gdscript.Token) bool {
	if !config[0].Is(gdscript.Sign, "{") {
		return !config[0].Is(gdscript.Word, "null")
	}
	return slices.ContainsFunc(config, func(t gdscript.Token) bool { return t.Text == "rpc_mode" })
}

// isOwnCall reports whether the i-th token is a call on the node itself.
func isOwnCall(tokens []gdscript.Token, i int) bool {
	called := i+1 < len(tokens) && tokens[i+1].Is(gdscript.Sign, "(")
	declared := i > 0 && tokens[i-1].Is(gdscript.Word, "func")
	foreign := i > 0 && tokens[i-1].Is(gdscript.Sign, ".") &&
		!(i > 1 && tokens[i-2].Is(gdscript.Word, "self"))
	return called && !declared && !foreign
}

// note adds a note about a line.
func (s *Script) note(line int, what string) {
	s.Notes = append(s.Notes, fmt.Sprintf("%s:%d: %s", s.Path, line, what))
}
