package packets_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// TestElementTypesAreWrittenAsRead: a typed array of each kind is written, and what was read is
// written in the same way.
func TestElementTypesAreWrittenAsRead(t *testing.T) {
	array := func(kind int, parts ...any) string {
		return string(words(append([]any{28 | kind<<16}, parts...)...))
	}
	asID := array(2, 17, "EncodedObjectAsID")
	zero := string(words(0)) // the count

	for _, c := range []struct {
		elem        variant.ElementType
		asID, asAll string // with FullObjects off and on, without the count
	}{
		{variant.ElementType{}, array(0), array(0)},
		{variant.ElementType{Type: variant.TypeInt}, array(1, 2),
			array(1, 2)},
		{variant.ElementType{Type: variant.TypeInt, Class: "A", Script: "B"},
			array(1, 2), array(1, 2)},
		{variant.ElementType{Type: variant.TypeObject}, asID,
			array(2, 6, "Object")},
		{variant.ElementType{Type: variant.TypeObject, Class: "Node"}, asID,
			array(2, 4, "Node")},
		{variant.ElementType{Type: variant.TypeObject, Class: "Node", Script: "res://a.gd"},
			asID, array(3, 10, "res://a.gd")},
	} {
		v := variant.NewTypedArray(c.elem)
		off := format(t, everyType(nil))

		on := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.FullObjects = true }))
		for f, want := range map[*Format]string{off: c.asID, on: c.asAll} {
			b, err := f.Append(nil, v)
			require.NoError(t, err)
			require.Equal(t, want+zero, string(b), "%#v", v)
			got, err := f.Decode(b)
			require.NoError(t, err)

			for g, want := range map[*Format]string{off: c.asID, on: want} {
				if f == off {
					want = c.asID
				}

				again, err := g.Append(nil, got)
				require.NoError(t, err)
				assert.Equal(t, want+zero, string(again),
					"what was read is written as it was with the same option: %#v", got)
			}
		}
	}

	// A class that was read without the option is kept, though one made here is not written.
	f := format(t, everyType(nil))
	class := []byte(array(2, 4, "Node", 0))
	got, err := f.Decode(class)
	require.NoError(t, err)
	again, err := f.Append(nil, got)
	require.NoError(t, err)
	assert.Equal(t, class, again)

	// An object's type as a bare number is what no engine writes, and kept too.
	bare := []byte(array(1, 24, 0))
	got, err = f.Decode(bare)
	require.NoError(t, err)
	again, err = f.Append(nil, got)
	require.NoError(t, err)
	assert.Equal(t, bare, again)

	assert.True(t, variant.Equal(got,
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject})),
		"and equal to one made here")
}

// TestElementTypeFaults: a fault in an element type is found in an Array, in keys and in values.
func TestElementTypeFaults(t *testing.T) {
	for _, c := range []struct {
		name, packet string
		kind, strict error
		lenient      error
		offset       int
	}{
		{"no such ID", string(words(0x1001c, 99, 0)), variant.ErrUnknownType,
			variant.ErrUnknownType, variant.ErrUnknownType, 4},
		{"an ID over 255", string(words(0x1001c, 256, 0)),
			variant.ErrUnknownType, variant.ErrUnknownType, variant.ErrUnknownType, 4},
		{"an array's class is empty", string(words(0x2001c, 0, 0)),
			variant.ErrUnknownType, variant.ErrUnknownType, nil, 4},
		{"a script is empty", string(words(0x3001c, 0, 0)),
			variant.ErrUnknownType, variant.ErrUnknownType, nil, 4},
		{"a value's class is empty",
			string(words(0x9001b, 2, 0, 0)),
			variant.ErrUnknownType, variant.ErrUnknownType, nil, 8},
		{"no class", string(words(0x2001c)), variant.ErrTruncated, variant.ErrTruncated,
			variant.ErrTruncated, 4},
		{"an array of Nil", string(words(0x1001c, 0, 1, 2, 7)), nil, variant.ErrUnknownType, nil, 4},
	} {
		for mode, kind := range map[dialect.Mode]error{dialect.Default: c.kind,
			dialect.Strict: c.strict, dialect.Lenient: c.lenient} {
			f := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Mode = mode }))
			_, err := f.Decode([]byte(c.packet))
			assert.Equal(t, err, f.Valid([]byte(c.packet)))

			if kind == nil {
				assert.NoError(t, err, c.name)
				continue
			}

			var e *variant.Error
			require.ErrorAs(t, err, &e, c.name)
			assert.ErrorIs(t, err, kind, c.name)
			assert.Equal(t, c.offset, e.Offset, c.name)
		}
	}
}

// TestCustomElementTypes: a type of the program's own may be an element type, up to ID 255.
func TestCustomElementTypes(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *Settings) {
		s.Custom = map[variant.Type]uint8{variant.TypeCustom: 255}
		s.Prototypes = map[variant.Type]variant.Variant{variant.TypeArray: variant.Array{},
			variant.TypeCustom: ownJSON{}}
	}))

	v := variant.NewTypedArray(variant.ElementType{Type: variant.TypeCustom}, ownJSON{})
	b, err := f.Append(nil, v)
	require.NoError(t, err)
	assert.Equal(t, string(words(0x1001c, 255, 1, 255)), string(b))
	got, err := f.Decode(b)
	require.NoError(t, err)
	assert.True(t, variant.Equal(v, got), "%#v", got)
	_, err = f.Append(nil, variant.NewTypedArray(variant.ElementType{Type: variant.TypeCustom + 1}))
	assert.EqualError(t, err,
		"godot: encode $ (Array): not in this dialect: every has no custom type 1; a type of your own needs Options.Registry")
}

