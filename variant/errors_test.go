package variant_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

func TestErrorText(t *testing.T) {
	for want, e := range map[string]*variant.Error{
		`godot: decode $["enemies"][4].tags[0] (String) at offset 696: unexpected end of data`: {
			Op: "decode", Offset: 696, Path: `$["enemies"][4].tags[0]`, Type: variant.TypeString, Err: variant.ErrTruncated},
		"godot: decode $ at offset 0: unknown type ID: 99": {
			Op: "decode", Path: "$", Err: variant.Because(variant.ErrUnknownType, "99")},
		"godot: encode $[1] (int): out of range": {Op: "encode", Offset: 8, Path: "$[1]", Type: variant.TypeInt, Err: variant.ErrRange},
	} {
		assert.Equal(t, want, e.Error())
		assert.ErrorIs(t, e, e.Err)
	}
}

func TestErrorKinds(t *testing.T) {
	err := variant.Because(variant.ErrTruncated, "why")
	assert.Equal(t, "unexpected end of data: why", err.Error())
	assert.ErrorIs(t, err, variant.ErrTruncated)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.NotErrorIs(t, err, io.EOF)
	assert.NotErrorIs(t, variant.ErrLength, io.ErrUnexpectedEOF)
	var e *variant.Error
	assert.False(t, errors.As(err, &e))
}

func TestPathText(t *testing.T) {
	step := func(kind variant.StepKind, i int, key variant.Variant, name string) variant.Step {
		return variant.Step{Kind: kind, Index: i, Key: key, Name: name}
	}
	long := strings.Repeat("é", 40)
	for want, s := range map[string]variant.Step{
		"[4]":              step(variant.StepIndex, 4, nil, ""),
		"[key 2]":          step(variant.StepPairKey, 2, nil, ""),
		".tags":            step(variant.StepProperty, 0, nil, "tags"),
		".script/source":   step(variant.StepProperty, 0, nil, "script/source"),
		`."a\nb"`:          step(variant.StepProperty, 0, nil, "a\nb"),
		`."\xff"`:          step(variant.StepProperty, 0, nil, "\xff"),
		`["a\"b"]`:         step(variant.StepKey, 0, str(`a"b`), ""),
		`[&"a"]`:           step(variant.StepKey, 0, variant.StringName("a"), ""),
		"[-7]":             step(variant.StepKey, 0, variant.Int(-7), ""),
		"[true]":           step(variant.StepKey, 0, variant.Bool(true), ""),
		"[1.5]":            step(variant.StepKey, 0, variant.Float(1.5), ""),
		"[null]":           step(variant.StepKey, 0, null, ""),
		"[?]":              step(variant.StepKey, 0, nil, ""),
		"[[]]":             step(variant.StepKey, 0, variant.NewArray(), ""),
		"[Vector2i(1, 2)]": step(variant.StepKey, 0, nil, "Vector2i(1, 2)"),
		`."a.b"`:           step(variant.StepProperty, 0, nil, "a.b"),
		`.""`:              step(variant.StepProperty, 0, nil, ""),
		`["` + long + `"]`: step(variant.StepKey, 0, str(long), ""),
	} {
		assert.Equal(t, want, s.String())
	}
}

// wrong is a user's type that does what it is told when read.
type wrong struct {
	decode func(r *variant.Reader) (variant.Variant, error)
}

func (wrong) Type() variant.Type                                  { return variant.TypeCustom }
func (wrong) Encode(w *variant.Writer) error                      { return w.Err() }
func (v wrong) Decode(r *variant.Reader) (variant.Variant, error) { return v.decode(r) }

// TestForeignDecode has the methods of users' types fail in every way.
func TestForeignDecode(t *testing.T) {
	errOwn := errors.New("own")
	for name, c := range map[string]struct {
		decode func(r *variant.Reader) (variant.Variant, error)
		kind   error
		text   string
		at     int
	}{
		"error":   {func(*variant.Reader) (variant.Variant, error) { return nil, errOwn }, errOwn, "own", 8},
		"panic":   {func(*variant.Reader) (variant.Variant, error) { panic("ouch") }, nil, "panicked: ouch", 8},
		"nothing": {func(*variant.Reader) (variant.Variant, error) { return nil, nil }, nil, "neither a value nor an error", 8},
		"too much": {func(r *variant.Reader) (variant.Variant, error) {
			r.Uint64()
			r.Uint64()
			return variant.Result(r, null)
		}, variant.ErrTruncated, "", 20},
		"half a word": {func(r *variant.Reader) (variant.Variant, error) {
			kernel.Skip(r, 2)
			kernel.Bytes(r)
			return nil, r.Err()
		}, variant.ErrTruncated, "", 12},
		"Fail":       {func(r *variant.Reader) (variant.Variant, error) { r.Uint32(); return nil, r.Fail(errOwn) }, errOwn, "own", 16},
		"FailAt":     {func(r *variant.Reader) (variant.Variant, error) { return nil, r.FailAt(13, errOwn) }, errOwn, "own", 13},
		"FailHeader": {func(r *variant.Reader) (variant.Variant, error) { r.Uint32(); return nil, kernel.FailHeader(r, errOwn) }, errOwn, "own", 8},
		"the first counts": {func(r *variant.Reader) (variant.Variant, error) {
			_ = r.FailAt(12, errOwn)
			_ = r.FailAt(13, variant.ErrRange)
			return null, variant.ErrBool
		}, errOwn, "own", 12},
	} {
		t.Run(name, func(t *testing.T) {
			f := customFormat(t, wrong{c.decode}, variant.Default)
			v, err := f.Decode([]byte("\x13\x00\x00\x00\x01\x00\x00\x00\xc8\x00\x00\x00\xff\xff\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"))
			require.Nil(t, v)
			var e *variant.Error
			require.ErrorAs(t, err, &e)
			if c.kind != nil {
				assert.ErrorIs(t, err, c.kind)
			}
			assert.Contains(t, err.Error(), c.text)
			assert.Equal(t, "$[0]", e.Path)
			assert.Equal(t, c.at, e.Offset)
		})
	}
}

// TestResult: a Decode method that ends with Result makes a value if there is no error. A
// registered type makes it in a validation, too.
func TestResult(t *testing.T) {
	var made []variant.Variant
	f := customFormat(t, wrong{func(r *variant.Reader) (variant.Variant, error) {
		v, err := variant.Result(r, variant.Int(r.Uint32()))
		assert.False(t, kernel.Checking(r))
		made = append(made, v)
		return v, err
	}}, variant.Default)
	packet := []byte{200, 0, 0, 0, 7, 0, 0, 0}
	_, err := f.Decode(packet)
	require.NoError(t, err)
	require.NoError(t, f.Valid(packet))
	_, err = f.Decode(packet[:6])
	require.ErrorIs(t, err, variant.ErrTruncated)
	assert.Equal(t, []variant.Variant{variant.Int(7), variant.Int(7), nil}, made)
}
