package web

import (
	"bufio"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestHalfHeaders: a client that does not send the end of its headers is disconnected after the
// timeout. A connection that the handler has taken over, as for a WebSocket, stays open.
func TestHalfHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
		taken := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				go func() {
					_, _ = io.Copy(conn, conn)
					conn.Close()
				}()
			}
		})
		server := Server("", taken)
		go server.Serve(listener)
		defer server.Close()

		half := listener.dial()
		_, err := io.WriteString(half, "GET / HTTP/1.1\r\nHost: a\r\nX-Half: ")
		require.NoError(t, err)
		start := time.Now()
		_, _ = io.Copy(io.Discard, half)
		require.Equal(t, headerTime, time.Since(start))

		open := listener.dial()
		_, err = io.WriteString(open, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		require.NoError(t, err)
		time.Sleep(time.Hour)
		_, err = io.WriteString(open, "echo\n")
		require.NoError(t, err)
		line, err := bufio.NewReader(open).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "echo\n", line)
		require.NoError(t, open.Close())
	})
}

// A pipeListener is a listener for connections within the process.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p *pipeListener) dial() net.Conn {
	client, server := net.Pipe()
	p.conns <- server
	return client
}

func (p *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipeListener) Close() error {
	close(p.closed)
	return nil
}

func (p *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

// ownServer matches code that serves HTTP without the function Server.
var ownServer = regexp.MustCompile(`http\.(Server\{|Serve\(|ListenAndServe)`)

// TestExamples: every example that serves HTTP uses the function Server.
func TestExamples(t *testing.T) {
	users := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
			filepath.Base(filepath.Dir(path)) == "web" {
			return err
		}

		source, err := os.ReadFile(path)
		require.False(t, ownServer.Match(source), "%s has a server of its own", path)
		if strings.Contains(string(source), "web.Server(") {
			users++
		}
		return err
	})
	require.NoError(t, err)
	require.GreaterOrEqual(t, users, 3)
}
