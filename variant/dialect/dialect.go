package dialect

// A Dialect is the wire format of one family of engines, or of one published page. It never
// changes, so many codecs and goroutines can share it. Two dialects are the same if their pointers
// are equal: c.Dialect() == codec.Godot3. [New] makes a Dialect. Codecs refuse the zero Dialect.
type Dialect struct {
	spec Spec
}

// New returns a dialect with the facts s. It copies s, so a later change of s does not change the
// dialect. The error names the dialect and the wrong fact: a missing name, a type that is listed
// twice, a fallback to a type with a different payload, a rule that is not one of the constants, or
// an IDMask that is too small for the IDs.
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

// Spec returns a copy of the facts of d. To make a similar dialect, change the copy and pass it to
// [New].
func (d *Dialect) Spec() Spec { return d.spec.clone() }

// Name returns the name of the dialect, such as "Godot4". Error texts contain it.
func (d *Dialect) Name() string { return d.spec.Name }

// Family returns the family of the engine. The family decides everything that differs between
// engines and is not about packets.
func (d *Dialect) Family() Family { return d.spec.Family }

// String returns the name.
func (d *Dialect) String() string { return d.spec.Name }

// GoString returns Go source that makes an equal dialect, for %#v:
// dialect.MustNew(dialect.Spec{…}).
func (d *Dialect) GoString() string { return "dialect.MustNew(" + d.spec.GoString() + ")" }
