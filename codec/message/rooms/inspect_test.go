package rooms

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRepair: ReadLog can read a log in which a record is missing. After its repair the room opens
// with the state before the gap, and older owners can't write any more.
func TestRepair(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	o := testOwner(t, c)
	require.NoError(t, do(o, join("ada", 1, 1)))
	for n := int64(1); n <= 5; n++ {
		require.NoError(t, do(o, says("ada", 1, n, fmt.Sprint(n))))
	}

	log := must(ReadLog(t.Context(), c.conn, c.config, "room"))
	require.NoError(t, log.Err)
	require.Len(t, log.Records, 7)
	require.Equal(t, RecordSnapshot, log.Records[0].Kind)
	require.ErrorIs(t, Repair(t.Context(), c.conn, c.config, "room"), ErrSound)

	require.NoError(t, c.journal.stream("room").DeleteMsg(t.Context(), 5))
	log = must(ReadLog(t.Context(), c.conn, c.config, "room"))
	require.ErrorIs(t, log.Err, errGap)
	require.Len(t, log.Records, 4)

	require.NoError(t, Repair(t.Context(), c.conn, c.config, "room"))
	require.ErrorIs(t, do(o, says("ada", 1, 6, "6")), errFenced)
	next := testOwner(t, c)
	require.Equal(t, "1,2", textsOf(next.world.state, "ada"))
	require.Equal(t, int64(3), next.world.epoch)

	_, err := ReadLog(t.Context(), c.conn, c.config, "no.name")
	require.Error(t, err)
}
