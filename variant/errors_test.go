package variant_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
	"godotvariant/variant/tree"
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

// TestLongPathsAreCut: a path of 32 steps is complete, and a longer one has its first and last 16.
func TestLongPathsAreCut(t *testing.T) {
	text := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "[%d]", i)
		}
		return b.String()
	}

	path := func(n int) tree.Path {
		p := make(tree.Path, n)
		for i := range p {
			p[i].Index = i
		}
		return p
	}

	assert.Equal(t, "$"+text(0, 32), short(t, path(32)))
	assert.Equal(t, "$"+text(0, 16)+"…"+text(17, 33), short(t, path(33)))
	assert.Equal(t, "$"+text(0, 16)+"…"+text(84, 100), short(t, path(100)))
	assert.Equal(t, "$"+text(0, 1000), path(1000).String())
}

// short returns the path as an error has it.
func short(t *testing.T, p tree.Path) string {
	_, err := tree.ParsePath(p.String() + "[")
	var e *variant.Error
	require.ErrorAs(t, err, &e)
	return e.Path
}

// TestLongKeysAreCut: in an error a name or key of 64 bytes is complete, and a longer one is cut
// before a character that would be split.
func TestLongKeysAreCut(t *testing.T) {
	whole := strings.Repeat("x", 64)
	for name, want := range map[string]string{
		whole: whole, whole + "y": whole + "…", whole[1:] + "é": whole[1:] + "…",
	} {
		for step, want := range map[*variant.Step]string{
			{Kind: variant.StepProperty, Name: name}:                  "." + want,
			{Kind: variant.StepKey, Key: str(name)}:                   `["` + want + `"]`,
			{Kind: variant.StepKey, Key: variant.StringName(name)}:    `[&"` + want + `"]`,
			{Kind: variant.StepKey, Key: variant.NewArray(str(name))}: `[["` + name[:62] + `…]`,
		} {
			assert.Equal(t, "$"+want, short(t, tree.Path{*step}))
			assert.Contains(t, step.String(), name)
		}
	}

	assert.Equal(t, "[?]", variant.Step{Kind: variant.StepKey, Key: (*variant.Int)(nil)}.String(),
		"a key that is none")
}
