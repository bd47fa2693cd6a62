package reason_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer/internal/reason"
)

// TestJoin: a joined error keeps the first eight errors and counts the others. It does not matter
// in which order the errors are joined.
func TestJoin(t *testing.T) {
	require.NoError(t, reason.Join())
	require.NoError(t, reason.Join(nil, nil))

	var faults []error
	for i := range 20 {
		faults = append(faults, fmt.Errorf("fault %d", i))
	}
	require.Same(t, faults[0], reason.Join(nil, faults[0], nil))

	eight := reason.Join(faults[:8]...)
	require.True(t, strings.HasSuffix(eight.Error(), "fault 6\nfault 7"), eight)

	nine := reason.Join(faults[:9]...)
	require.True(t, strings.HasSuffix(nine.Error(), "fault 7\nand 1 more errors"), nine)

	var one error
	for _, fault := range faults {
		one = reason.Join(one, fault)
	}
	halves := reason.Join(reason.Join(faults[:10]...), nil, reason.Join(faults[10:]...))
	for _, err := range []error{one, halves, reason.Join(faults...)} {
		require.Equal(t, 9, len(strings.Split(err.Error(), "\n")))
		require.True(t, strings.HasSuffix(err.Error(), "fault 7\nand 12 more errors"), err)
		require.True(t, errors.Is(err, faults[7]))
		require.False(t, errors.Is(err, faults[8]))
	}
}

// TestJoinKeepsItsErrors: a further Join does not change an error that Join returned before.
func TestJoinKeepsItsErrors(t *testing.T) {
	first, second, third := errors.New("1"), errors.New("2"), errors.New("3")
	both := reason.Join(first, second)
	require.Equal(t, "1\n2\n3", reason.Join(both, third).Error())
	require.Equal(t, "1\n2\n1", reason.Join(both, first).Error())
	require.Equal(t, "1\n2", both.Error())
}
