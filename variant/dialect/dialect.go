package dialect

// A Dialect is the wire format of one family of engines, or of one published page. It never
// changes, so any number of codecs and goroutines share it, and two dialects are the same if their
// pointers are equal: c.Dialect() == codec.Godot3. [New] makes a Dialect. Codecs refuse the zero
// Dialect.
type Dialect struct {
	spec Spec
}

// New returns a dialect with these facts. It copies them, so a later change of s changes no
// dialect. The error names the dialect and the fact: no name, a type that is listed twice, a
// fallback to a type of another payload, a rule that is not one of the constants, an IDMask without
// room for the IDs.
func New(s Spec) (*Dialect, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return &Dialect{s.clone()}, nil
}

// MustNew is [New] for facts that are known to be valid. It panics on an error.
func MustNew(s Spec) *Dialect {
	d, err := New(s)
	if err != nil {
		panic(err)
	}
	return d
}

// Spec returns a copy of the facts. Change it to make a similar dialect.
func (d *Dialect) Spec() Spec { return d.spec.clone() }

// Name returns the name in error texts, such as "Godot4".
func (d *Dialect) Name() string { return d.spec.Name }

// Family returns the family of the engine. It decides the behaviour of the engine apart from
// packets.
func (d *Dialect) Family() Family { return d.spec.Family }

// String returns the name.
func (d *Dialect) String() string { return d.spec.Name }

// GoString returns Go source that makes an equal dialect, for %#v:
// dialect.MustNew(dialect.Spec{…}).
func (d *Dialect) GoString() string { return "dialect.MustNew(" + d.spec.GoString() + ")" }
