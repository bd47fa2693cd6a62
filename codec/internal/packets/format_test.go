package packets_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// small is a dialect of a few types, with a gap between them.
var small = func() *variant.Dialect {
	types := make([]variant.Type, 0x14)
	for i := range types {
		types[i] = variant.TypeUnsupported
	}
	types[0] = variant.TypeNil
	types[1] = variant.TypeInt
	types[2] = variant.TypeString
	types[0x13] = variant.TypeArray
	return &variant.Dialect{Name: "small", Types: types}
}()

var smallTypes = map[variant.Type]variant.Variant{
	variant.TypeNil: null, variant.TypeInt: one, variant.TypeString: str(""),
	variant.TypeArray: variant.Array{},
}

// customFormat is small with a user's type under the ID 200.
func customFormat(t *testing.T, prototype variant.Variant, mode dialect.Mode) *Format {
	types := map[variant.Type]variant.Variant{variant.TypeCustom: prototype}
	for typ, v := range smallTypes {
		types[typ] = v
	}
	f, err := NewFormat(Settings{
		Dialect: small, Prototypes: types, Mode: mode,
		Custom:  map[variant.Type]uint8{variant.TypeCustom: 200},
		Foreign: map[variant.Type]bool{variant.TypeCustom: true},
	})
	require.NoError(t, err)
	return f
}

func TestNewFormatErrors(t *testing.T) {
	dialectWith := func(change func(d *variant.Dialect)) *variant.Dialect {
		d := *small
		change(&d)
		return &d
	}

	many := make([]variant.Type, 257)
	for i := range many {
		many[i] = variant.TypeUnsupported
	}

	for want, s := range map[string]Settings{
		"Options.Dialect is missing": {},
		"Options.Mode is 3":          {Dialect: small, Mode: dialect.Lenient + 1},
		"Options.Precision is 2":     {Dialect: small, Precision: variant.Double + 1},
		"has no double":              {Dialect: small, Precision: variant.Double},
		"has 257 types": {Dialect: dialectWith(func(d *variant.Dialect) {
			d.Types = many
		})},
		"lists int twice": {Dialect: dialectWith(func(d *variant.Dialect) {
			d.Types = []variant.Type{variant.TypeInt, variant.TypeInt}
		})},
		"can't fall back from StringName to Vector2": {Dialect: dialectWith(func(d *variant.Dialect) {
			d.Fallback = map[variant.Type]variant.Type{variant.TypeStringName: variant.TypeVector2}
		})},
		"can't fall back from int to String": {Dialect: dialectWith(func(d *variant.Dialect) {
			d.Fallback = map[variant.Type]variant.Type{variant.TypeInt: variant.TypeString}
		})},
		"ID 1 of custom type 0 is taken": {Dialect: small,
			Custom: map[variant.Type]uint8{variant.TypeCustom: 1}},
		"ID 3 of custom type 1 is taken": {Dialect: small,
			Custom: map[variant.Type]uint8{variant.TypeCustom + 1: 3}},
		"MaxDepth is -1; it must be from 1 to 1024": {Dialect: small,
			Limits: dialect.Limits{MaxDepth: -1}},
		"MaxDepth is 1025": {Dialect: small,
			Limits: dialect.Limits{MaxDepth: 1025}},
		"MaxFrame is 3": {Dialect: small,
			Limits: dialect.Limits{MaxFrame: 3}},
		"MaxSize is 3": {Dialect: small,
			Limits: dialect.Limits{MaxSize: 3}},
	} {
		_, err := NewFormat(s)
		assert.ErrorContains(t, err, want)
	}
}

func TestNewFormatBounds(t *testing.T) {
	if strconv.IntSize == 64 {
		beyond := math.MaxInt32
		beyond++
		for _, l := range []dialect.Limits{{MaxFrame: beyond}, {MaxSize: beyond}} {
			_, err := NewFormat(Settings{Dialect: small, Limits: l})
			assert.ErrorContains(t, err, "must be from 4 to 2147483647")
		}
	}

	for _, l := range []dialect.Limits{{MaxDepth: 1, MaxFrame: 4, MaxSize: 4},
		{MaxDepth: 1024, MaxFrame: 1<<31 - 1, MaxSize: 1<<31 - 1}} {
		f, err := NewFormat(Settings{Dialect: small, Limits: l})
		require.NoError(t, err)
		assert.Equal(t, l, f.Limits())
	}

	types := make([]variant.Type, 256)
	for i := range types {
		types[i] = variant.TypeUnsupported
	}

	_, err := NewFormat(Settings{Dialect: &variant.Dialect{Types: types}})
	assert.NoError(t, err, "as many as an ID has room for")
	behind := map[variant.Type]uint8{variant.TypeCustom: uint8(len(small.Types))}
	_, err = NewFormat(Settings{Dialect: small, Custom: behind})
	assert.NoError(t, err, "the first ID behind the dialect's")
}

