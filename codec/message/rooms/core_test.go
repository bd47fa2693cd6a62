package rooms

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestQuota: a quota allows its number of actions in each second.
func TestQuota(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := quota{most: 2}
		for range 3 {
			require.True(t, q.take())
			require.True(t, q.take())
			require.False(t, q.take())
			time.Sleep(time.Second + time.Nanosecond)
		}
	})
}
