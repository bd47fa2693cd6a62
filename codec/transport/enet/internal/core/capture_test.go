package core

import (
	"bufio"
	"compress/gzip"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport/enet/internal/command"
	"godotvariant/codec/transport/enet/internal/compress"
	"godotvariant/internal/test/testkit"
)

// A row is one line of a capture, see testdata/README.md.
type row struct {
	S        int
	Ms       *int
	Mode     string // mode of the compression
	Kind     string
	Clients  int
	Max      int
	Limit    int  // limit of channels
	Channels int  // argument of create_server
	Pending  int  // packets before the end
	Refuse   bool // refuse_new_connections
	Timeout  []int
	In, Out  uint32 // bandwidths of the server
	CIn      uint32 // bandwidths of its clients
	COut     uint32

	ThrottleConfigure []uint32 `json:"throttle_configure"`
	BandwidthLimit    []uint32 `json:"bandwidth_limit"`

	Link    int
	Way     string
	Hex     string
	Lost    bool
	Arrives []int

	At      *int
	ID      int64
	Data    *uint32
	Connect int
	Put     []json.RawMessage
	Send    []json.RawMessage
	Packet  json.RawMessage
	Enet    string
	Channel int
	Flags   int
	Many    int
	Counted int
	End     string
	Hole    string

	PeerConnected    *int64 `json:"peer_connected"`
	PeerDisconnected *int64 `json:"peer_disconnected"`
	Broadcast        json.RawMessage
}

func (r row) ms() int { return *r.Ms }

func (r row) at(side int) bool { return r.At != nil && *r.At == side }

// A session is a recording of a server and its clients.
type session struct {
	number int
	plan   row
	rows   []row
}

// captures returns the sessions of a file.
func captures(t testing.TB, name string) (all []session) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "testdata", name+".jsonl.gz"))
	require.NoError(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(t, err)

	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r row
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r), lines.Text())
		switch {
		case r.S == 0: // about the file
		case r.Ms == nil:
			all = append(all, session{number: r.S, plan: r})
		default:
			last := &all[len(all)-1]
			last.rows = append(last.rows, r)
		}
	}
	require.NoError(t, lines.Err())
	return all
}

// captureNames are the captures of both engines.
var captureNames = []string{"mixed-4.6", "mixed-3.2", "conn-4.6", "rpc-4.6", "wrap-4.6", "wrap-3.2"}

// decompressors returns the functions of package compress.
func decompressors() []Decompress {
	var r compress.RangeCoder
	return []Decompress{r.Decode, compress.FastLZ, compress.Zlib}
}

// TestCaptures: every datagram of both engines consists of a head and commands, after
// decompression.
func TestCaptures(t *testing.T) {
	if testkit.Raced {
		t.Skip("the core has one goroutine")
	}

	datagrams := map[string]int{}
	for _, name := range captureNames {
		for _, s := range captures(t, name) {
			var o opener
			for _, r := range s.rows {
				if r.Hex == "" {
					continue
				}
				head, body := parsed(t, &o, r.Hex)
				kind := "plain"
				if head.Compressed {
					kind = s.plan.Mode
				}
				datagrams[kind]++
				require.True(t, isCommands(body), "%s session %d: %s", name, s.number, r.Hex)
				if !head.Compressed {
					require.Equal(t, r.Hex, rebuilt(head, body))
				}
			}
		}
	}
	t.Log(datagrams)
	for _, kind := range []string{"plain", "range coder", "fastlz", "zlib", "zstd"} {
		require.NotZero(t, datagrams[kind], kind)
	}
}

// rebuilt returns a datagram that was parsed and written again.
func rebuilt(head command.Head, body []byte) string {
	b := head.Append(nil)
	for c, rest, ok := command.Next(body); ok; c, rest, ok = command.Next(rest) {
		switch c.Kind {
		case command.Connect, command.VerifyConnect:
			c.Body = command.ParseHandshake(c.Body).Body(c.Kind)
		case command.SendFragment, command.SendUnreliableFragment:
			c.Body = command.ParseFragment(c.Body).Body(len(c.Data))
		case command.Acknowledge:
			b = command.ParseAck(c.Body).Append(b, c.Channel)
			continue
		}
		b = c.Append(b)
	}
	return hex.EncodeToString(b)
}

// parsed returns the head of a recorded datagram, and the bytes of its commands.
func parsed(t testing.TB, o *opener, text string) (command.Head, []byte) {
	data, err := hex.DecodeString(text)
	require.NoError(t, err)
	head, body, ok := command.ParseHead(data)
	require.True(t, ok)
	if head.Compressed {
		body, ok = o.open(recordedDecompressors(), make([]byte, command.MaxDatagram), body)
		require.True(t, ok, text)
	}
	return head, body
}

// payload returns the bytes of a packet that a script has sent.
func payload(t testing.TB, raw json.RawMessage) []byte {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		data, err := hex.DecodeString(text)
		require.NoError(t, err)
		return data
	}

	var large struct{ Size, Fill int }
	require.NoError(t, json.Unmarshal(raw, &large))
	data := make([]byte, large.Size)
	for j := range data {
		data[j] = byte(j/7 + large.Fill)
	}
	return data
}

// shown returns the bytes of a received packet as a capture shows them.
func shown(data []byte) string {
	if len(data) <= 6000 {
		return hex.EncodeToString(data)
	}
	return fmt.Sprintf("%d %x", len(data), md5.Sum(data))
}

// shownRaw is like shown, for the bytes in a row of a capture.
func shownRaw(t testing.TB, raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var large struct {
		Size int
		Md5  string
	}
	require.NoError(t, json.Unmarshal(raw, &large))
	return fmt.Sprintf("%d %s", large.Size, large.Md5)
}

func number(t testing.TB, raw json.RawMessage) int {
	var n float64
	require.NoError(t, json.Unmarshal(raw, &n))
	return int(n)
}

func isGodot3(name string) bool { return strings.HasSuffix(name, "3.2") }
