package variant_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/variant"
)

func TestErrorText(t *testing.T) {
	for want, e := range map[string]*variant.Error{
		`godot: decode $["enemies"][4].tags[0] (String) at offset 696: unexpected end of data`: {
			Op: "decode", Offset: 696, Path: `$["enemies"][4].tags[0]`, Type: variant.TypeString,
			Err: variant.ErrTruncated},
		"godot: decode $ at offset 0: unknown type ID: 99": {
			Op: "decode", Path: "$", Err: variant.Because(variant.ErrUnknownType, "99")},
		"godot: encode $[1] (int): out of range": {Op: "encode", Offset: 8, Path: "$[1]",
			Type: variant.TypeInt, Err: variant.ErrRange},
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
