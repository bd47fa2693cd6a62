package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/internal/enginetest"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

const maxSize = 1000

// A site is a running server.
type site struct {
	t     *testing.T
	url   string
	saves *store
	codec *codec.Codec
	close func()
}

// open runs a server on a database file until the test ends.
func open(t *testing.T, file, dialect string) *site {
	t.Helper()
	c, err := saveCodec(dialect)
	require.NoError(t, err)
	saves, err := openStore(t.Context(), file, c)
	require.NoError(t, err)
	s := httptest.NewServer(newServer(saves, c, maxSize))
	stop := sync.OnceFunc(func() {
		s.Close()
		require.NoError(t, saves.close())
	})
	t.Cleanup(stop)
	return &site{t, s.URL, saves, c, stop}
}

func newSite(t *testing.T) *site { return newSiteFor(t, "godot3") }

func newSiteFor(t *testing.T, dialect string) *site {
	return open(t, filepath.Join(t.TempDir(), "saves.db"), dialect)
}

// A reply is an answer that has been read.
type reply struct {
	status int
	etag   string
	body   []byte
	header http.Header
}

// do sends a request with headers "Name: value".
func (s *site) do(method, path string, body io.Reader, headers ...string) reply {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, body)
	require.NoError(s.t, err)

	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}

	answer, err := http.DefaultClient.Do(r)
	require.NoError(s.t, err)
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	require.NoError(s.t, err)

	return reply{answer.StatusCode, answer.Header.Get("ETag"), b, answer.Header}
}

const octets, plain = "Content-Type: application/octet-stream", "Content-Type: text/plain"

func (s *site) put(path string, packet []byte, headers ...string) reply {
	s.t.Helper()
	return s.do("PUT", path, bytes.NewReader(packet), append([]string{octets}, headers...)...)
}

func (s *site) get(path string, headers ...string) reply {
	s.t.Helper()
	return s.do("GET", path, nil, headers...)
}

func (s *site) packet(pairs ...variant.Pair) []byte {
	s.t.Helper()
	b, err := s.codec.Encode(variant.NewDictionary(pairs...))
	require.NoError(s.t, err)
	return b
}

// refused checks an error's status and text.
func refused(t *testing.T, r reply, status int, text string) {
	t.Helper()
	require.Equal(t, status, r.status, "%s", r.body)
	require.Equal(t, "application/json", r.header.Get("Content-Type"))
	var answer struct{ Error string }
	require.NoError(t, json.Unmarshal(r.body, &answer))
	require.Contains(t, answer.Error, text)
}

// TestGodot has real engines store and load saves.
func TestGodot(t *testing.T) {
	for dialect, c := range map[string]struct {
		engine       func(testing.TB) *enginetest.Engine
		script       string
		yes, printed string
	}{
		"godot3": {
			enginetest.Godot3, "client.gd", "True",
			"{at:(1, 2.5, -3), hp:7, log:[begun, lighthouse], map:[PoolByteArray], name:Tía}",
		},
		"godot4": {
			enginetest.Godot4, "client4.gd", "true",
			`{ "name": "Tía", "hp": 7, "at": (1.0, 2.5, -3.0), "map": [1, 2, 3], ` +
				`"log": ["begun", "lighthouse"] }`,
		},
	} {
		t.Run(dialect, func(t *testing.T) {
			e := c.engine(t)
			s := newSiteFor(t, dialect)
			_, port, err := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
			require.NoError(t, err)
			lines := e.Run(t, c.script, "", "GDPORT="+port)

			want := []string{
				"stored 201",
				"loaded " + c.yes,
				"other device 204",
				"this device 412",
				"this device 204",
				"both " + c.printed,
				"base64 201",
				"base64 " + c.yes,
				`damaged 422 $["log"][1]`,
				"removed 204",
				"empty 404",
			}

			require.Equal(t, want, lines[len(lines)-len(want):])
		})
	}
}

