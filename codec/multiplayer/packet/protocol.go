package packet

import (
	"strings"
	"unicode/utf8"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// A Protocol has the multiplayer packets of one family of engines. It never changes, and two
// protocols are the same if their pointers are equal. [NewProtocol] makes one for an engine that
// this package does not have.
type Protocol struct {
	spec Spec
}

// NewProtocol returns a protocol with the facts in a Spec. It copies the facts, so a later change
// of s changes no protocol. The error is of kind variant.ErrUnsupported in three cases: there is no
// name, a command is not one of the constants, or CommandBits has no room for the number of a
// command.
func NewProtocol(s Spec) (*Protocol, error) {
	s = s.clone()
	if s.Dialect == nil {
		s.Dialect = codec.Godot4
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return &Protocol{s}, nil
}

// Spec returns a copy of the facts. Change the copy to make a similar protocol.
func (p *Protocol) Spec() Spec { return p.spec.clone() }

// Name returns the name of the protocol in errors and logs, such as "Godot4".
func (p *Protocol) Name() string { return p.spec.Name }

// String returns the name.
func (p *Protocol) String() string { return p.spec.Name }

// Dialect returns the format of the values in packets.
func (p *Protocol) Dialect() *variant.Dialect { return p.spec.Dialect }

// Has reports whether the protocol has a command.
func (p *Protocol) Has(c Command) bool {
	_, ok := p.number(c)
	return ok
}

// number returns the lowest number in the protocol that stands for any of the given commands.
func (p *Protocol) number(commands ...Command) (number byte, ok bool) {
	for i, c := range p.spec.Commands {
		for _, wanted := range commands {
			if c == wanted {
				return byte(i), true
			}
		}
	}
	return 0, false
}

// maxPath is the length of the longest path in bytes.
const maxPath = 4096

// CheckPath returns an error of kind [ErrPath] unless the path is plain: ".", or node names with
// slashes between them. Absolute paths, "..", properties, unique names and other forms of NodePath
// are not plain. A path with a byte order mark (U+FEFF) at its start is not plain either, because
// engines drop the mark. A path with a NUL is not plain, because engines end the path at the NUL.
func (p *Protocol) CheckPath(path string) error {
	if path == "." {
		return nil
	}
	if len(path) > maxPath {
		return reason.Of(ErrPath, "%d bytes are more than %d", len(path), maxPath)
	}
	if fault := misread(path); fault != "" {
		return reason.Of(ErrPath, "%q has %s", path, fault)
	}

	for name := range strings.SplitSeq(path, "/") {
		if name == "" || strings.ContainsAny(name, strings.ReplaceAll(p.spec.Reserved, "@", "")) {
			return reason.Of(ErrPath, "%q", path)
		}
	}
	return nil
}

// CheckName returns nil if a spawned node may have the name, and otherwise an error of kind
// [ErrName] or variant.ErrUTF8. Engines refuse names such as @Node@2, which they give to nodes
// without a name. A text that engines read as another name is refused too.
func (p *Protocol) CheckName(name string) error {
	if name == "" || len(name) > maxPath || strings.ContainsAny(name, p.spec.Reserved+"\x00") {
		return reason.Of(ErrName, "%q", name)
	}
	if !utf8.ValidString(name) {
		return reason.Of(variant.ErrUTF8, "name %q", name)
	}
	return checkMember(name)
}

// checkMember returns an error of kind ErrName if engines read the name of a node, method or
// property as another name.
func checkMember(name string) error {
	if name == "" {
		return reason.Of(ErrName, "no name")
	}
	if fault := misread(name); fault != "" {
		return reason.Of(ErrName, "%q has %s", name, fault)
	}
	return nil
}

// misread returns the reason why engines read a text as another text, or "" if they read it
// unchanged. Engines drop a byte order mark at the start of a text, and everything from a NUL on.
func misread(text string) (fault string) {
	switch {
	case strings.HasPrefix(text, "\ufeff"):
		return "a byte order mark at the start"
	case strings.Contains(text, "\x00"):
		return "a NUL"
	}
	return ""
}
