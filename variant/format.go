package variant

import (
	"errors"
	"fmt"
	"sync"
)

// Mode says what the decoder does with bytes that are a value and not what an
// engine of today writes.
type Mode uint8

const (
	// Default accepts what real engines, old ones too, have written: dirty
	// padding, 64-bit forms of small numbers, a bool of 2, duplicate keys (the
	// last value at the first position). It refuses what loses data or can be
	// read in two ways: trailing bytes, stray header bits, invalid UTF-8, the
	// old form of NodePath, wrongly typed elements.
	Default Mode = iota
	// Strict refuses besides: dirty padding, a bool other than 0 and 1, NUL in
	// text, duplicate keys, obsolete flags of a NodePath.
	Strict
	// Lenient accepts what engines accept as far as a value can hold it:
	// trailing bytes, stray header bits, invalid UTF-8 (kept as it is), the old
	// form of NodePath, a missing padding at the very end, elements that
	// the engine would convert (an int in an Array[float]).
	Lenient
)

// Limits bound what a value may cost. Zero means the default of each.
type Limits struct {
	// MaxDepth is how deep values may nest: the outermost lies at depth 0.
	// Default and maximum: 1024, as in the engine. Encoding and decoding.
	MaxDepth int
	// MaxFrame is the longest frame or packet that a stream takes, in bytes.
	// Default: 8 MiB, the default of the engine's packet peers
	// (encode_buffer_max_size). Streams only: bytes in memory are there already.
	MaxFrame int
	// MaxSize is the longest packet that encoding makes, in bytes. Values that
	// share their parts can be small in memory and without end on the wire.
	// Default: 256 MiB, the most that an engine's packet peer can be set to.
	MaxSize int
}

const (
	defaultMaxDepth = 1024
	defaultMaxFrame = 8 << 20
	defaultMaxSize  = 256 << 20
)

// Settings are what [NewFormat] makes a [Format] of. Most programs say the same
// in codec.Options.
type Settings struct {
	Dialect     *Dialect
	Precision   Precision
	FullObjects bool
	Exact       bool
	Mode        Mode
	Limits      Limits
	// Prototypes holds the types to decode, by canonical type: one value of
	// each, whose Decode is called. Types of the dialect without a prototype
	// can't be read.
	Prototypes map[Type]Variant
	// Foreign marks the types whose methods are not the library's own: a panic in
	// one of them becomes an error.
	Foreign map[Type]bool
	// Custom gives types of your own, TypeCustom and up, their IDs.
	Custom map[Type]uint8
}

// A Format is [Settings] checked and compiled. It never changes, and any number
// of goroutines may use it at once.
type Format struct {
	forms       [512]form // by ID: without Flag64, and behind them with it
	dialect     Dialect
	precision   Precision
	fullObjects bool
	exact       bool
	mode        Mode
	limits      Limits
	idMask      uint32
	comparing   bool            // for comparing values: equal ones are equal bytes
	keyed       bool            // and so are equal keys
	write       [256]outbound   // by canonical type
	names       map[Type]string // of [Named] types, for errors

	// Readers and Writers serve one format only: what a Reader has learnt of
	// keys holds in no other.
	readers, writers sync.Pool
}

// outbound is what the Writer knows of a canonical type.
type outbound struct {
	head   uint32 // the id and the flags that are always set: the precision's
	id     uint8
	known  bool
	width  uint8 // of a real_t
	rounds bool  // real_t numbers are rounded to single precision, without a look at each
}

// NewFormat checks and compiles settings. The error says which of them can't be.
func NewFormat(s Settings) (*Format, error) {
	if s.Dialect == nil {
		return nil, errors.New("godot: no dialect")
	}
	f := &Format{
		dialect: *s.Dialect, precision: s.Precision, fullObjects: s.FullObjects,
		exact: s.Exact, mode: s.Mode, limits: s.Limits, idMask: s.Dialect.IDMask,
	}
	if f.idMask == 0 {
		f.idMask = 0xFF
	}
	d := &f.dialect
	switch {
	case s.Mode > Lenient:
		return nil, fmt.Errorf("godot: no such mode: %d", s.Mode)
	case s.Precision > Double:
		return nil, fmt.Errorf("godot: no such precision: %d", s.Precision)
	case s.Precision == Double && d.Real == RealSingle:
		return nil, fmt.Errorf("godot: dialect %s has no double precision", d.Name)
	case len(d.Types) > 256:
		return nil, fmt.Errorf("godot: dialect %s has %d types, an ID has room for 256", d.Name, len(d.Types))
	}
	if err := f.limits.complete(); err != nil {
		return nil, err
	}
	if err := f.compile(s); err != nil {
		return nil, err
	}
	return f, nil
}

