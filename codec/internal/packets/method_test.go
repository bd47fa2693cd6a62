package packets_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/forms"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestMethodsMayFail: if the Decode method of a registered type fails or panics, the result is an
// error. The error has the path and the offset.
func TestMethodsMayFail(t *testing.T) {
	own := errors.New("own")
	for name, c := range map[string]struct {
		kind   error
		text   string
		at     int
		decode func(r *reader) (variant.Variant, error)
	}{
		"error": {own, "own", 8, func(*reader) (variant.Variant, error) { return nil, own }},
		"panic": {nil, "panicked: ouch", 8, func(*reader) (variant.Variant, error) {
			panic("ouch")
		}},
		"a value and an error": {own, "own", 8, func(*reader) (variant.Variant, error) {
			return null, own
		}},
		"nothing": {wire.ErrNothing, "", 8, func(*reader) (variant.Variant, error) {
			return nil, nil
		}},
		"too much": {variant.ErrTruncated, "", 20, func(r *reader) (variant.Variant, error) {
			r.Uint64()
			r.Uint64()
			return variant.Result((*variant.Reader)(r), null)
		}},
		"half a word": {variant.ErrTruncated, "", 12, func(r *reader) (variant.Variant, error) {
			r.SkipValid(2)
			r.Bytes()
			return nil, r.Err()
		}},
		"part of a word": {variant.ErrLength, "not a multiple of 4 bytes", 8,
			func(r *reader) (variant.Variant, error) {
				r.Elements(1, 2)
				return null, r.Err()
			}},
		"Fail": {own, "own", 16, func(r *reader) (variant.Variant, error) {
			r.Uint32()
			return nil, (*variant.Reader)(r).Fail(own)
		}},
		"FailAt": {own, "own", 13, func(r *reader) (variant.Variant, error) {
			return nil, (*variant.Reader)(r).FailAt(13, own)
		}},
		"FailHeader": {own, "own", 8, func(r *reader) (variant.Variant, error) {
			r.Uint32()
			return nil, r.FailHeader(own)
		}},
		"the first counts": {own, "own", 12, func(r *reader) (variant.Variant, error) {
			_ = r.FailAt(12, own)
			_ = r.FailAt(13, variant.ErrRange)
			return null, variant.ErrBool
		}},
	} {
		f := smallWith(t, method{decode: c.decode})
		e := f.refuse(words(19, 1, 200, 0xffff, 1, 0), c.kind, name)
		assert.ErrorContains(t, e, c.text, name)
		assert.Equal(t, "$[0]", e.Path.String(), name)
		assert.Equal(t, c.at, e.Offset, name)
	}
}

// TestErrorsInsideOfEncode: inside an Encode method, Err returns the error that the method has
// passed to Fail. This error has no path, because the containers around the value have not added
// their steps yet.
func TestErrorsInsideOfEncode(t *testing.T) {
	own := errors.New("own")
	var inside []error
	failing := method{encode: func(w *writer) {
		_ = w.Fail(own)
		inside = append(inside, (*variant.Writer)(w).Err())
	}}

	f := smallWith(t, failing)
	for _, v := range []variant.Variant{list(failing), list(list(failing)), list(nil, failing)} {
		_, err := f.Append(nil, v)
		require.ErrorIs(t, err, own)
	}
	require.Equal(t, []error{own, own, own}, inside)
}

