package nilsafe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant/dialect"
)

// A pointed is a value whose methods panic for a nil pointer.
type pointed struct{ kind dialect.Type }

func (p *pointed) Type() dialect.Type { return p.kind }

// An empty is a value whose methods work for a nil pointer, too.
type empty struct{}

func (*empty) Type() dialect.Type { return dialect.TypeBool }

// TestGuard: Guard recovers from a panic only for a nil pointer.
func TestGuard(t *testing.T) {
	broken := func() { panic("broken") }
	require.True(t, nilsafe.Guard((*pointed)(nil), func() {}))
	require.False(t, nilsafe.Guard((*pointed)(nil), broken))
	require.Panics(t, func() { nilsafe.Guard(&pointed{}, broken) })
	require.Panics(t, func() { nilsafe.Guard(5, broken) })
}

// TestIsNil: IsNil returns true only for nil pointers.
func TestIsNil(t *testing.T) {
	require.True(t, nilsafe.IsNil((*pointed)(nil)))
	for _, v := range []any{&pointed{}, nil, 5, "", map[int]int(nil), []int(nil)} {
		require.False(t, nilsafe.IsNil(v), "%#v", v)
	}
}

// TestTypes: for nil, TypeOf returns TypeNil and TryType returns TypeUnsupported. TryType also
// returns TypeUnsupported for a nil pointer whose method panics.
func TestTypes(t *testing.T) {
	require.Equal(t, dialect.TypeNil, nilsafe.TypeOf(nil))
	require.Equal(t, dialect.TypeInt, nilsafe.TypeOf(&pointed{dialect.TypeInt}))

	require.Equal(t, dialect.TypeInt, nilsafe.TryType(&pointed{dialect.TypeInt}))
	require.Equal(t, dialect.TypeBool, nilsafe.TryType((*empty)(nil)))
	require.Equal(t, dialect.TypeUnsupported, nilsafe.TryType((*pointed)(nil)))
	require.Equal(t, dialect.TypeUnsupported, nilsafe.TryType(nil))

	require.Equal(t, "int", nilsafe.Name(&pointed{dialect.TypeInt}))
	require.Equal(t, "nil", nilsafe.Name((*pointed)(nil)))
	require.Equal(t, "nil", nilsafe.Name(nil))
}
