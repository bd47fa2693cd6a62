package rpc

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
)

// A Set is the scripts of a project, or some of them.
type Set struct{ scripts []*Script }

// Add adds a script, and returns it.
func (s *Set) Add(path, source string) *Script {
	script := Parse(path, source)
	s.scripts = append(s.scripts, script)
	return script
}

// Node is what a node with a script has.
type Node struct {
	Script    *Script
	Methods   []multiplayer.Method // in the order of their numbers, the configured ones first
	Signature packet.Signature

	Properties []multiplayer.Method // of Godot 3, in the order of their names
	Godot3     bool                 // the script or one that it extends is of Godot 3
	Notes      []string             // of the script and of those that it extends
}

// Node returns what a node with a script has: what stands in the script and in those that it
// extends. A function in a script hides those of scripts below it, but stays callable.
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
	n.Signature = packet.NewSignature(namesOf(n.Methods, false), namesOf(n.Methods, true))
	return n
}

// A key is what a script has once.
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

func namesOf(methods []multiplayer.Method, configured bool) (names []string) {
	for _, m := range methods {
		if m.Configured == configured {
			names = append(names, m.Name)
		}
	}
	return names
}

// chain returns a script and those that it extends, and what is missing.
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

// base returns the script that a script extends, or nil for a class of the engine or if it is
// missing.
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

// leadsTo reports whether the path that a script extends is that of another one.
func leadsTo(script, other *Script) bool {
	at := slashed(other.Path)
	if inside, ok := strings.CutPrefix(script.Extends, "res://"); ok {
		return strings.HasSuffix(at, "/"+inside)
	}
	return path.Join(path.Dir(slashed(script.Path)), script.Extends) == at
}

// slashed returns the absolute path of a file, with slashes.
func slashed(name string) string {
	absolute, err := filepath.Abs(name)
	if err != nil {
		absolute = name // the working directory is gone
	}
	return filepath.ToSlash(absolute)
}
