package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"regexp"
	"time"

	_ "modernc.org/sqlite" // the driver

	"godotvariant/codec"
	"godotvariant/variant"
)

// A server answers requests for saves.
type server struct {
	db      *sql.DB
	codec   *codec.Codec
	maxSize int64 // greatest size of a save, in bytes
}

// A save is stored as a BLOB of its packet. The column tag has a hash of the packet.
const schema = `CREATE TABLE IF NOT EXISTS saves (
	player TEXT NOT NULL,
	slot   TEXT NOT NULL,
	save   BLOB NOT NULL,
	tag    TEXT NOT NULL,
	PRIMARY KEY (player, slot)
)`

func openServer(ctx context.Context, file, dialect string, maxSize int64) (*server, error) {
	d := codec.DialectByName(dialect)
	if d == nil {
		return nil, fmt.Errorf("no such dialect: %s", dialect)
	}

	// Strict mode refuses packets that an engine might read as another value.
	limits := codec.Limits{MaxDepth: 64}
	c := codec.MustNew(codec.Options{Dialect: d, Mode: codec.Strict, Limits: limits})

	// With these settings a writer waits while the database is busy, and a commit returns only when
	// its data is on the disk.
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+
		"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}

	if _, err := db.ExecContext(ctx, schema); err != nil {
		db.Close()
		return nil, err
	}

	return &server{db, c, maxSize}, nil
}

// A slot is the address of a save: the player and a name.
type slot struct{ player, name string }

var name = regexp.MustCompile(`^[0-9A-Za-z_-]{1,40}$`)

// A handler answers a request for a slot, unless it returns an error.
type handler func(w http.ResponseWriter, r *http.Request, at slot) error

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /saves/{player}/{slot}", handler(s.get))
	mux.Handle("PUT /saves/{player}/{slot}", handler(s.put))
	mux.Handle("DELETE /saves/{player}/{slot}", handler(s.delete))
	return http.MaxBytesHandler(mux, s.maxSize)
}

// ServeHTTP checks the names in the path, and answers with the error of the handler.
func (handle handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := slot{r.PathValue("player"), r.PathValue("slot")}
	var err error = errName
	if name.MatchString(at.player) && name.MatchString(at.name) {
		err = handle(w, r, at)
	}

	var f *failure
	switch {
	case err == nil:
	case errors.As(err, &f):
		http.Error(w, f.Error(), f.status)
	default: // an error of the database; only the log gets its details
		log.Printf("%s %s: %v", r.Method, r.URL.Path, err)
		http.Error(w, "internal error", http.StatusInternalServerError)
	}
}

// A failure is an error with the status that a client gets.
type failure struct {
	status int
	error
}

var (
	errName    = &failure{400, errors.New("names have 1 to 40 letters, digits, - and _")}
	errNone    = &failure{404, errors.New("there is no save in this slot")}
	errChanged = &failure{412, errors.New("the slot does not have what If-Match says")}
)

// get answers with the save, or with the status 304 if the client has the save already.
func (s *server) get(w http.ResponseWriter, r *http.Request, at slot) error {
	var packet []byte
	var tag string
	err := s.db.QueryRowContext(r.Context(),
		`SELECT save, tag FROM saves WHERE player = ? AND slot = ?`, at.player, at.name).
		Scan(&packet, &tag)
	if errors.Is(err, sql.ErrNoRows) {
		return errNone
	}
	if err != nil {
		return err
	}

	h := w.Header()
	h.Set("ETag", `"`+tag+`"`)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Type", "application/octet-stream")
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(packet))
	return nil
}

// put stores the bytes of a save unchanged.
func (s *server) put(w http.ResponseWriter, r *http.Request, at slot) error {
	packet, err := io.ReadAll(r.Body)
	if errors.As(err, new(*http.MaxBytesError)) {
		err = fmt.Errorf("a save has at most %d bytes", s.maxSize)
		return &failure{http.StatusRequestEntityTooLarge, err}
	}
	if err != nil {
		return &failure{http.StatusBadRequest, err}
	}

	save, err := s.codec.Raw(packet)
	if err == nil && save.Type() != variant.TypeDictionary {
		err = fmt.Errorf("a save is a Dictionary, not %v", save.Type())
	}
	if err != nil {
		err = fmt.Errorf("this is not a save of %s: %w", s.codec.Dialect(), err)
		return &failure{http.StatusUnprocessableEntity, err}
	}

	tag := fmt.Sprintf("%x", sha256.Sum256(packet))
	old := r.Header.Get("If-Match")
	status := http.StatusNoContent

	if old == "" {
		status = http.StatusCreated
		err = s.change(r.Context(), `
			INSERT INTO saves (save, tag, player, slot) VALUES (?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			packet, tag, at.player, at.name)
	} else {
		err = s.change(r.Context(), `
			UPDATE saves SET save = ?, tag = ?
			WHERE player = ? AND slot = ? AND ? IN ('"' || tag || '"', '*')`,
			packet, tag, at.player, at.name, old)
	}

	if err == nil {
		w.Header().Set("ETag", `"`+tag+`"`)
		w.WriteHeader(status)
	}

	return err
}

// delete removes a save.
func (s *server) delete(w http.ResponseWriter, r *http.Request, at slot) error {
	err := s.change(r.Context(),
		`DELETE FROM saves WHERE player = ? AND slot = ? AND ? IN ('"' || tag || '"', '*')`,
		at.player, at.name, r.Header.Get("If-Match"))
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}

	return err
}

// change runs a statement that compares the row of a slot and changes it. Because one statement
// does both, no other request can change the row in between.
func (s *server) change(ctx context.Context, statement string, args ...any) error {
	result, err := s.db.ExecContext(ctx, statement, args...)
	if err != nil {
		return err
	}

	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		err = errChanged
	}

	return err
}
