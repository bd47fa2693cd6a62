package rooms

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// TestKinds: each error of the package has a kind with its own name, and a Goodbye has the kind of
// its reason.
func TestKinds(t *testing.T) {
	for name, err := range map[string]error{
		"away": ErrAway, "forgotten": ErrForgotten, "replaced": ErrReplaced,
		"player_refused": ErrRefused, "quit": ErrQuit, "kicked": ErrKicked, "deleted": ErrDeleted,
		"draining": ErrDraining, "room_name": ErrName, "exists": ErrExists,
		"not_open": ErrNotOpen, "newer": ErrNewer, "record": ErrRecord, "sound": ErrSound,
	} {
		require.Equal(t, name, variant.KindOf(err))
	}

	for kind, err := range goodbyes {
		g := fmt.Errorf("the end: %w", &Goodbye{Kind: kind})
		require.ErrorIs(t, g, err)
		require.Equal(t, variant.KindOf(err), transport.Reason(g))
	}
	require.Empty(t, variant.KindOf(&Goodbye{Kind: "of a newer gateway"}))
}

// TestErrorsOfFunctions: functions return errors of the kinds that their comments name.
func TestErrorsOfFunctions(t *testing.T) {
	host, _ := startHost(t, startNATS(t), nil)
	conn := host.conn
	_, bad := Open(t.Context(), conn, Config{})
	_, other := Open(t.Context(), conn, Config{Game: book{}, Streams: 3})
	_, noRoom := ReadLog(t.Context(), conn, host.config, "a.b")
	_, noRecord := ReadRecord([]byte{1, 2, 3})
	_, short := ReadRecord([]byte{recordMark, recordFormat, byte(RecordTick)})
	_, unknown := ReadRecord([]byte{recordMark, recordFormat, 99})
	_, newer := ReadRecord([]byte{recordMark, recordFormat + 1})

	for _, c := range []struct{ err, kind error }{
		{bad, variant.ErrOptions},
		{other, variant.ErrOptions},
		{noRoom, ErrName},
		{Repair(t.Context(), conn, host.config, "a.b"), ErrName},
		{host.Create(t.Context(), "a.b", nil), ErrName},
		{host.Delete(t.Context(), "a.b"), ErrName},
		{host.Kick(t.Context(), "a.b", "ada"), ErrName},
		{host.Kick(t.Context(), "none", "ada"), ErrNotOpen},
		{noRecord, ErrRecord},
		{short, ErrRecord},
		{unknown, ErrRecord},
		{newer, ErrNewer},
	} {
		require.ErrorIs(t, c.err, c.kind)
	}
}

// TestRefusalHasReason: cut shortens the reason of a refusal to a number of bytes, here 8. The
// reason is valid UTF-8, and never empty.
func TestRefusalHasReason(t *testing.T) {
	for reason, want := range map[string]string{
		"":              "refused",
		"\xff\xfe":      "refused",
		"not now":       "not now",
		"a\xffb":        "ab",
		"1234567890":    "12345678",
		"1234567é":      "1234567",
		"\xff\xff\xffé": "é",
	} {
		require.Equal(t, want, cut(reason, 8), "%q", reason)
	}
}