func TestFormat(t *testing.T) {
	f, err := NewFormat(Settings{Dialect: small, Prototypes: smallTypes, Mode: dialect.Strict})
	require.NoError(t, err)
	assert.Equal(t, dialect.Limits{MaxDepth: 1024, MaxFrame: 8 << 20, MaxSize: 256 << 20},
		f.Limits())
	assert.Equal(t, dialect.Strict, f.Settings().Mode)
	assert.Equal(t, "small", f.Dialect().Name)
	assert.Equal(t, variant.TypeInt, f.TypeOf(0x10001))
	assert.Equal(t, variant.TypeNil, f.TypeOf(99))
	small.Types[1], small.Types[2] = small.Types[2], small.Types[1]
	assert.Equal(t, variant.TypeInt, f.TypeOf(1), "a format has a copy of its dialect")
	small.Types[1], small.Types[2] = small.Types[2], small.Types[1]

	packet, err := f.Append(nil, variant.NewArray(one, str("ab")))
	require.NoError(t, err)
	v, n, err := f.DecodeFirst(append(packet, 1, 2, 3))
	require.NoError(t, err)
	assert.Equal(t, len(packet), n)
	assert.Equal(t, variant.NewArray(one, str("ab")), v)
	n, err = f.ValidFirst(append(packet, 1, 2, 3))
	require.NoError(t, err)
	assert.Equal(t, len(packet), n)
	assert.ErrorIs(t, f.Valid(append(packet, 1, 2, 3)), variant.ErrTrailing)

	_, err = f.Decode([]byte{3, 0, 0, 0})
	assert.ErrorIs(t, err, variant.ErrUnsupported, "named, and given no form")
	_, err = f.Decode([]byte{99, 0, 0, 0})
	assert.ErrorIs(t, err, variant.ErrUnknownType)
	assert.ErrorContains(t, err, "99 in dialect small")
}

func TestFormatWithoutPrototype(t *testing.T) {
	f, err := NewFormat(Settings{Dialect: small,
		Prototypes: map[variant.Type]variant.Variant{variant.TypeArray: variant.Array{}}})
	require.NoError(t, err)
	_, err = f.Decode([]byte{0x13, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0})
	assert.ErrorIs(t, err, variant.ErrUnknownType)
	assert.ErrorContains(t, err, "1 is int, which is not registered")
}

// health is a user's type with every kind of field.
type health struct {
	Now   int32
	Most  uint32
	Big   int64
	ID    uint64
	Rate  float32
	Exact float64
	Real  float64
	Up    bool
	Name  string
	Raw   string
	Inner variant.Variant
}

func (health) Type() variant.Type { return variant.TypeCustom }

func (h health) Encode(w *variant.Writer) error {
	w.Int32(h.Now)
	w.Uint32(h.Most)
	w.Int64(h.Big)
	w.Uint64(h.ID)
	w.Float32(h.Rate)
	w.Float64(h.Exact)
	w.Real(h.Real)
	w.Bool(h.Up)
	w.String(h.Name)
	w.Data([]byte(h.Raw))
	w.Value(h.Inner)
	return w.Err()
}

func (health) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, health{
		r.Int32(), r.Uint32(), r.Int64(), r.Uint64(), r.Float32(), r.Float64(), r.Real(), r.Bool(),
		r.String(), string(r.Data()), r.Value(),
	})
}

// TestReaderMirrorsWriter: every kind of field that is written is read, also in a key, of which a
// second one is found.
func TestReaderMirrorsWriter(t *testing.T) {
	h := health{-1, 1 << 31, -1 << 40, 1 << 63, 0.5, 0.1, 0.25, true, "näme", "abc",
		variant.NewArray(one)}
	for _, mode := range []dialect.Mode{dialect.Default, dialect.Strict, dialect.Lenient} {
		f := customFormat(t, health{}, mode)
		packet, err := f.Append(nil, h)
		require.NoError(t, err)
		require.Zero(t, len(packet)%4)
		got, err := f.Decode(packet)
		require.NoError(t, err)
		require.Equal(t, h, got)
		require.NoError(t, f.Valid(packet))

		for i := range packet {
			require.ErrorIs(t, f.Valid(packet[:i]), variant.ErrTruncated, "%d of %d", i,
				len(packet))
		}
	}
}

// readerFacts is a user's type that looks at all that a Reader and a Writer tell.
type readerFacts struct{ t *testing.T }

func (readerFacts) Type() variant.Type { return variant.TypeCustom }

func (v readerFacts) Encode(w *variant.Writer) error {
	assert.Equal(v.t, "small", w.Dialect().Name)
	assert.Equal(v.t, 4, (*wire.Writer)(w).Width())
	assert.False(v.t, (*wire.Writer)(w).Format().FullObjects || (*wire.Writer)(w).Comparing() ||
		(*wire.Writer)(w).Failed())
	w.Uint32(7)
	return w.Err()
}

func (v readerFacts) Decode(r *variant.Reader) (variant.Variant, error) {
	assert.Equal(v.t, "small", r.Dialect().Name)
	assert.Equal(v.t, dialect.Strict, r.Mode())
	assert.Equal(v.t, 4, (*wire.Reader)(r).Width())
	assert.Equal(v.t, 4, r.Offset())
	assert.Zero(v.t, r.Flags())
	assert.False(v.t, (*wire.Reader)(r).Format().FullObjects || (*wire.Reader)(r).Failed() ||
		(*wire.Reader)(r).Hashing())
	assert.Equal(v.t, uint32(7), (*wire.Reader)(r).UnhashedWord())
	(*wire.Reader)(r).Mix(1) // without a key: nothing
	(*wire.Reader)(r).MixText("a")
	return variant.Result(r, v)
}

func TestReaderFacts(t *testing.T) {
	v := readerFacts{t}
	f := customFormat(t, v, dialect.Strict)
	packet, err := f.Append(nil, v)
	require.NoError(t, err)
	assert.Equal(t, []byte{200, 0, 0, 0, 7, 0, 0, 0}, packet)
	got, err := f.Decode(packet)
	require.NoError(t, err)
	assert.Equal(t, v, got)
}