func TestForms(t *testing.T) {
	s := newSite(t)
	save := variant.NewDictionary(variant.KV("at", math.Vector2{X: 1, Y: 2}),
		variant.KV("b", packed.PackedByteArray{1}))
	packet := s.packet(save.Pairs...)
	text := base64.StdEncoding.EncodeToString(packet)
	require.Equal(t, http.StatusCreated, s.put("/saves/a/1", packet).status)
	require.Equal(t, http.StatusCreated,
		s.do("PUT", "/saves/a/2", strings.NewReader(text+"\r\n"), plain+"; charset=utf-8").status)
	canonical, err := jsonvar.Marshal(save)
	require.NoError(t, err)

	tags := map[string]bool{}
	for _, c := range []struct{ accept, kind, body string }{
		{"", "application/octet-stream", string(packet)},
		{"*/*", "application/octet-stream", string(packet)},
		{"text/html, text/plain;q=0.5", "text/plain; charset=us-ascii", text},
		{"application/json", "application/json", string(canonical)},
	} {
		for _, path := range []string{"/saves/a/1", "/saves/a/2"} {
			r := s.get(path, "Accept: "+c.accept)
			require.Equal(t, http.StatusOK, r.status)
			require.Equal(t, c.kind, r.header.Get("Content-Type"))
			require.Equal(t, c.body, string(r.body))
			tags[r.etag] = true
			require.Equal(t, http.StatusNotModified,
				s.get(path, "Accept: "+c.accept, "If-None-Match: "+r.etag).status)
			require.Equal(t, http.StatusNoContent, s.put(path, packet, "If-Match: "+r.etag).status,
				"the ETag of any form")
		}
	}

	require.Len(t, tags, 3, "one for each form")
	require.Equal(t, http.StatusOK, s.do("HEAD", "/saves/a/1", nil).status)
}

func TestRefused(t *testing.T) {
	s := newSite(t)
	good := s.packet(variant.KV("name", variant.String("Tía")))
	encode := func(o codec.Options, v variant.Variant) []byte {
		b, err := codec.MustNew(o).Encode(v)
		require.NoError(t, err)
		return b
	}

	save := variant.NewDictionary(variant.KV("hp", variant.Int(1)))
	timer := variant.NewDictionary(variant.KV("t", objects.NewObject("Timer")))
	twice := variant.Dictionary{Pairs: []variant.Pair{
		variant.KV("a", variant.Int(1)),
		variant.KV("a", variant.Int(2)),
	}}

	deep := variant.Variant(variant.NewArray())
	for range 70 {
		deep = variant.NewArray(deep)
	}

	deep = variant.NewDictionary(variant.KV("d", deep))
	for name, c := range map[string]struct {
		packet []byte
		text   string
	}{
		"damaged": {good[:len(good)-4], "godot: decode $[\"name\"] (String) at offset"},
		"nothing": {nil, "unexpected end of data"},
		"more":    {append(bytes.Clone(good), 0, 0, 0, 0), "trailing data"},
		"another type": {encode(codec.Options{Dialect: codec.Godot3}, variant.Int(1)),
			"a save is a Dictionary, not int"},
		"another game": {encode(codec.Options{}, save),
			"this is a save of Godot4, and the game is made with Godot3"},
		"full object": {encode(codec.Options{Dialect: codec.Godot3, FullObjects: true}, timer),
			"full objects are not allowed"},
		"key twice":     {encode(codec.Options{Dialect: codec.Godot3}, twice), "duplicate key"},
		"nested deeply": {encode(codec.Options{Dialect: codec.Godot3}, deep), "nested too deep"},
		"not a packet":  {[]byte("GIF89a"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, s.put("/saves/a/1", c.packet), http.StatusUnprocessableEntity, c.text)
			refused(t, s.get("/saves/a/1"), http.StatusNotFound, errNone.Error())
		})
	}

	t.Run("where", func(t *testing.T) {
		r := s.put("/saves/a/1", good[:len(good)-4])
		want := fmt.Sprintf(`{"error": %q, "offset": 24, "path": %q}`,
			`godot: decode $["name"] (String) at offset 24: unexpected end of data`, `$["name"]`)
		require.JSONEq(t, want, string(r.body))
	})

	t.Run("no base64", func(t *testing.T) {
		refused(t, s.do("PUT", "/saves/a/1", strings.NewReader("!"), plain), http.StatusBadRequest,
			"illegal base64")
	})

	t.Run("content type", func(t *testing.T) {
		for _, kind := range []string{"", "application/json", "image/png", ";"} {
			r := s.do("PUT", "/saves/a/1", bytes.NewReader(good), "Content-Type: "+kind)
			refused(t, r, http.StatusUnsupportedMediaType, "the Content-Type is")
		}
	})

	t.Run("names", func(t *testing.T) {
		for _, path := range []string{
			"/saves/a/a%20b",
			"/saves/%2e%2e/1",
			"/saves/a/" + strings.Repeat("x", 41),
			"/saves/a%2Fb/1",
		} {
			refused(t, s.put(path, good), http.StatusBadRequest, "the names of")
		}
		require.Equal(t, http.StatusNotFound, s.put("/saves/a", good).status)
		require.Equal(t, http.StatusMethodNotAllowed, s.do("POST", "/saves/a/1", nil).status)
	})
}

