package codec_test

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"math/big"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/codec/jsonvar"
	gdtext "godotvariant/codec/text"
	"godotvariant/internal/test/printed"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// asTyped returns the result of writing v as text or JSON and reading it back: an Array for a typed
// array of Pandemonium, and v for all other values.
func asTyped(v variant.Variant) variant.Variant {
	switch a := v.(type) {
	case variant.TypedArray:
		return variant.NewTypedArray(a.Elem, a.Items...)
	case variant.PackedTypedArray:
		return variant.NewTypedArray(a.Elem, a.Items...)
	}
	return v
}

// TestEveryType runs a value of every built-in type through every function for all types. It fails
// if a function does not support a new type.
func TestEveryType(t *testing.T) {
	page, err := os.ReadFile("doc.go")
	require.NoError(t, err)

	for typ := variant.TypeNil; typ.String() != "unsupported type"; typ++ {
		t.Run(typ.String(), func(t *testing.T) {
			v := random.Sample(typ)
			require.Equal(t, typ, v.Type(), "random.Sample has no sample")
			goType := fmt.Sprintf("%T", v)
			assert.Contains(t, string(page), "\t"+goType+" ", "the package page's table of types")
			everyTypeBytes(t, v)
			everyTypeAudit(t, v)
			everyTypeNotation(t, v)
			everyTypePrinting(t, v)
		})
	}
}

// everyTypeBytes checks the properties of v in each dialect that has its type, and that a dump
// names the type and Detect finds the dialect.
func everyTypeBytes(t *testing.T, v variant.Variant) {
	typ, known := v.Type(), false
	x := newExecutor(t, uint64(typ))
	for _, d := range codec.Dialects() {
		spec := d.Spec()
		full := typ == variant.TypeObject && spec.Object != dialect.ObjectBySetting
		if !slices.Contains(spec.Types, typ) || typ == variant.TypeObject && !full ||
			typ == variant.TypeRID && !spec.RIDPayload {
			continue
		}

		known = true
		s := settings{Dialect: d, Full: full}
		packet, c := x.runValue(t, s, v), s.In(codec.Default)
		assert.Equal(t, v, testkit.Decode(t, c, packet))
		var dump strings.Builder
		require.NoError(t, inspect.Dump(&dump, packet, inspect.Options{Codec: c}))
		assert.Contains(t, dump.String(), typ.String())

		own := reflect.New(reflect.TypeOf(v))
		require.NoError(t, c.Unmarshal(packet, own.Interface()))
		assert.Equal(t, v, own.Elem().Interface())

		if typ != variant.TypeRID && !full { // Detect doubts RIDs and full objects
			detected := inspect.Detect(packet)
			assert.True(t, slices.ContainsFunc(detected, func(x inspect.Detection) bool {
				return x.Dialect == d
			}), "%s in %v", d.Name(), detected)
		}
	}

	assert.True(t, known, "no dialect has the type")
}

// everyTypeAudit changes each component of v to 0.1 and expects Audit to name it.
func everyTypeAudit(t *testing.T, v variant.Variant) {
	switch v.Type() {
	case variant.TypePackedFloat64Array, variant.TypeFloat, variant.TypeObject:
		return
	}

	x := reflect.New(reflect.TypeOf(v)).Elem()
	x.Set(reflect.ValueOf(v))
	for i, number := range vectors.Leaves(x) {
		if number.Kind() != reflect.Float64 {
			return
		}

		was := number.Float()
		number.SetFloat(0.1)
		lines := printed.Audit(x.Interface().(variant.Variant), standard)
		require.Len(t, lines, 1, "component %d", i)
		assert.Regexp(t, `^\$(\[\d+\])?(\.\w+)+: 0\.1 → single 0\.1000`, lines[0])
		number.SetFloat(was)
	}
}

// everyTypeNotation writes v as text and as both forms of JSON, and reads it back.
func everyTypeNotation(t *testing.T, v variant.Variant) {
	want := asTyped(v) // a typed array of Pandemonium is read as an Array
	for _, d := range []*variant.Dialect{codec.Godot4, codec.Godot3} {
		s, err := gdtext.Format(v, in(d))
		if slices.Contains(d.Spec().Types, v.Type()) {
			require.NoError(t, err)
			// Godot 3 writes an RID as an empty text.
			assert.Equal(t, d == codec.Godot3 && v.Type() == variant.TypeRID, s == "")
		} else if err != nil {
			require.ErrorIs(t, err, variant.ErrUnsupported)
		}
	}

	s, err := gdtext.Lossless.Format(want, nil)
	require.NoError(t, err)
	got, err := gdtext.Parse(s, allDigits)
	requireValue(t, want, got, err)

	data, err := jsonvar.Format(v, allDigits)
	require.NoError(t, err)
	got, err = jsonvar.Parse(data, allDigits)
	requireValue(t, want, got, err)

	std, err := json.Marshal(v)
	require.NoError(t, err)
	assert.JSONEq(t, string(data), string(std))

	back := reflect.New(reflect.TypeOf(v))
	err = json.Unmarshal(std, back.Interface())
	if _, ok := v.(variant.Container); ok {
		require.ErrorIs(t, err, variant.ErrUnsupported)
	} else {
		require.NoError(t, err)
		assert.True(t, variant.Equal(v, back.Elem().Interface().(variant.Variant)))
	}

	relaxed, err := jsonvar.Relaxed.Format(v, nil)
	require.NoError(t, err)
	assert.True(t, json.Valid(relaxed), string(relaxed))

	wrapped := codec.Value{V: v, Codec: codec.MustNew(full)}
	data, err = json.Marshal(wrapped)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &wrapped))
	if v.Type() != variant.TypeNil { // JSON null means "no value"
		testkit.RequireEqual(t, want, wrapped.V)
	}
}

// everyTypePrinting checks Equal, KeyEqual, the name, %v and %#v.
func everyTypePrinting(t *testing.T, v variant.Variant) {
	typ, text := v.Type(), fmt.Sprint(v)
	assert.True(t, variant.Equal(v, v))
	assert.Equal(t, typ != variant.TypeObject, variant.KeyEqual(v, v))
	assert.False(t, variant.Equal(v, variant.Int(big.MaxPrec)))

	if zero := vectors.Zero(typ); !reflect.DeepEqual(zero, v) {
		assert.False(t, variant.Equal(v, zero))
		assert.NotEqual(t, fmt.Sprint(zero), text)
	}

	assert.NotEmpty(t, text)
	assert.NotContains(t, text, "…")
	assert.Contains(t, variant.Text(variant.NewArray(v)), variant.Text(v))

	source := fmt.Sprintf("%#v", v)
	_, err := parser.ParseExpr(source)
	require.NoError(t, err, source)
	pkg, _, _ := strings.Cut(fmt.Sprintf("%T", v), ".")
	assert.True(t, strings.HasPrefix(source, pkg+"."), source)
}
