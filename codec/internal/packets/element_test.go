package packets_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/forms"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
)

// array returns the packet of an empty typed Array. Its element type is of the given kind, and
// parts are the words and texts of the element type.
func array(kind int, parts ...any) []byte {
	return words(append(append([]any{28 | kind<<16}, parts...), 0)...)
}

// TestElementTypesAreWrittenAsRead: a typed array of each kind can be written. An array that was
// read is written in the form that was read.
func TestElementTypesAreWrittenAsRead(t *testing.T) {
	asID := array(2, 17, "EncodedObjectAsID")
	off, on := every(t), every(t, fullObjects)

	for _, c := range []struct {
		elem        variant.ElementType
		without, in []byte // packets without and with FullObjects
	}{
		{variant.ElementType{}, array(0), array(0)},
		{of(variant.TypeInt), array(1, 2), array(1, 2)},
		{variant.ElementType{Type: variant.TypeInt, Class: "A", Script: "B"},
			array(1, 2), array(1, 2)},
		{of(variant.TypeObject), asID, array(2, 6, "Object")},
		{objectsOf("Node", ""), asID, array(2, 4, "Node")},
		{objectsOf("Node", "res://a.gd"), asID, array(3, 10, "res://a.gd")},
	} {
		v := variant.NewTypedArray(c.elem)
		require.Equal(t, c.without, off.encode(v), "%#v", v)
		require.Equal(t, c.in, on.encode(v), "%#v", v)

		assert.Equal(t, c.without, off.encode(off.decode(c.without)))
		assert.Equal(t, c.without, on.encode(off.decode(c.without)))
		assert.Equal(t, c.without, off.encode(on.decode(c.in)))
		assert.Equal(t, c.in, on.encode(on.decode(c.in)))
	}

	// Without FullObjects, a class that was read is written again, but a class that was set in Go
	// is not written. An element type that was read as the ID of Object is also written as this ID,
	// although engines do not write it.
	for _, packet := range [][]byte{array(2, 4, "Node"), array(1, 24)} {
		assert.Equal(t, packet, off.encode(off.decode(packet)))
	}

	made := variant.NewTypedArray(of(variant.TypeObject))
	assert.True(t, variant.Equal(off.decode(array(1, 24)), made))
}

func objectsOf(class, script string) variant.ElementType {
	return variant.ElementType{Type: variant.TypeObject, Class: class, Script: script}
}

// TestElementsOfOneType: a typed container accepts items of its element type. A container of
// objects also accepts null. In lenient mode a container also accepts items that an engine would
// convert. The same rule holds for reading and for writing.
func TestElementsOfOneType(t *testing.T) {
	converts := map[[2]variant.Type]bool{
		{variant.TypeFloat, variant.TypeInt}:         true,
		{variant.TypeString, variant.TypeStringName}: true,
		{variant.TypeStringName, variant.TypeString}: true,
	}

	types := []variant.Type{
		variant.TypeNil, variant.TypeBool, variant.TypeInt, variant.TypeFloat, variant.TypeString,
		variant.TypeStringName, variant.TypeObject, variant.TypeNodePath,
	}

	for _, m := range []forms.Mode{forms.Default, forms.Strict, forms.Lenient} {
		f := every(t, mode(m))
		untyped := every(t, mode(m), untypedContainers)

		for _, want := range types[1:] {
			for _, typ := range types {
				item := allTypes[typ]
				elem := of(want)
				read := words(0x1001c, int(want), 1)
				read = append(read, every(t).encode(item)...)

				good := want == typ || want == variant.TypeObject && typ == variant.TypeNil ||
					m == forms.Lenient && converts[[2]variant.Type{want, typ}]
				if good {
					assert.Equal(t, item, f.decode(read).(variant.Array).Items[0])
				} else {
					e := f.refuse(read, variant.ErrElementType, "%v", item)
					assert.Equal(t, 12, e.Offset)
					assert.Equal(t, "$[0]", e.Path.String())
				}

				for path, v := range map[string]variant.Variant{
					"$[0]":     variant.NewTypedArray(elem, item),
					"$[key 0]": typedKeys(elem, pair(item, one)),
					"$[true]": variant.Dictionary{Value: &elem,
						Pairs: []variant.Pair{pair(variant.Bool(true), item)}},
				} {
					_, err := untyped.Append(nil, v)
					assert.Equal(t, good, err == nil, "other dialects refuse it too: %v", v)

					if good {
						assert.Equal(t, v.Type(), f.decode(f.encode(v)).Type())
						continue
					}

					_, err = f.Append(nil, v)
					e := testkit.Fault(t, err, variant.ErrElementType, "%v", v)
					assert.Equal(t, path, e.Path.String())
					assert.Equal(t, typ, e.Type)
					assert.ErrorContains(t, err, typ.String()+" in a container of "+want.String())
				}
			}
		}
	}
}