func (l *Limits) complete() error {
	for _, x := range []struct {
		name              string
		v                 *int
		least, most, zero int
	}{
		{"MaxDepth", &l.MaxDepth, 1, defaultMaxDepth, defaultMaxDepth},
		{"MaxFrame", &l.MaxFrame, 4, 1<<31 - 1, defaultMaxFrame},
		{"MaxSize", &l.MaxSize, 4, 1<<31 - 1, defaultMaxSize},
	} {
		if *x.v == 0 {
			*x.v = x.zero
		}
		if *x.v < x.least || *x.v > x.most {
			return fmt.Errorf("godot: Limits.%s is %d, and must be from %d to %d", x.name, *x.v, x.least, x.most)
		}
	}
	return nil
}

// compile fills the two tables, the dialect's types first, then the user's.
func (f *Format) compile(s Settings) error {
	f.forms[0].head = ^uint32(0) // no form unless one is added
	d := &f.dialect
	d.Types = append([]Type(nil), d.Types...)
	for id, t := range d.Types {
		if t == TypeUnsupported {
			continue
		}
		if f.write[t].known {
			return fmt.Errorf("godot: dialect %s lists %v twice", d.Name, t)
		}
		f.add(uint32(id), t, &s)
	}
	for t, id := range s.Custom {
		if f.forms[id].known || int(id) < len(d.Types) {
			return fmt.Errorf("godot: ID %d of %v is taken in dialect %s", id, t, d.Name)
		}
		f.add(uint32(id), t, &s)
	}
	for from, to := range d.Fallback {
		if f.write[from].known || !f.write[to].known {
			return fmt.Errorf("godot: dialect %s can't fall back from %v to %v", d.Name, from, to)
		}
		f.write[from] = f.write[to]
	}
	return nil
}

func (f *Format) add(id uint32, t Type, s *Settings) {
	d := &f.dialect
	out := outbound{id: uint8(id), head: id, known: true, width: d.width(t, f.precision)}
	if t < typeCount && typeInfos[t].wide && d.Real == RealFlagged && f.precision == Double {
		out.head |= Flag64
	}
	out.rounds = out.width == 4 && !f.exact
	f.write[t] = out
	if named, ok := s.Prototypes[t].(Named); ok {
		if f.names == nil {
			f.names = map[Type]string{}
		}
		f.names[t] = named.TypeName()
	}
	f.forms[id], f.forms[256+id] = s.form(id, t, false), s.form(id, t, true)
}

// Dialect returns the format's dialect, which must not be changed.
func (f *Format) Dialect() *Dialect { return &f.dialect }

// Limits returns the limits in force, defaults filled in.
func (f *Format) Limits() Limits { return f.limits }

// Mode returns the mode.
func (f *Format) Mode() Mode { return f.mode }

// Precision returns the precision that is written.
func (f *Format) Precision() Precision { return f.precision }

// FullObjects reports whether the option of that name is on.
func (f *Format) FullObjects() bool { return f.fullObjects }

// Append appends the packet of v to dst. A nil dst stands for new memory, just as
// much as the packet needs. After an error it returns dst as it was.
func (f *Format) Append(dst []byte, v Variant) ([]byte, error) {
	return f.Write(dst, func(w *Writer) { w.value(v) })
}

// Decode reads the value that b is, and refuses bytes behind it, except in
// lenient mode. After an error the value is nil. Nothing that it returns aliases b.
func (f *Format) Decode(b []byte) (Variant, error) {
	v, _, err := f.decode(b, true)
	return v, err
}

// DecodeFirst reads the value at the start of b, and returns its length too.
// After an error the length is 0.
func (f *Format) DecodeFirst(b []byte) (Variant, int, error) { return f.decode(b, false) }

func (f *Format) decode(b []byte, whole bool) (Variant, int, error) {
	r := f.reader(b)
	defer r.release()
	v := r.Value()
	if whole {
		r.end()
	}
	if r.err != nil {
		return nil, 0, r.Err()
	}
	return v, r.pos, nil
}

// Valid is Decode without the value: the same walk over the data, which
// allocates nothing while the data is in order, and the same error.
func (f *Format) Valid(b []byte) error {
	_, err := f.valid(b, true)
	return err
}

// ValidFirst is DecodeFirst without the value.
func (f *Format) ValidFirst(b []byte) (int, error) { return f.valid(b, false) }

func (f *Format) valid(b []byte, whole bool) (int, error) {
	r := f.reader(b)
	defer r.release()
	r.check = true
	r.Value()
	if whole {
		r.end()
	}
	if r.err == nil {
		return r.pos, nil
	}
	// A path names keys, which a check does not build: the decoder's error does.
	if _, _, err := f.decode(b, whole); err != nil {
		return 0, err
	}
	return 0, r.Err()
}

// reader returns a Reader of b, to be released.
func (f *Format) reader(b []byte) *Reader {
	r, _ := f.readers.Get().(*Reader)
	if r == nil {
		r = new(Reader)
	}
	r.reset(f, b)
	return r
}