// endless counts what is read of it.
type endless struct{ read atomic.Int64 }

func (e *endless) Read(b []byte) (int, error) {
	e.read.Add(int64(len(b)))
	return len(b), nil
}

// TestTooLarge: what says that it is too large is not read, and what does not say it is read
// up to the limit.
func TestTooLarge(t *testing.T) {
	s := newSite(t)
	for size, status := range map[int]int{
		maxSize - 4: http.StatusCreated,
		maxSize + 4: http.StatusRequestEntityTooLarge,
	} {
		fill := strings.Repeat("x", size-len(s.packet(variant.KV("k", variant.String("")))))
		packet := s.packet(variant.KV("k", variant.String(fill)))
		require.Len(t, packet, size)
		require.Equal(t, status, s.put("/saves/a/bytes", packet).status)
		text := base64.StdEncoding.EncodeToString(packet)
		require.Equal(t, status,
			s.do("PUT", "/saves/a/base64", strings.NewReader(text), plain).status)
		require.Equal(t, status,
			s.do("PUT", "/saves/a/chunked", io.MultiReader(bytes.NewReader(packet)), octets).status)
	}

	c, err := saveCodec("godot3")
	require.NoError(t, err)
	for name, length := range map[string]int64{"announced": 1 << 40, "not announced": -1} {
		t.Run(name, func(t *testing.T) {
			body := &endless{}
			r := httptest.NewRequestWithContext(t.Context(), "PUT", "/saves/a/1", body)
			r.ContentLength = length
			r.Header.Set("Content-Type", "application/octet-stream")
			w := httptest.NewRecorder()
			newServer(s.saves, c, maxSize).ServeHTTP(w, r)
			require.Equal(t, http.StatusRequestEntityTooLarge, w.Code)
			require.LessOrEqual(t, body.read.Load(),
				map[bool]int64{true: 0, false: 4096}[length > 0])
		})
	}
}

