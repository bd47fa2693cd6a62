package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"net/url"

	_ "modernc.org/sqlite" // the driver

	"godotvariant/codec"
)

// A store keeps saves in a database. A save is a BLOB of its packet.
type store struct {
	db    *sql.DB
	codec *codec.Codec
}

// A slot is the address of a save.
type slot struct{ player, name string }

// anyTag is the tag that matches every save.
const anyTag = "*"

var (
	errNone    = errors.New("there is no save in this slot")
	errChanged = errors.New("this slot has another save")
)

const schema = `CREATE TABLE IF NOT EXISTS saves (
	player TEXT NOT NULL,
	slot   TEXT NOT NULL,
	save   BLOB NOT NULL,
	tag    TEXT NOT NULL,
	PRIMARY KEY (player, slot)
)`

func openStore(ctx context.Context, file string, c *codec.Codec) (*store, error) {
	// A writer waits while the database is busy. A commit returns when it is on the disk.
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+
		"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}

	if _, err := db.ExecContext(ctx, schema); err != nil {
		db.Close()
		return nil, err
	}

	return &store{db, c}, nil
}

func (s *store) close() error { return s.db.Close() }

// tagOf returns the tag of a packet: a hash of its contents.
func tagOf(packet []byte) string {
	sum := sha256.Sum256(packet)
	return hex.EncodeToString(sum[:16])
}

// load returns the save in a slot and its tag.
func (s *store) load(ctx context.Context, at slot) (codec.Value, string, error) {
	save := codec.Value{Codec: s.codec}
	tag := ""
	row := s.db.QueryRowContext(ctx,
		`SELECT save, tag FROM saves WHERE player = ? AND slot = ?`, at.player, at.name)

	err := row.Scan(&save, &tag)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNone
	}

	return save, tag, err
}

// create stores a save in an empty slot.
func (s *store) create(ctx context.Context, at slot, save codec.Value, tag string) error {
	return s.change(ctx, at, `
		INSERT INTO saves (save, tag, player, slot) VALUES (?, ?, ?, ?)
		ON CONFLICT DO NOTHING`,
		save, tag, at.player, at.name)
}

// replace stores a save over the one with the tag old. The tag anyTag matches every save.
func (s *store) replace(ctx context.Context, at slot, save codec.Value, tag, old string) error {
	return s.change(ctx, at, `
		UPDATE saves SET save = ?, tag = ?
		WHERE player = ? AND slot = ? AND ? IN (tag, '*')`,
		save, tag, at.player, at.name, old)
}

// remove removes the save with the tag old.
func (s *store) remove(ctx context.Context, at slot, old string) error {
	return s.change(ctx, at, `
		DELETE FROM saves WHERE player = ? AND slot = ? AND ? IN (tag, '*')`,
		at.player, at.name, old)
}

// change runs a statement that changes the row of a slot if its condition is true. One statement
// compares and changes, so no other request can change the row between the two.
func (s *store) change(ctx context.Context, at slot, statement string, args ...any) error {
	result, err := s.db.ExecContext(ctx, statement, args...)
	if err != nil {
		return err
	}

	n, err := result.RowsAffected()
	if err != nil || n == 1 {
		return err
	}

	var one int
	row := s.db.QueryRowContext(ctx,
		`SELECT 1 FROM saves WHERE player = ? AND slot = ?`, at.player, at.name)
	err = row.Scan(&one)

	switch {
	case err == nil:
		return errChanged
	case errors.Is(err, sql.ErrNoRows):
		return errNone
	}

	return err
}
