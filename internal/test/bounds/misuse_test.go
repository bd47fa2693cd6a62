package bounds

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// deep returns nested arrays with the given number of levels.
func deep(levels int) variant.Variant {
	var v variant.Variant = variant.Int(1)
	for range levels {
		v = variant.NewArray(v)
	}
	return v
}

// tooDeep returns values that contain themselves. Each value contains itself only once, so that a
// walk soon reaches the greatest depth.
func tooDeep() map[string]variant.Variant {
	array := variant.NewArray(nil)
	array.Items[0] = array

	values := variant.NewDictionary(variant.KV("a", nil))
	values.Pairs[0].Value = values

	keys := variant.NewDictionary(variant.KV("a", variant.Int(1)))
	keys.Pairs[0].Key = keys

	object := objects.NewObject("A", objects.Prop("a", nil))
	object.Properties[0].Value = object

	return map[string]variant.Variant{
		"itself in an array": array, "itself as value": values, "itself as key": keys,
		"itself as property": object, "deep": deep(100_000), "very deep": deep(1_000_000),
	}
}

// malformed has values that break a rule of their type. Only a program can make such values.
var malformed = map[string]variant.Variant{
	"nil":              nil,
	"nil pointer":      (*variant.Int)(nil),
	"nil parts":        variant.NewArray(nil, (*variant.Int)(nil), (*variant.Array)(nil)),
	"nil packed array": packed.PackedStringArray(nil),
	"zero Raw":         codec.Raw{},
	"unknown type":     variant.Array{Elem: &variant.ElementType{Type: 200}},
	"script of ints": variant.NewTypedArray(variant.ElementType{Type: 2, Script: "x",
		Class: "y"}),
	"items of any type": variant.NewTypedArray(intType, variant.String("x"), nil,
		(*variant.Int)(nil)),
	"pairs of any type": variant.Dictionary{
		Key:   &variant.ElementType{Type: variant.TypeObject, Class: "A\n"},
		Value: &variant.ElementType{Type: 99},
		Pairs: []variant.Pair{
			{}, {Key: variant.Float(math.NaN())},
			{Key: variant.Float(math.NaN()), Value: (*variant.Int)(nil)},
		},
	},
}

var intType = variant.ElementType{Type: variant.TypeInt}

// walk calls run with v. If run panics, walk returns the panic as an error.
func walk(run func(variant.Variant) error, v variant.Variant) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v", fault)
		}
	}()
	return run(v)
}

// isExpected reports whether err is an expected result of a walker: nil, errFalse, errPart, a
// *variant.Error, or an error with a kind of package variant.
func isExpected(err error) bool {
	var e *variant.Error
	return err == nil || err == errFalse || err == errPart || errors.As(err, &e) ||
		variant.KindOf(err) != ""
}

// TestDeepValues: each function that walks a value ends without a panic for a value that is very
// deep or contains itself. If a function returns ErrLimit for a value that is too large, it returns
// ErrDepth for these values.
func TestDeepValues(t *testing.T) {
	for name, v := range tooDeep() {
		for _, w := range walkers {
			if w.name == "text.Format, Str" && name == "itself as property" {
				continue // str() writes only the class of an object, and not its properties
			}
			t.Run(name+", "+w.name, func(t *testing.T) {
				err := walk(w.run, v)
				require.True(t, isExpected(err), "%v", err)
				if w.name == "jsonvar.Format, Relaxed" && name == "itself as key" {
					require.NoError(t, err) // not an error: Relaxed cuts off the text of the key
					return
				}
				if w.ending == refuses {
					require.ErrorIs(t, err, variant.ErrDepth)
				}
			})
		}
	}
}

// TestMalformedValues: no function that walks a value panics if the value breaks a rule of its
// type.
func TestMalformedValues(t *testing.T) {
	for name, v := range malformed {
		for _, w := range walkers {
			t.Run(name+", "+w.name, func(t *testing.T) {
				err := walk(w.run, v)
				require.True(t, isExpected(err), "%v", err)
			})
		}

		t.Run(name+", tree.Patch", func(t *testing.T) {
			patch, err := tree.Diff(variant.Int(1), v, tree.DiffOptions{})
			if err != nil {
				require.True(t, isExpected(err), "%v", err)
				return
			}
			_, err = patch.Apply(variant.Int(1))
			require.True(t, isExpected(err), "%v", err)
			_, err = patch.Delta()
			require.True(t, isExpected(err), "%v", err)
		})
	}
}
