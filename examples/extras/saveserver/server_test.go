package main

import (
	"bytes"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

const maxSize = 1000

// A site is a server that runs, with its URL.
type site struct {
	*server
	t     *testing.T
	url   string
	close func()
}

// serve runs a server on a database file until the test ends.
func serve(t *testing.T, file, dialect string) *site {
	t.Helper()
	saves, err := openServer(t.Context(), file, dialect, maxSize)
	require.NoError(t, err)
	s := httptest.NewServer(saves.routes())
	stop := sync.OnceFunc(func() {
		s.Close()
		require.NoError(t, saves.db.Close())
	})
	t.Cleanup(stop)
	return &site{saves, t, s.URL, stop}
}

func openNew(t *testing.T, dialect string) *site {
	return serve(t, filepath.Join(t.TempDir(), "saves.db"), dialect)
}

// A reply is a response of the server, with its whole body.
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

func (s *site) put(path string, packet []byte, headers ...string) reply {
	s.t.Helper()
	return s.do("PUT", path, bytes.NewReader(packet), headers...)
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

// refused requires that a reply has the status of an error, and that its body contains the text.
func refused(t *testing.T, r reply, status int, text string) {
	t.Helper()
	require.Equal(t, status, r.status, "%s", r.body)
	require.Contains(t, string(r.body), text)
	require.Equal(t, "nosniff", r.header.Get("X-Content-Type-Options"))
}

// TestGodot makes real engines store and load saves.
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
			s := openNew(t, dialect)
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
				"damaged 422 this is not a save of " + s.codec.Dialect().Name() +
					`: godot: decode $["log"][1] (String) at offset 144: unexpected end of data`,
				"removed 204",
				"empty 404",
			}

			require.Equal(t, want, lines[len(lines)-len(want):])
		})
	}
}

func TestRefused(t *testing.T) {
	s := openNew(t, "godot3")
	good := s.packet(variant.KV("name", variant.String("Tía")))
	encode := func(o codec.Options, v variant.Variant) []byte {
		b, err := codec.MustNew(o).Encode(v)
		require.NoError(t, err)
		return b
	}

	godot3 := codec.Options{Dialect: codec.Godot3}
	objectful := codec.Options{Dialect: codec.Godot3, FullObjects: true}
	timer := variant.NewDictionary(variant.KV("t", objects.NewObject("Timer")))
	one := variant.KV("a", variant.Int(1))
	twice := variant.Dictionary{Pairs: []variant.Pair{one, one}}

	deep := variant.Variant(variant.NewArray())
	for range 70 {
		deep = variant.NewArray(deep)
	}

	for name, c := range map[string]struct {
		packet []byte
		text   string
	}{
		"damaged":       {good[:len(good)-4], `decode $["name"] (String) at offset 24: unexpected`},
		"nothing":       {nil, "unexpected end of data"},
		"more":          {append(bytes.Clone(good), 0, 0, 0, 0), "trailing data"},
		"another type":  {encode(godot3, variant.Int(1)), "a save is a Dictionary, not int"},
		"another game":  {encode(codec.Options{}, twice), "this is not a save of Godot3: "},
		"full object":   {encode(objectful, timer), "full objects are not allowed"},
		"key twice":     {encode(godot3, twice), "duplicate key"},
		"nested deeply": {encode(godot3, deep), "nested too deep"},
		"not a packet":  {[]byte("GIF89a"), "this is not a save of Godot3: "},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, s.put("/saves/a/1", c.packet), http.StatusUnprocessableEntity, c.text)
			refused(t, s.get("/saves/a/1"), http.StatusNotFound, errNone.Error())
		})
	}

	t.Run("names", func(t *testing.T) {
		for _, path := range []string{
			"/saves/a/a%20b",
			"/saves/%2e%2e/1",
			"/saves/a/" + strings.Repeat("x", 41),
			"/saves/a%2Fb/1",
		} {
			refused(t, s.put(path, good), http.StatusBadRequest, errName.Error())
		}
		require.Equal(t, http.StatusNotFound, s.put("/saves/a", good).status)
		require.Equal(t, http.StatusMethodNotAllowed, s.do("POST", "/saves/a/1", nil).status)
	})
}

// TestTooLarge: the server reads a body only up to the limit, even if the request does not contain
// the length of the body.
func TestTooLarge(t *testing.T) {
	s := openNew(t, "godot3")
	for size, status := range map[int]int{
		maxSize - 4: http.StatusCreated,
		maxSize + 4: http.StatusRequestEntityTooLarge,
	} {
		fill := strings.Repeat("x", size-len(s.packet(variant.KV("k", variant.String("")))))
		packet := s.packet(variant.KV("k", variant.String(fill)))
		require.Len(t, packet, size)
		require.Equal(t, status, s.put("/saves/a/bytes", packet).status)
		require.Equal(t, status,
			s.do("PUT", "/saves/a/chunked", io.MultiReader(bytes.NewReader(packet))).status)
	}
}

