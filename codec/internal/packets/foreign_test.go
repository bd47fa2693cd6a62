package packets_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// wrong is a user's type that does what it is told when read.
type wrong struct {
	decode func(r *variant.Reader) (variant.Variant, error)
}

func (wrong) Type() variant.Type                                  { return variant.TypeCustom }
func (wrong) Encode(w *variant.Writer) error                      { return w.Err() }
func (v wrong) Decode(r *variant.Reader) (variant.Variant, error) { return v.decode(r) }

// TestMethodsMayFail: whatever the methods of a registered type do is an error and no panic.
func TestMethodsMayFail(t *testing.T) {
	errOwn := errors.New("own")

	for name, c := range map[string]struct {
		decode func(r *variant.Reader) (variant.Variant, error)
		kind   error
		text   string
		at     int
	}{
		"error": {func(*variant.Reader) (variant.Variant, error) {
			return nil, errOwn
		}, errOwn, "own", 8},
		"panic": {func(*variant.Reader) (variant.Variant, error) {
			panic("ouch")
		}, nil, "panicked: ouch", 8},
		"nothing": {func(*variant.Reader) (variant.Variant, error) {
			return nil, nil
		}, nil, "neither a value nor an error", 8},
		"too much": {func(r *variant.Reader) (variant.Variant, error) {
			r.Uint64()
			r.Uint64()
			return variant.Result(r, null)
		}, variant.ErrTruncated, "", 20},
		"half a word": {func(r *variant.Reader) (variant.Variant, error) {
			(*wire.Reader)(r).SkipValid(2)
			(*wire.Reader)(r).Bytes()
			return nil, r.Err()
		}, variant.ErrTruncated, "", 12},
		"Fail": {func(r *variant.Reader) (variant.Variant, error) {
			r.Uint32()
			return nil, r.Fail(errOwn)
		}, errOwn, "own", 16},
		"FailAt": {func(r *variant.Reader) (variant.Variant, error) {
			return nil, r.FailAt(13, errOwn)
		}, errOwn, "own", 13},
		"FailHeader": {func(r *variant.Reader) (variant.Variant, error) {
			r.Uint32()
			return nil, (*wire.Reader)(r).FailHeader(errOwn)
		}, errOwn, "own", 8},
		"the first counts": {func(r *variant.Reader) (variant.Variant, error) {
			_ = r.FailAt(12, errOwn)
			_ = r.FailAt(13, variant.ErrRange)
			return null, variant.ErrBool
		}, errOwn, "own", 12},
	} {
		t.Run(name, func(t *testing.T) {
			f := customFormat(t, wrong{c.decode}, dialect.Default)
			v, err := f.Decode(words(19, 1, 200, 0xffff, 1, 0))
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

// TestResultMakesAValueWithoutError: a Decode method that ends with Result makes a value if there
// is no error. A registered type makes it in a validation, too.
func TestResultMakesAValueWithoutError(t *testing.T) {
	var made []variant.Variant
	f := customFormat(t, wrong{func(r *variant.Reader) (variant.Variant, error) {
		v, err := variant.Result(r, variant.Int(r.Uint32()))
		assert.False(t, (*wire.Reader)(r).Checking())
		made = append(made, v)
		return v, err
	}}, dialect.Default)

	packet := []byte{200, 0, 0, 0, 7, 0, 0, 0}
	_, err := f.Decode(packet)
	require.NoError(t, err)
	require.NoError(t, f.Valid(packet))
	_, err = f.Decode(packet[:6])
	require.ErrorIs(t, err, variant.ErrTruncated)
	assert.Equal(t, []variant.Variant{variant.Int(7), variant.Int(7), nil}, made)
}
