// Package ticket makes and checks tickets for joining a room.
//
// A ticket is a JSON Web Token with an Ed25519 signature (EdDSA). The claim sub is the player, the
// claim aud is the room, and the claim exp is the time when the ticket expires. A login service or
// matchmaker has the private key and gives tickets to players. The processes that run rooms have
// only the public key, so they can't make tickets.
//
// A ticket can be used several times until it expires, so that a player can connect again, to any
// process.
package ticket

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"godotvariant/variant"
)

// The errors of Verify.
var (
	// ErrInvalid is for a ticket whose form, signature or claims are wrong.
	ErrInvalid = variant.NewKind("ticket_invalid", "the ticket is not valid")
	// ErrExpired is for a valid ticket that has expired.
	ErrExpired = variant.NewKind("ticket_expired", "the ticket has expired")
)

// maxLength is the maximum length of a ticket in bytes. A longer ticket is not parsed.
const maxLength = 2048

// A Ticket lets a player join a room.
type Ticket struct {
	Player  string    // the name of the player
	Room    string    // the only room that the player may join; "" for any room
	Expires time.Time // whole seconds; must be set, because every ticket expires
}

// Sign returns the text of a ticket.
func Sign(key ed25519.PrivateKey, t Ticket) (string, error) {
	switch {
	case len(key) != ed25519.PrivateKeySize:
		return "", errors.New("ticket: the private key does not have 64 bytes")
	case t.Player == "":
		return "", errors.New("ticket: the player has no name")
	case t.Expires.IsZero():
		return "", errors.New("ticket: a ticket needs a time when it expires")
	}

	claims := jwt.RegisteredClaims{Subject: t.Player, ExpiresAt: jwt.NewNumericDate(t.Expires)}
	if t.Room != "" {
		claims.Audience = jwt.ClaimStrings{t.Room}
	}

	return jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims).SignedString(key)
}

// Verify checks a text and returns the ticket. The error is [ErrInvalid] or [ErrExpired].
func Verify(key ed25519.PublicKey, text string) (Ticket, error) {
	return verify(key, text, time.Now)
}

// verify is like Verify, with a clock.
func verify(key ed25519.PublicKey, text string, now func() time.Time) (Ticket, error) {
	if len(text) > maxLength {
		return Ticket{}, ErrInvalid
	}

	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(now),
	)

	var claims jwt.RegisteredClaims
	_, err := parser.ParseWithClaims(text, &claims, func(*jwt.Token) (any, error) {
		return key, nil
	})

	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return Ticket{}, ErrExpired
	case err != nil, claims.Subject == "", len(claims.Audience) > 1:
		return Ticket{}, ErrInvalid
	}

	t := Ticket{Player: claims.Subject, Expires: claims.ExpiresAt.Time}
	if len(claims.Audience) == 1 {
		t.Room = claims.Audience[0]
	}

	return t, nil
}

// NewKeys returns a new pair of keys as text, for [ParsePrivateKey] and [ParsePublicKey].
func NewKeys() (private, public string) {
	pub, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err) // the system has no random numbers
	}

	return base64.StdEncoding.EncodeToString(key.Seed()), base64.StdEncoding.EncodeToString(pub)
}

// ParsePrivateKey reads a private key: the base64 form of its seed of 32 bytes.
func ParsePrivateKey(text string) (ed25519.PrivateKey, error) {
	seed, err := parseKey(text, ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// ParsePublicKey reads a public key: the base64 form of 32 bytes.
func ParsePublicKey(text string) (ed25519.PublicKey, error) {
	return parseKey(text, ed25519.PublicKeySize)
}

func parseKey(text string, size int) ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(text)
	if err == nil && len(b) != size {
		err = fmt.Errorf("it has %d bytes", len(b))
	}
	if err != nil {
		return nil, fmt.Errorf("ticket: a key is the base64 form of %d bytes: %w", size, err)
	}

	return b, nil
}