func TestConditions(t *testing.T) {
	s := newSite(t)
	save := func(hp int) []byte { return s.packet(variant.KV("hp", variant.Int(hp))) }
	const path = "/saves/a/1"
	refused(t, s.put(path, save(1), "If-Match: *"), http.StatusPreconditionFailed, errNone.Error())
	first := s.put(path, save(1), "If-None-Match: *")
	require.Equal(t, http.StatusCreated, first.status)
	refused(t, s.put(path, save(2), "If-None-Match: *"), http.StatusPreconditionFailed,
		errChanged.Error())
	refused(t, s.put(path, save(2)), http.StatusPreconditionRequired, "If-Match")
	second := s.put(path, save(2), "If-Match: "+first.etag)
	require.Equal(t, http.StatusNoContent, second.status)
	require.NotEqual(t, first.etag, second.etag)
	require.Equal(t, second.etag, s.get(path).etag)
	refused(t, s.put(path, save(3), "If-Match: "+first.etag), http.StatusPreconditionFailed,
		errChanged.Error())
	require.Equal(t, http.StatusNoContent, s.put(path, save(3), "If-Match: *").status)
	require.Equal(t, http.StatusOK, s.get(path, "If-None-Match: "+second.etag).status)

	refused(t, s.do("DELETE", path, nil, "If-Match: "+second.etag), http.StatusPreconditionFailed,
		errChanged.Error())
	require.Equal(t, http.StatusNoContent, s.do("DELETE", path, nil).status)
	refused(t, s.do("DELETE", path, nil), http.StatusNotFound, errNone.Error())
	refused(t, s.do("DELETE", path, nil, "If-Match: *"), http.StatusPreconditionFailed,
		errNone.Error())
}

// TestConcurrentWriters: every device adds 1 to the same save many times, and no addition is lost.
func TestConcurrentWriters(t *testing.T) {
	const devices, additions = 6, 15
	s := newSite(t)
	require.Equal(t, http.StatusCreated,
		s.put("/saves/a/1", s.packet(variant.KV("n", variant.Int(0)))).status)

	var all sync.WaitGroup
	for range devices {
		all.Add(1)
		go func() {
			defer all.Done()

			for done := 0; done < additions; {
				r := s.get("/saves/a/1")
				v, err := s.codec.Decode(r.body)
				if !assert.NoError(t, err) {
					return
				}

				n, err := tree.Get[variant.Int](v, "n")
				if !assert.NoError(t, err) {
					return
				}

				more := s.packet(variant.KV("n", n+1))
				switch r := s.put("/saves/a/1", more, "If-Match: "+r.etag); r.status {
				case http.StatusNoContent:
					done++
				case http.StatusPreconditionFailed:
				default:
					t.Errorf("%d %s", r.status, r.body)
					return
				}
			}
		}()
	}

	all.Wait()
	require.Equal(t, s.packet(variant.KV("n", variant.Int(devices*additions))),
		s.get("/saves/a/1").body)
}

// TestRestart: saves and ETags outlive the server.
func TestRestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "the saves?.db")
	first := open(t, file, "godot4")
	packet := first.packet(variant.KV("n", variant.Int(1)))
	stored := first.put("/saves/a/1", packet)
	require.Equal(t, http.StatusCreated, stored.status)
	first.close()
	_, err := os.Stat(file)
	require.NoError(t, err)
	r := open(t, file, "godot4").get("/saves/a/1")
	require.Equal(t, packet, r.body)
	require.Equal(t, stored.etag, r.etag)
}

// TestDamagedDatabase: what the database has instead of a save is not sent to anybody.
func TestDamagedDatabase(t *testing.T) {
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	s := newSite(t)
	_, err := s.saves.db.ExecContext(t.Context(),
		`INSERT INTO saves VALUES ('a', '1', x'12345678', 'tag')`)
	require.NoError(t, err)
	refused(t, s.get("/saves/a/1"), http.StatusInternalServerError, "internal error")
}

func TestRun(t *testing.T) {
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	dir := t.TempDir()

	// On a busy machine its context may end before it serves.
	require.Eventually(t, func() bool {
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		return run(ctx, "127.0.0.1:0", filepath.Join(dir, "a.db"), "godot4", 10) == nil
	}, time.Minute, time.Millisecond, "it ends with its context")
	require.Error(t, run(t.Context(), "127.0.0.1:0", filepath.Join(dir, "a.db"), "godot5", 10))

	none := filepath.Join(dir, "none", "a.db")
	require.Error(t, run(t.Context(), "127.0.0.1:0", none, "godot4", 10))
}
