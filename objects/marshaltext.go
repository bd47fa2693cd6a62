package objects

import (
	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// ToArgs writes the text of the path. If that text would be read as another path, it writes the
// form that [NodePath.MarshalText] describes; see [variant.Constructible].
func (p NodePath) ToArgs(w notation.ArgsWriter) {
	if p.plain() {
		w.Text(p.String())
		return
	}

	var absolute uint64

	if p.Absolute {
		absolute = 1
	}

	w.Uint(absolute)
	w.Uint(uint64(len(p.Names)))

	for _, name := range p.Names {
		w.Text(name)
	}

	for _, name := range p.SubNames {
		w.Text(name)
	}
}

// FromArgs reads the arguments that ToArgs writes, and fails if [ParseNodePath] fails; see
// [variant.Constructible].
func (NodePath) FromArgs(a notation.Args) variant.Variant {
	if !a.More() {
		a.Fail(variant.Because(variant.ErrSyntax, "expected a path"))
		return NodePath{}
	}

	if !a.IsText() {
		return pathOfNames(a)
	}

	p, err := ParseNodePath(a.Text())
	switch {
	case a.More():
		a.Fail(variant.Because(variant.ErrSyntax, "expected one path"))
	case err != nil:
		a.Fail(variant.Because(variant.ErrSyntax, err.Error()))
	}

	return p
}

// pathOfNames reads the arguments that ToArgs writes for a path whose text would be read as another
// path.
func pathOfNames(a notation.Args) NodePath {
	absolute := a.Uint()
	var n uint64
	var names []string

	if a.More() {
		n = a.Uint()
		for a.More() {
			names = append(names, a.Text())
		}
	}

	if absolute > 1 || n > uint64(len(names)) || len(names) == 0 {
		a.Fail(variant.Because(variant.ErrSyntax,
			"expected a path, or 0 or 1, the number of names, and the names"))
		return NodePath{}
	}

	p := NodePath{Absolute: absolute == 1}

	if n > 0 {
		p.Names = names[:n:n]
	}
	if len(names) > int(n) {
		p.SubNames = names[n:]
	}

	return p
}

// ToArgs writes the handle, or no argument for the empty RID; see [variant.Constructible]. Engines
// write every RID without arguments.
func (id RID) ToArgs(w notation.ArgsWriter) {
	if id != 0 {
		w.Uint(uint64(id))
	}
}

// FromArgs reads the arguments that ToArgs writes; see [variant.Constructible].
func (RID) FromArgs(a notation.Args) variant.Variant {
	var id RID
	if a.More() {
		id = RID(a.Uint())
		noMore(a)
	}
	return id
}

// ToArgs writes no argument; see [variant.Constructible].
func (Callable) ToArgs(notation.ArgsWriter) {}

// FromArgs reads the arguments that ToArgs writes; see [variant.Constructible].
func (Callable) FromArgs(a notation.Args) variant.Variant {
	noMore(a)
	return Callable{}
}

// ToArgs writes the object and the name, or no argument for the empty Signal; see
// [variant.Constructible]. Engines write every Signal without arguments.
func (s Signal) ToArgs(w notation.ArgsWriter) {
	if s != (Signal{}) {
		w.Uint(s.Object)
		w.Text(s.Name)
	}
}

// FromArgs reads the arguments that ToArgs writes; see [variant.Constructible].
func (Signal) FromArgs(a notation.Args) variant.Variant {
	var s Signal
	if a.More() {
		s.Object = a.Uint()
		if a.More() {
			s.Name = a.Text()
			noMore(a)
		}
	}

	return s
}

func noMore(a notation.Args) {
	if a.More() {
		a.Fail(variant.Because(variant.ErrSyntax, "expected no more arguments"))
	}
}

// MarshalText returns the path as Godot 4's constructor text: NodePath("/root/Level"). If that text
// would be read as another path, MarshalText returns a form that no engine reads: NodePath(1, 2,
// "root", "a/b", "x"). Here 1 means an absolute path (0: relative), 2 is the number of names, which
// are root and a/b, and x is the subname. The error is always nil.
func (p NodePath) MarshalText() ([]byte, error) {
	return token.AppendCall(nil, "NodePath", p.ToArgs), nil
}

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (id RID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (c Callable) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText implements encoding.TextMarshaler. It returns what String returns.
func (s Signal) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It reads NodePath("…"); [ParseNodePath] reads
// the path alone.
func (p *NodePath) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, p) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (id *RID) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, id) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Callable) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, c) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Signal) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, s) }

// MarshalJSON implements json.Marshaler with canonical JSON: "np:/root/Level".
func (p NodePath) MarshalJSON() ([]byte, error) { return marshal.JSON(p) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (id RID) MarshalJSON() ([]byte, error) { return marshal.JSON(id) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (c Callable) MarshalJSON() ([]byte, error) { return marshal.JSON(c) }

// MarshalJSON implements json.Marshaler with canonical JSON.
func (s Signal) MarshalJSON() ([]byte, error) { return marshal.JSON(s) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *NodePath) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, p) }

// UnmarshalJSON implements json.Unmarshaler.
func (id *RID) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, id) }

// UnmarshalJSON implements json.Unmarshaler.
func (c *Callable) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, c) }

// UnmarshalJSON implements json.Unmarshaler.
func (s *Signal) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, s) }
