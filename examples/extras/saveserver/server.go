package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net/http"
	"regexp"
	"strings"

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
		mux.HandleFunc(method+" /saves/{player}/{slot}", func(w http.ResponseWriter, r *http.Request) {
			at := slot{r.PathValue("player"), r.PathValue("slot")}
			var err error
			if !name.MatchString(at.player) || !name.MatchString(at.name) {
				err = &failure{http.StatusBadRequest, errName}
			} else {
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

// A failure is an error with the status that a client gets.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// get answers with the save in the form that is asked for.
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

	tag, old := tagOf(packet), r.Header.Get("If-Match")
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

// precondition returns the failure of a request whose condition is not met.
func precondition(err error) error {
	if errors.Is(err, errChanged) || errors.Is(err, errNone) {
		return &failure{http.StatusPreconditionFailed, err}
	}
	return err
}

// body reads the packet of a request, whose size is limited before anything is read.
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

// check returns the save of a packet, which is stored just as it came.
func (s *server) check(packet []byte) (codec.Value, error) {
	raw, err := s.codec.Raw(packet) // a copy that has passed Valid
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

// otherDialect returns the dialect in which a refused packet is a Dictionary.
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

// refuse answers with an error. Where it is in the save is said in fields of their own.
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
			answer.Offset, answer.Path = &at.Offset, at.Path
		}
	case errors.Is(err, errNone):
		status = http.StatusNotFound
	default: // of the database; the details are for the log only
		log.Printf("%s %s: %v", r.Method, r.URL.Path, err)
		answer.Error = "internal error"
	}

	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// A form is a way to write a save in a body.
type form struct {
	contentType string
	suffix      string                            // of ETags, which differ from form to form
	size        func(packet int) int              // of the body at most
	decode      func(text []byte) ([]byte, error) // nil for forms that are only written
	encode      func(codec.Value) ([]byte, error)
}

var forms = map[string]form{
	"application/octet-stream": {
		"application/octet-stream", "",
		func(n int) int { return n },
		func(b []byte) ([]byte, error) { return b, nil },
		packetOf,
	},
	"text/plain": {
		"text/plain; charset=us-ascii", "-base64",
		func(n int) int { return base64.StdEncoding.EncodedLen(n) + 2 }, // and a line end
		func(text []byte) ([]byte, error) {
			return base64.StdEncoding.AppendDecode(nil, text)
		},
		func(save codec.Value) ([]byte, error) {
			packet, err := packetOf(save)
			return base64.StdEncoding.AppendEncode(nil, packet), err
		},
	},
	"application/json": {
		"application/json", "-json", nil, nil,
		func(save codec.Value) ([]byte, error) { return save.MarshalJSON() },
	},
}

func packetOf(save codec.Value) ([]byte, error) { return save.Codec.Encode(save.V) }

// formOf returns the first form that an Accept header names, or the bytes.
func formOf(accept string) form {
	for part := range strings.SplitSeq(accept, ",") {
		kind, _, err := mime.ParseMediaType(part)
		if f, ok := forms[kind]; ok && err == nil {
			return f
		}
	}
	return forms["application/octet-stream"]
}

func (f form) etag(tag string) string { return `"` + tag + f.suffix + `"` }

// tagIn returns the tag in an ETag of any form.
func tagIn(etag string) string {
	tag, _, _ := strings.Cut(strings.Trim(etag, `" `), "-")
	return tag
}

// matches reports whether a list of ETags has the tag.
func matches(list, tag string) bool {
	for etag := range strings.SplitSeq(list, ",") {
		if t := tagIn(strings.TrimPrefix(strings.TrimSpace(etag), "W/")); t == tag || t == anyTag {
			return true
		}
	}
	return false
}