// TestElementsOfOneTypeAreWritten: an array takes items of its type, null for objects, and in
// lenient mode what the engine converts.
func TestElementsOfOneTypeAreWritten(t *testing.T) {
	converts := map[[2]variant.Type]bool{
		{variant.TypeFloat, variant.TypeInt}: true, {variant.TypeString,
			variant.TypeStringName}: true, {variant.TypeStringName, variant.TypeString}: true,
	}

	types := []variant.Type{
		variant.TypeNil, variant.TypeBool, variant.TypeInt, variant.TypeFloat, variant.TypeString,
		variant.TypeStringName, variant.TypeObject, variant.TypeNodePath,
	}

	for _, mode := range []dialect.Mode{dialect.Default, dialect.Strict, dialect.Lenient} {
		f := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Mode = mode }))
		untyped := format(t, everyType(func(d *variant.Dialect, s *Settings) {
			s.Mode = mode
			d.TypedArrays = false
			d.TypedDictionaries = false
		}))

		for _, want := range types[1:] {
			for _, typ := range types {
				item := allTypes[typ]
				elem := variant.ElementType{Type: want}

				good := want == typ || want == variant.TypeObject && typ == variant.TypeNil ||
					mode == dialect.Lenient && converts[[2]variant.Type{want, typ}]
				for path, v := range map[string]variant.Variant{
					"$[0]": variant.NewTypedArray(elem, item),
					"$[key 0]": variant.Dictionary{Pairs: []variant.Pair{pair(item, one)},
						Key: &elem},
					"$[true]": variant.Dictionary{Pairs: []variant.Pair{pair(variant.Bool(true),
						item)}, Value: &elem},
				} {
					b, err := f.Append(nil, v)
					_, plain := untyped.Append(nil, v)
					assert.Equal(t, good, plain == nil,
						"no dialect writes what is no such container: %v", v)

					if !good {
						var e *variant.Error
						require.ErrorAs(t, err, &e, "%v", v)
						assert.ErrorIs(t, err, variant.ErrElementType)
						assert.Equal(t, path, e.Path)
						assert.Equal(t, typ, e.Type)
						assert.ErrorContains(t, err,
							typ.String()+" in a container of "+want.String())
						continue
					}

					require.NoError(t, err, "%v", v)
					got, err := f.Decode(b)
					require.NoError(t, err, "%v", v)
					assert.Equal(t, v.Type(), got.Type())
				}
			}
		}
	}
}

// TestElementsOfOneTypeAreRead: a packet of an array has items of its type, by the rules of
// TestElementsOfOneTypeAreWritten.
func TestElementsOfOneTypeAreRead(t *testing.T) {
	free := format(t, everyType(nil))
	for _, item := range []struct {
		v       variant.Variant
		lenient bool // in an Array[float]
	}{{variant.Float(1), true}, {one, true}, {null, false}, {variant.Bool(true), false},
		{objects.Object{}, false}, {str("1"), false}} {
		packet, err := free.Append(words(0x1001c, 3, 1),
			item.v)
		require.NoError(t, err)
		for _, mode := range []dialect.Mode{dialect.Default, dialect.Lenient} {
			f := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Mode = mode }))
			v, err := f.Decode(packet)
			assert.Equal(t, err, f.Valid(packet))

			if item.v.Type() == variant.TypeFloat || item.lenient && mode == dialect.Lenient {
				require.NoError(t, err, "%v", item.v)
				assert.Equal(t, []variant.Variant{item.v}, v.(variant.Array).Items)
				continue
			}

			var e *variant.Error
			require.ErrorAs(t, err, &e, "%v", item.v)
			assert.ErrorIs(t, err, variant.ErrElementType)
			assert.Equal(t, 12, e.Offset)
			assert.Equal(t, "$[0]", e.Path)
		}
	}
}

// TestElementTypesDoNotTellKeysApart: typed arrays with equal items are one key, whatever form
// their element type has.
func TestElementTypesDoNotTellKeysApart(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Mode = dialect.Lenient }))
	class := words(0x2001c, 0, 0)    // of objects, without a name
	builtin := words(0x1001c, 24, 0) // of objects, by their ID

	v, err := f.Decode(slices.Concat(words(27, 2), class, words(2, 1), builtin, words(2, 2)))
	require.NoError(t, err)
	d := v.(variant.Dictionary)
	require.Len(t, d.Pairs, 1, "%#v", d)
	assert.Equal(t, two, d.Pairs[0].Value)
}

// TestUnknownElementTypesAreRefused: an element type that does not exist is an error of the
// container.
func TestUnknownElementTypesAreRefused(t *testing.T) {
	f := format(t, everyType(nil))
	for _, v := range []variant.Variant{
		variant.NewTypedArray(variant.ElementType{Type: 100}),
		variant.Dictionary{Key: &variant.ElementType{Type: 100}},
	} {
		_, err := f.Append(nil, v)
		require.ErrorIs(t, err, variant.ErrUnsupported)
		assert.ErrorContains(t, err, "has no unsupported type")
	}
}