func untypedContainers(s *settings) {
	s.Spec.TypedArrays = false
	s.Spec.TypedDictionaries = false
}

// TestElementTypesDoNotTellKeysApart: typed arrays with equal items are the same key, even if the
// forms of their element types differ.
func TestElementTypesDoNotTellKeysApart(t *testing.T) {
	class := array(2, 0)    // element type: a class with an empty name
	builtin := array(1, 24) // element type: the ID of Object
	packet := slices.Concat(words(27, 2), class, words(2, 1), builtin, words(2, 2))

	d := every(t, mode(forms.Lenient)).decode(packet).(variant.Dictionary)
	require.Len(t, d.Pairs, 1, "%#v", d)
	assert.Equal(t, variant.Variant(two), d.Pairs[0].Value)
}

// TestClassesAreIdentifiers: default and strict mode refuse a class that is not an identifier, in
// both directions. Lenient mode accepts it. As in all text, only strict mode refuses NUL.
func TestClassesAreIdentifiers(t *testing.T) {
	lenient := every(t, fullObjects, mode(forms.Lenient))
	for name, ok := range map[string]bool{
		"Node": true, "_Node3D": true, "Größe": true, "N\x00de": true, "3D": false, "A-B": false,
		"a b": false, "Node]([]), Object(Node": false, "\"": false, "a\x1b[0m": false,
	} {
		elem := objectsOf(name, "")
		for _, v := range []variant.Variant{
			variant.NewTypedArray(elem), typedKeys(elem), variant.TypedArray{Elem: elem},
			variant.PackedTypedArray{Elem: elem}, objects.NewObject(name),
			dict(pair(typedKeys(elem), one)),
		} {
			packet := lenient.encode(v)
			got := lenient.decode(packet)
			require.True(t, variant.Equal(v, got), "%v is not %v", got, v)

			for _, m := range []forms.Mode{forms.Default, forms.Strict} {
				f := every(t, fullObjects, mode(m))
				_, err := f.Append(nil, v)

				switch {
				case ok && (m == forms.Default || name != "N\x00de"):
					assert.NoError(t, err, "%v", v)
					f.decode(packet)
				case ok:
					assert.ErrorIs(t, err, variant.ErrNUL)
					f.refuse(packet, variant.ErrNUL)

				default:
					assert.ErrorIs(t, err, variant.ErrUnsupported, "%v", v)
					err := f.refuse(packet, variant.ErrUnknownType, "%v", v)
					assert.ErrorContains(t, err, "is not an identifier")
					assert.NotContains(t, err.Error(), "\x1b")
				}
			}
		}
	}

	err := every(t).refuse(array(2, 3, "a-b"), variant.ErrUnknownType)
	require.EqualError(t, err, `godot: decode $ (Array) at offset 4: unknown type ID: `+
		`the class "a-b" is not an identifier (lenient mode accepts it)`)
}