// TestWriterMethodsWrite: each method of the Writer writes the packet in the table, or fails with
// the kind of error in the table.
func TestWriterMethodsWrite(t *testing.T) {
	for name, c := range map[string]struct {
		packet []byte
		kind   error
		write  func(w *writer)
	}{
		"Count":    {words(200, math.MaxInt32), nil, func(w *writer) { w.Count(math.MaxInt32) }},
		"Count64":  {words(200, 1<<20, 0), nil, func(w *writer) { w.Count64(1 << 20) }},
		"one byte": {words(200, 1, "a"), nil, func(w *writer) { w.Data([]byte("a")) }},
		"4 bytes":  {words(200, 4, "abcd"), nil, func(w *writer) { w.Data([]byte("abcd")) }},
		"too many": {nil, variant.ErrLimit, func(w *writer) { w.Data(make([]byte, 300)) }},
		"too long": {nil, variant.ErrLimit, func(w *writer) { w.Text(strings.Repeat("x", 300)) }},
		"Extended": {nil, variant.ErrLimit, func(w *writer) { assert.Nil(t, w.Extend(100, 4)) }},
		"odd":      {nil, variant.ErrLength, func(w *writer) { copy(w.Extend(3, 2), "abcdef") }},
		"Null": {words(0), nil, func(w *writer) {
			w.Uint64(5)
			w.Null()
		}},
		"Flags": {words(0x1100c8), nil, func(w *writer) {
			w.Flags(variant.Flag64)
			w.Flags(1 << 20)
		}},
		"Bool": {words(200, 1, 0), nil, func(w *writer) {
			w.Bool(true)
			w.Bool(false)
		}},
		"Real": {words(200, 0x3f000000, 0x3f000000, 0x3f800000), nil, func(w *writer) {
			w.Real(0.5)
			w.Reals2(0.5, 1)
		}},
		"Extend": {words(200, 2, "abcdefgh"), nil, func(w *writer) {
			w.Count(2)
			copy(w.Extend(2, 4), "abcdefgh")
		}},
		"a value": {words(0x100c8, 1, 7, 9), nil, func(w *writer) {
			value(w, variant.Int(7))
			w.Flags(variant.Flag64)
			w.Uint32(9)
		}},
		"after an error": {nil, variant.ErrRange, func(w *writer) {
			_ = w.Fail(variant.ErrRange)
			_ = w.Fail(variant.ErrBool)
			assert.Nil(t, w.Extend(1, 4))
			w.Null()
			w.Data(make([]byte, 300))
			w.Text("\xff")
		}},
	} {
		v := method{encode: c.write}
		f := smallWith(t, v, limits(forms.Limits{MaxSize: 256}))
		b, err := f.Append(nil, v)
		assert.ErrorIs(t, err, c.kind, name)
		assert.Equal(t, string(c.packet), string(b), name)
		b, err = f.Append([]byte("before"), list(one, v, one))

		if c.kind == nil {
			assert.NoError(t, err, name)
			continue
		}

		e := testkit.Fault(t, err, c.kind, name)
		assert.Equal(t, "before", string(b), name)
		assert.Equal(t, variant.Error{Op: variant.OpEncode, Offset: 16,
			Path: variant.Path{{Index: 1}}, Type: variant.TypeCustom, Err: e.Err}, *e, name)
	}
}

func value(w *writer, v variant.Variant) { (*variant.Writer)(w).Value(v) }

// plainType is a type of a program. It has packets but no text.
type plainType struct{}

func (plainType) Type() variant.Type             { return variant.TypeCustom }
func (plainType) Encode(w *variant.Writer) error { return w.Err() }

func (v plainType) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, v)
}

// namedType is a type of a program. It has a name, and its methods Encode and Decode fail.
type namedType struct{ plainType }

func (namedType) TypeName() string               { return "Named" }
func (namedType) Encode(w *variant.Writer) error { return w.Fail(variant.ErrRange) }

func (namedType) Decode(r *variant.Reader) (variant.Variant, error) {
	return nil, r.Fail(variant.ErrRange)
}

// TestNamedTypesAreNamed: text and errors contain the name of a type of the program.
func TestNamedTypesAreNamed(t *testing.T) {
	f, v := everyWith(t, namedType{}), dict(kv("x", namedType{}))
	assert.Equal(t, `{"x": Named(…)}`, fmt.Sprint(v))

	_, jsonErr := variant.JSON(v)
	_, getErr := tree.Get[variant.Int](v, "x")
	_, writeErr := f.Append(nil, list(namedType{}))
	readErr := f.refuse(words(255), variant.ErrRange)
	for want, err := range map[string]error{
		"format $ (Named): unsupported: it has no JSON":         jsonErr,
		`look up $["x"] (Named): wrong type: Named and not int`: getErr,
		"encode $[0] (Named): out of range":                     writeErr,
		"decode $ (Named) at offset 4: out of range":            readErr,
	} {
		assert.EqualError(t, err, "godot: "+want)
	}
}

// TestCustomElementTypes: a type of the program can be an element type, up to ID 255, if it is
// registered.
func TestCustomElementTypes(t *testing.T) {
	f := everyWith(t, plainType{})
	v := variant.NewTypedArray(of(variant.TypeCustom), plainType{})
	b := f.encode(v)
	assert.Equal(t, words(0x1001c, 255, 1, 255), b)
	assert.True(t, variant.Equal(v, f.decode(b)))

	_, err := f.Append(nil, variant.NewTypedArray(of(variant.TypeCustom+1)))
	assert.EqualError(t, err, "godot: encode $ (Array): unsupported: every has no custom "+
		"type 1; a type of your own needs Options.Registry")

	for _, v := range []variant.Variant{variant.NewTypedArray(of(100)), typedKeys(of(100))} {
		_, err := f.Append(nil, v)
		require.ErrorIs(t, err, variant.ErrUnsupported)
		assert.ErrorContains(t, err, "has no unsupported type")
	}
}

func typedKeys(key variant.ElementType, pairs ...variant.Pair) variant.Variant {
	return variant.Dictionary{Key: &key, Pairs: pairs}
}
