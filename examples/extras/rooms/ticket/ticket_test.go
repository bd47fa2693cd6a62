package ticket

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"
)

// TestOnlySignedTicketsAreValid: a ticket gives back what was signed, until it expires. Any other
// text is refused.
func TestOnlySignedTicketsAreValid(t *testing.T) {
	private, public := NewKeys()
	key, err := ParsePrivateKey(private)
	require.NoError(t, err)
	pub, err := ParsePublicKey(public)
	require.NoError(t, err)

	now := time.Unix(1_700_000_000, 0)
	ada := Ticket{Player: "ada", Room: "meadow", Expires: now.Add(time.Minute)}
	signed := func(t2 Ticket) string {
		text, err := Sign(key, t2)
		require.NoError(t, err)
		return text
	}
	claimed := func(method jwt.SigningMethod, key any, c jwt.RegisteredClaims) string {
		text, err := jwt.NewWithClaims(method, c).SignedString(key)
		require.NoError(t, err)
		return text
	}

	otherText, _ := NewKeys()
	other, err := ParsePrivateKey(otherText)
	require.NoError(t, err)
	expires := jwt.NewNumericDate(ada.Expires)
	valid := signed(ada)
	head, rest, _ := strings.Cut(valid, ".")

	for _, row := range []struct {
		name, text string
		at         time.Time
		err        error
		want       Ticket
	}{
		{"a ticket", valid, now, nil, ada},
		{"for any room", signed(Ticket{"bob", "", ada.Expires}), now, nil,
			Ticket{"bob", "", ada.Expires}},
		{"in its last second", valid, ada.Expires.Add(-time.Second), nil, ada},
		{"too late", valid, ada.Expires, ErrExpired, Ticket{}},
		{"of another key", claimed(jwt.SigningMethodEdDSA, other,
			jwt.RegisteredClaims{Subject: "ada", ExpiresAt: expires}), now, ErrInvalid, Ticket{}},
		{"without signature", claimed(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType,
			jwt.RegisteredClaims{Subject: "ada", ExpiresAt: expires}), now, ErrInvalid, Ticket{}},
		{"signed with the public key as a secret", claimed(jwt.SigningMethodHS256, []byte(pub),
			jwt.RegisteredClaims{Subject: "ada", ExpiresAt: expires}), now, ErrInvalid, Ticket{}},
		{"that never expires", claimed(jwt.SigningMethodEdDSA, key,
			jwt.RegisteredClaims{Subject: "ada"}), now, ErrInvalid, Ticket{}},
		{"of no player", claimed(jwt.SigningMethodEdDSA, key,
			jwt.RegisteredClaims{ExpiresAt: expires}), now, ErrInvalid, Ticket{}},
		{"for two rooms", claimed(jwt.SigningMethodEdDSA, key, jwt.RegisteredClaims{Subject: "ada",
			Audience: jwt.ClaimStrings{"a", "b"}, ExpiresAt: expires}), now, ErrInvalid, Ticket{}},
		{"changed", head + ".e30." + rest[strings.IndexByte(rest, '.')+1:], now, ErrInvalid,
			Ticket{}},
		{"too long", strings.Repeat("a", maxLength+1), now, ErrInvalid, Ticket{}},
		{"empty", "", now, ErrInvalid, Ticket{}},
	} {
		got, err := verify(pub, row.text, func() time.Time { return row.at })
		require.ErrorIs(t, err, row.err, row.name)
		got.Expires = got.Expires.In(row.want.Expires.Location())
		require.Equal(t, row.want, got, row.name)
	}
}

// TestSignAndKeysRefuse names what is wrong with the arguments.
func TestSignAndKeysRefuse(t *testing.T) {
	private, _ := NewKeys()
	key, err := ParsePrivateKey(private)
	require.NoError(t, err)

	_, err = Sign(nil, Ticket{Player: "ada", Expires: time.Now()})
	require.ErrorContains(t, err, "private key")
	_, err = Sign(key, Ticket{Expires: time.Now()})
	require.ErrorContains(t, err, "no name")
	_, err = Sign(key, Ticket{Player: "ada"})
	require.ErrorContains(t, err, "expires")
	_, err = ParsePublicKey("YWJj")
	require.ErrorContains(t, err, "it has 3 bytes")
	_, err = ParsePrivateKey("?")
	require.ErrorContains(t, err, "base64")
}

func ExampleVerify() {
	private, public := NewKeys()

	// The login service:
	key, _ := ParsePrivateKey(private)
	text, _ := Sign(key, Ticket{Player: "ada", Room: "meadow", Expires: time.Now().Add(time.Hour)})

	// A process with rooms:
	pub, _ := ParsePublicKey(public)
	t, err := Verify(pub, text)
	fmt.Println(t.Player, t.Room, err)
	_, err = Verify(pub, text+"x")
	fmt.Println(err)

	// Output:
	// ada meadow <nil>
	// the ticket is not valid
}
