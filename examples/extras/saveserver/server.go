package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net/http"
	"regexp"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A server answers requests for saves.
type server struct {
	saves   *store
	codec   *codec.Codec
	maxSize int // of a packet
}

func newServer(saves *store, c *codec.Codec, maxSize int) http.Handler {
	s := &server{saves, c, maxSize}
	mux := http.NewServeMux()

	for method, handle := range map[string]func(http.ResponseWriter, *http.Request, slot) error{
		"GET": s.get, "PUT": s.put, "DELETE": s.delete,
	} {
		mux.HandleFunc(method+" /saves/{player}/{slot}",
			func(w http.ResponseWriter, r *http.Request) {
				at, err := slotOf(r)
				if err == nil {
					err = handle(w, r, at)
				}
				if err != nil {
					s.refuse(w, r, err)
				}
			})
	}

	return mux
}

var (
	name    = regexp.MustCompile(`^[0-9A-Za-z_-]{1,40}$`)
	errName = errors.New("the names of players and slots have 1 to 40 letters, digits, - and _")
)

// slotOf returns the slot that the path of a request names.
func slotOf(r *http.Request) (slot, error) {
	at := slot{r.PathValue("player"), r.PathValue("slot")}
	if !name.MatchString(at.player) || !name.MatchString(at.name) {
		return slot{}, &failure{http.StatusBadRequest, errName}
	}
	return at, nil
}

// A failure is an error with the status that a client gets.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// get answers with the save in the form of the Accept header.
func (s *server) get(w http.ResponseWriter, r *http.Request, at slot) error {
	f := formOf(r.Header.Get("Accept"))
	save, tag, err := s.saves.load(r.Context(), at)
	if err != nil {
		return err
	}

	body, err := f.encode(save)
	if err != nil {
		return err
	}

	h := w.Header()
	h.Set("ETag", f.etag(tag))
	h.Set("Vary", "Accept")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("X-Content-Type-Options", "nosniff")

	if condition := r.Header.Get("If-None-Match"); condition != "" && matches(condition, tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}

	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", fmt.Sprint(len(body)))
	_, _ = w.Write(body)
	return nil
}

// put stores a save.
func (s *server) put(w http.ResponseWriter, r *http.Request, at slot) error {
	f, packet, err := s.body(w, r)
	if err != nil {
		return err
	}

	save, err := s.check(packet)
	if err != nil {
		return err
	}

	tag := tagOf(packet)
	old := r.Header.Get("If-Match")
	status := http.StatusNoContent

	if old == "" {
		status = http.StatusCreated
		err = s.saves.create(r.Context(), at, save, tag)
		if errors.Is(err, errChanged) && r.Header.Get("If-None-Match") == "" {
			err := errors.New("there is a save in this slot: name it with If-Match")
			return &failure{http.StatusPreconditionRequired, err}
		}
	} else {
		err = s.saves.replace(r.Context(), at, save, tag, tagIn(old))
	}

	if err != nil {
		return precondition(err)
	}

	w.Header().Set("ETag", f.etag(tag))
	w.WriteHeader(status)
	return nil
}

// delete removes a save.
func (s *server) delete(w http.ResponseWriter, r *http.Request, at slot) error {
	old := r.Header.Get("If-Match")
	if old == "" {
		old = anyTag
	}

	err := s.saves.remove(r.Context(), at, tagIn(old))
	if r.Header.Get("If-Match") != "" {
		err = precondition(err)
	}
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}

	return err
}

// precondition returns a failure if the condition of the request is not met.
func precondition(err error) error {
	if errors.Is(err, errChanged) || errors.Is(err, errNone) {
		return &failure{http.StatusPreconditionFailed, err}
	}
	return err
}

// body reads the packet of a request. It limits the size before it reads.
func (s *server) body(w http.ResponseWriter, r *http.Request) (form, []byte, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	f, ok := forms[kind]
	if err != nil || !ok || f.decode == nil {
		err := errors.New("the Content-Type is application/octet-stream, or text/plain for base64")
		return f, nil, &failure{http.StatusUnsupportedMediaType, err}
	}

	most := f.size(s.maxSize)
	tooLarge := &failure{
		status: http.StatusRequestEntityTooLarge,
		err:    fmt.Errorf("a save has at most %d bytes", s.maxSize),
	}

	if r.ContentLength > int64(most) {
		return f, nil, tooLarge
	}

	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(most)))
	if limit := (*http.MaxBytesError)(nil); errors.As(err, &limit) {
		return f, nil, tooLarge
	}

	if err != nil {
		return f, nil, &failure{http.StatusBadRequest, err}
	}

	packet, err := f.decode(text)
	if err != nil {
		return f, nil, &failure{http.StatusBadRequest, err}
	}

	if len(packet) > s.maxSize {
		return f, nil, tooLarge
	}

	return f, packet, nil
}

// check returns the save of a packet. It is stored with the same bytes.
func (s *server) check(packet []byte) (codec.Value, error) {
	raw, err := s.codec.Raw(packet) // a checked copy
	if err == nil && raw.Type() != variant.TypeDictionary {
		err = fmt.Errorf("a save is a Dictionary, not %v", raw.Type())
	}

	if err != nil {
		if other := s.otherDialect(packet); other != "" {
			err = fmt.Errorf("this is a save of %s, and the game is made with %s: %w",
				other, s.codec.Dialect().Name, err)
		}
		return codec.Value{}, &failure{http.StatusUnprocessableEntity, err}
	}

	return codec.Value{V: raw, Codec: s.codec}, nil
}

// otherDialect returns the name of the dialect in which a refused packet is a Dictionary, or "".
func (s *server) otherDialect(packet []byte) string {
	for _, d := range []*variant.Dialect{codec.Godot3, codec.Godot4} {
		if d.Name == s.codec.Dialect().Name {
			continue
		}

		c := codec.MustNew(codec.Options{Dialect: d, Mode: codec.Strict})
		raw, err := c.Raw(packet)
		if err == nil && raw.Type() == variant.TypeDictionary {
			return d.Name
		}
	}

	return ""
}

// refuse answers with an error. The offset and the path in the save have separate fields.
func (s *server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	answer := struct {
		Error  string `json:"error"`
		Offset *int   `json:"offset,omitempty"`
		Path   string `json:"path,omitempty"`
	}{Error: err.Error()}

	var f *failure
	var at *variant.Error
	switch {
	case errors.As(err, &f):
		status = f.status
		if errors.As(err, &at) {
			answer.Offset = &at.Offset
			answer.Path = at.Path
		}

	case errors.Is(err, errNone):
		status = http.StatusNotFound

	default: // an error of the database: the details are only for the log
		log.Printf("%s %s: %v", r.Method, r.URL.Path, err)
		answer.Error = "internal error"
	}

	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}
