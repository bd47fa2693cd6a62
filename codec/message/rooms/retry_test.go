package rooms

import (
	"context"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// TestTemporary: if a cluster is starting, the request is repeated. If the settings are wrong, the
// request is not repeated.
func TestTemporary(t *testing.T) {
	peers := "no suitable peers for placement, "
	for want, errs := range map[bool][]error{
		true: {
			context.DeadlineExceeded,
			&jetstream.APIError{Code: 503, ErrorCode: 10008},
			&jetstream.APIError{Code: 400, ErrorCode: 10005, Description: peers + "peer offline"},
		},
		false: {
			context.Canceled,
			&jetstream.APIError{
				Code: 400, ErrorCode: 10005, Description: peers + "tags not matched",
			},
			&jetstream.APIError{Code: 400, ErrorCode: 10052},
		},
	} {
		for _, err := range errs {
			require.Equal(t, want, isTemporary(fmt.Errorf("stream: %w", err)), "%v", err)
		}
	}
}
