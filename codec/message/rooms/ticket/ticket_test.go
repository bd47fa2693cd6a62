package ticket

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// newPair returns a new pair of keys.
func newPair() (ed25519.PrivateKey, ed25519.PublicKey) {
	private, public := NewKeys()
	return testkit.Must(ParsePrivateKey(private)), testkit.Must(ParsePublicKey(public))
}

// TestOnlySignedTicketsAreValid: Verify returns the signed data until the ticket expires. It
// refuses any other text.
func TestOnlySignedTicketsAreValid(t *testing.T) {
	key, pub := newPair()
	other, _ := newPair()
	now := time.Unix(1_700_000_000, 0)
	check := func(text string, at time.Time) (Ticket, error) {
		got, err := verify(pub, text, func() time.Time { return at })
		got.Expires = got.Expires.Local()
		return got, err
	}

	ada := Ticket{Player: "ada", Room: "meadow", Expires: now.Add(time.Minute)}
	bob := Ticket{Player: "bob", Expires: ada.Expires}
	valid := testkit.Must(Sign(key, ada))
	require.Equal(t, ada, testkit.Must(check(valid, now)))
	require.Equal(t, ada, testkit.Must(check(valid, ada.Expires.Add(-time.Second))))
	require.Equal(t, bob, testkit.Must(check(testkit.Must(Sign(key, bob)), now)))
	_, err := check(valid, ada.Expires)
	require.ErrorIs(t, err, ErrExpired)

	claimed := func(method jwt.SigningMethod, key any, change func(*jwt.RegisteredClaims)) string {
		c := jwt.RegisteredClaims{Subject: "ada", ExpiresAt: jwt.NewNumericDate(ada.Expires)}
		change(&c)
		return testkit.Must(jwt.NewWithClaims(method, c).SignedString(key))
	}
	ed, none, hmac := jwt.SigningMethodEdDSA, jwt.SigningMethodNone, jwt.SigningMethodHS256
	asIs := func(*jwt.RegisteredClaims) {}
	forever := func(c *jwt.RegisteredClaims) { c.ExpiresAt = nil }
	nobody := func(c *jwt.RegisteredClaims) { c.Subject = "" }
	twoRooms := func(c *jwt.RegisteredClaims) { c.Audience = jwt.ClaimStrings{"a", "b"} }
	parts := strings.Split(valid, ".")
	require.Equal(t, "ada", testkit.Must(check(claimed(ed, key, asIs), now)).Player)

	for name, text := range map[string]string{
		"of another key":           claimed(ed, other, asIs),
		"without signature":        claimed(none, jwt.UnsafeAllowNoneSignatureType, asIs),
		"the public key as secret": claimed(hmac, []byte(pub), asIs),
		"that never expires":       claimed(ed, key, forever),
		"of no player":             claimed(ed, key, nobody),
		"for two rooms":            claimed(ed, key, twoRooms),
		"changed":                  parts[0] + ".e30." + parts[2],
		"too long":                 strings.Repeat("a", maxLength+1),
		"empty":                    "",
	} {
		got, err := verify(pub, text, func() time.Time { return now })
		require.ErrorIs(t, err, ErrInvalid, name)
		require.Zero(t, got, name)
	}
}

// TestLength: a ticket has at most 2048 bytes.
func TestLength(t *testing.T) {
	key, pub := newPair()
	lengths := map[int]error{}
	for n := 1000; n < 1500; n++ {
		text := testkit.Must(Sign(key, Ticket{Player: strings.Repeat("a", n),
			Expires: time.Now().Add(time.Hour)}))
		_, err := Verify(pub, text)
		lengths[len(text)] = err
	}

	require.Contains(t, lengths, maxLength)
	for n, err := range lengths {
		require.Equal(t, n > maxLength, errors.Is(err, ErrInvalid), n)
	}
}

// TestKinds: the errors of Verify have names for metrics.
func TestKinds(t *testing.T) {
	require.Equal(t, "ticket_invalid", variant.KindOf(ErrInvalid))
	require.Equal(t, "ticket_expired", variant.KindOf(ErrExpired))
}

// TestSignAndKeysRefuse: the error names the invalid argument.
func TestSignAndKeysRefuse(t *testing.T) {
	key, _ := newPair()
	fails := func(_ any, err error) error { return err }
	for want, err := range map[string]error{
		"private key":    fails(Sign(nil, Ticket{Player: "ada", Expires: time.Now()})),
		"no name":        fails(Sign(key, Ticket{Expires: time.Now()})),
		"expires":        fails(Sign(key, Ticket{Player: "ada"})),
		"it has 3 bytes": fails(ParsePublicKey("YWJj")),
		"base64":         fails(ParsePrivateKey("?")),
	} {
		require.ErrorContains(t, err, want)
	}
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
