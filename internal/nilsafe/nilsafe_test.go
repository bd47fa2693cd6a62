package nilsafe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant/dialect"
)

// A pointerValue is a value whose methods panic for a nil pointer.
type pointerValue struct{ kind dialect.Type }

func (p *pointerValue) Type() dialect.Type { return p.kind }

// An emptyValue is a value whose methods work for a nil pointer, too.
type emptyValue struct{}

func (*emptyValue) Type() dialect.Type { return dialect.TypeBool }

// TestGuard: Guard recovers from a panic only for a nil pointer.
func TestGuard(t *testing.T) {
	broken := func() { panic("broken") }
	require.True(t, nilsafe.Guard((*pointerValue)(nil), func() {}))
	require.False(t, nilsafe.Guard((*pointerValue)(nil), broken))
	require.Panics(t, func() { nilsafe.Guard(&pointerValue{}, broken) })
	require.Panics(t, func() { nilsafe.Guard(5, broken) })
}

// TestIsNil: IsNil returns true only for nil pointers.
func TestIsNil(t *testing.T) {
	require.True(t, nilsafe.IsNil((*pointerValue)(nil)))
	for _, v := range []any{&pointerValue{}, nil, 5, "", map[int]int(nil), []int(nil)} {
		require.False(t, nilsafe.IsNil(v), "%#v", v)
	}
}

// TestTypes: for nil, TypeOf returns TypeNil and TryType returns TypeUnsupported. TryType also
// returns TypeUnsupported for a nil pointer whose method panics.
func TestTypes(t *testing.T) {
	require.Equal(t, dialect.TypeNil, nilsafe.TypeOf(nil))
	require.Equal(t, dialect.TypeInt, nilsafe.TypeOf(&pointerValue{dialect.TypeInt}))

	require.Equal(t, dialect.TypeInt, nilsafe.TryType(&pointerValue{dialect.TypeInt}))
	require.Equal(t, dialect.TypeBool, nilsafe.TryType((*emptyValue)(nil)))
	require.Equal(t, dialect.TypeUnsupported, nilsafe.TryType((*pointerValue)(nil)))
	require.Equal(t, dialect.TypeUnsupported, nilsafe.TryType(nil))

	require.Equal(t, "int", nilsafe.Name(&pointerValue{dialect.TypeInt}))
	require.Equal(t, "nil", nilsafe.Name((*pointerValue)(nil)))
	require.Equal(t, "nil", nilsafe.Name(nil))
}
