package rpc

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
)

// A Set has the scripts of one or several projects.
type Set struct{ scripts []*Script }

// Add adds a script, and returns it.
func (s *Set) Add(path, source string) *Script {
	script := Parse(path, source)
	s.scripts = append(s.scripts, script)
	return script
}

// A Node has the methods of a node with a script.
type Node struct {
	Script *Script
	// Methods are the methods in the order of their numbers, beginning with the configured methods.
	Methods   []multiplayer.Method
	Signature packet.Signature

	Properties []multiplayer.Method // in Godot 3, properties that peers can set, sorted by name
	Godot3     bool                 // at least one script is for Godot 3
	Notes      []string             // notes about the script and the scripts that it extends
}

// Node returns the methods of a node with a script. They include the methods of the base scripts,
// which are the scripts that the script extends. A method replaces a method of the same name in a
// base script. A function that peers can't call replaces nothing: peers can still call the method
// of the same name in a base script.
func (s *Set) Node(script *Script) Node {
	n := Node{Script: script}
	chain, note := s.chain(script)
	methods, properties := map[key]multiplayer.Method{}, map[key]multiplayer.Method{}
	for _, base := range slices.Backward(chain) {
		n.Godot3 = n.Godot3 || base.Godot3
		n.Notes = append(n.Notes, base.Notes...)
		keep(methods, base.Methods)
		keep(properties, base.Properties)
	}
	if note != "" {
		n.Notes = append(n.Notes, note)
	}

	n.Methods = sorted(methods)
	n.Properties = sorted(properties)
	n.Signature = packet.NewSignature(namesOf(n.Methods))
	return n
}

// A key identifies a method of a node.
type key struct {
	configured bool
	name       string
}

func keep(all map[key]multiplayer.Method, methods []multiplayer.Method) {
	for _, m := range methods {
		all[key{m.Configured, m.Name}] = m
	}
}

// sorted returns methods in the order of their numbers.
func sorted(all map[key]multiplayer.Method) []multiplayer.Method {
	var out []multiplayer.Method
	for _, m := range all {
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b multiplayer.Method) int {
		if a.Configured != b.Configured {
			return map[bool]int{true: -1, false: 1}[a.Configured]
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

// namesOf returns the names of the methods with @rpc and the names of the configured methods.
func namesOf(methods []multiplayer.Method) (annotated, configured []string) {
	for _, m := range methods {
		if m.Configured {
			configured = append(configured, m.Name)
		} else {
			annotated = append(annotated, m.Name)
		}
	}
	return annotated, configured
}

// chain returns a script and the scripts that it extends. If one of these scripts is missing, the
// note names the missing script.
func (s *Set) chain(script *Script) (chain []*Script, note string) {
	for script != nil {
		if slices.Contains(chain, script) {
			return chain, script.Path + ": extends itself"
		}
		chain = append(chain, script)

		base := s.base(script)
		if base == nil && script.IsPath {
			return chain, script.Path + ": extends \"" + script.Extends + "\", which is missing"
		}
		script = base
	}
	return chain, ""
}

// base returns the script that a script extends. It returns nil if the script extends a class of
// the engine, or a missing script.
func (s *Set) base(script *Script) *Script {
	for _, other := range s.scripts {
		if other == script {
			continue
		}
		if script.IsPath && leadsTo(script, other) {
			return other
		}
		if !script.IsPath && other.Class != "" && other.Class == script.Extends {
			return other
		}
	}
	return nil
}

// leadsTo reports whether the path after "extends" in one script is the path of another script.
func leadsTo(script, other *Script) bool {
	at := slashed(other.Path)
	if inside, ok := strings.CutPrefix(script.Extends, "res://"); ok {
		return strings.HasSuffix(at, "/"+inside)
	}
	return path.Join(path.Dir(slashed(script.Path)), script.Extends) == at
}

// slashed returns the absolute path of a file with slashes as separators.
func slashed(name string) string {
	absolute, err := filepath.Abs(name)
	if err != nil {
		absolute = name // the working directory is unknown
	}
	return filepath.ToSlash(absolute)
}