func TestConditions(t *testing.T) {
	s := openNew(t, "godot3")
	save := func(hp int) []byte { return s.packet(variant.KV("hp", variant.Int(hp))) }
	changed := func(r reply) {
		t.Helper()
		refused(t, r, http.StatusPreconditionFailed, errChanged.Error())
	}

	const path = "/saves/a/1"
	changed(s.put(path, save(1), "If-Match: *"))
	first := s.put(path, save(1))
	require.Equal(t, http.StatusCreated, first.status)
	changed(s.put(path, save(2)))

	second := s.put(path, save(2), "If-Match: "+first.etag)
	require.Equal(t, http.StatusNoContent, second.status)
	require.NotEqual(t, first.etag, second.etag)
	require.Equal(t, second.etag, s.get(path).etag)
	require.Equal(t, http.StatusNotModified,
		s.get(path, "If-None-Match: "+second.etag).status)
	changed(s.put(path, save(3), "If-Match: "+first.etag))

	require.Equal(t, http.StatusNoContent, s.put(path, save(3), "If-Match: *").status)
	got := s.get(path, "If-None-Match: "+second.etag)
	require.Equal(t, http.StatusOK, got.status)
	require.Equal(t, save(3), got.body)

	changed(s.do("DELETE", path, nil))
	for _, tag := range []string{`"*"`, `*"`, strings.Trim(second.etag, `"`), ""} {
		changed(s.put(path, save(4), "If-Match: "+tag))
		changed(s.do("DELETE", path, nil, "If-Match: "+tag))
	}
	changed(s.do("DELETE", path, nil, "If-Match: "+second.etag))
	require.Equal(t, http.StatusNoContent, s.do("DELETE", path, nil, "If-Match: *").status)
	changed(s.do("DELETE", path, nil, "If-Match: *"))
	refused(t, s.get(path), http.StatusNotFound, errNone.Error())
}

// TestConcurrentWriters: several devices add 1 to the same save at the same time, and no addition
// is lost.
func TestConcurrentWriters(t *testing.T) {
	const devices, additions = 6, 15
	const path = "/saves/a/1"
	s := openNew(t, "godot3")
	require.Equal(t, http.StatusCreated,
		s.put(path, s.packet(variant.KV("n", variant.Int(0)))).status)

	// add reads the save, adds 1, and stores the save. If another device has changed the save
	// meanwhile, add stores nothing and returns false.
	add := func() (bool, error) {
		r := s.get(path)
		v, err := s.codec.Decode(r.body)
		if err != nil {
			return false, err
		}

		n, err := tree.Get[variant.Int](v, "n")
		stored := s.put(path, s.packet(variant.KV("n", n+1)), "If-Match: "+r.etag)
		return stored.status == http.StatusNoContent, err
	}

	var all sync.WaitGroup
	for range devices {
		all.Go(func() {
			for done := 0; done < additions; {
				added, err := add()
				if !assert.NoError(t, err) {
					return
				}
				if added {
					done++
				}
			}
		})
	}

	all.Wait()
	require.Equal(t, s.packet(variant.KV("n", variant.Int(devices*additions))), s.get(path).body)
}

// TestRestart: saves and ETags are the same after a restart of the server.
func TestRestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "the saves?.db")
	first := serve(t, file, "godot4")
	packet := first.packet(variant.KV("n", variant.Int(1)))
	stored := first.put("/saves/a/1", packet)
	require.Equal(t, http.StatusCreated, stored.status)
	first.close()
	_, err := os.Stat(file)
	require.NoError(t, err)

	r := serve(t, file, "godot4").get("/saves/a/1")
	require.Equal(t, packet, r.body)
	require.Equal(t, stored.etag, r.etag)
}

// TestDatabaseError: a client does not learn the details of an error of the database.
func TestDatabaseError(t *testing.T) {
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	s := openNew(t, "godot3")
	_, err := s.db.ExecContext(t.Context(), `DROP TABLE saves`)
	require.NoError(t, err)
	r := s.get("/saves/a/1")
	refused(t, r, http.StatusInternalServerError, "internal error")
	require.Equal(t, "internal error\n", string(r.body))
}

func TestRun(t *testing.T) {
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	dir := t.TempDir()

	// On a busy machine the context may end before the server serves, so the test tries again.
	require.Eventually(t, func() bool {
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		return run(ctx, "127.0.0.1:0", filepath.Join(dir, "a.db"), "godot4", 10) == nil
	}, time.Minute, time.Millisecond, "it ends with its context")
	require.Error(t, run(t.Context(), "127.0.0.1:0", filepath.Join(dir, "a.db"), "godot5", 10))

	none := filepath.Join(dir, "none", "a.db")
	require.Error(t, run(t.Context(), "127.0.0.1:0", none, "godot4", 10))
}
