package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/meadow"
)

// newAccount adds an account to the accounts of a server. It returns the keys of the account.
func newAccount(
	t *testing.T, operator nkeys.KeyPair, known *server.MemAccResolver, jetStream bool,
) nkeys.KeyPair {
	t.Helper()
	account := must(nkeys.CreateAccount())
	public := must(account.PublicKey())
	claims := jwt.NewAccountClaims(public)
	if jetStream {
		claims.Limits.JetStreamLimits = jwt.JetStreamLimits{
			MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit,
			Consumer: jwt.NoLimit,
		}
	}
	require.NoError(t, known.Store(public, must(claims.Encode(operator))))
	return account
}

// TestCredentials: the option -nats-creds names a file with the credentials for an account of a
// NATS server. Without the option, the program ends at once with an error.
func TestCredentials(t *testing.T) {
	operator := must(nkeys.CreateOperator())
	known := new(server.MemAccResolver)
	system := newAccount(t, operator, known, false)
	account := newAccount(t, operator, known, true)
	s := must(server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true,
		JetStream: true, StoreDir: t.TempDir(),
		TrustedKeys:     []string{must(operator.PublicKey())},
		AccountResolver: known, SystemAccount: must(system.PublicKey()),
	}))
	s.Start()
	defer s.Shutdown()
	require.True(t, s.ReadyForConnections(patience))

	user := must(nkeys.CreateUser())
	token := must(jwt.NewUserClaims(must(user.PublicKey())).Encode(account))
	file := filepath.Join(t.TempDir(), "rooms.creds")
	creds := must(jwt.FormatUserConfig(token, must(user.Seed())))
	require.NoError(t, os.WriteFile(file, creds, 0o600))

	settings := must(parse([]string{"-nats", s.ClientURL(), "-nats-creds", file}))
	b, err := openBus(t.Context(), settings.bus)
	require.NoError(t, err)
	defer b.close()
	host := must(rooms.Open(t.Context(), b.conn, rooms.Config{Game: meadow.Game{}}))
	require.NoError(t, host.Drain(t.Context()))

	settings.bus.creds = ""
	_, err = openBus(t.Context(), settings.bus)
	require.ErrorIs(t, err, nats.ErrAuthorization)
}
