// Package recorded reads recordings of the packets that engines sent and answered, for tests. The
// recordings are the files in testdata/multiplayer.
package recorded

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/repository"
)

// Rows reads all rows of a file. It skips the first line, a header.
func Rows[T any](t testing.TB, name string) (all []T) {
	t.Helper()
	file, err := os.Open(repository.Path("testdata", "multiplayer", name))
	require.NoError(t, err)
	defer file.Close()

	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	for first := true; lines.Scan(); first = false {
		var row T
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row), "%.200s", lines.Bytes())
		if !first {
			all = append(all, row)
		}
	}
	require.NoError(t, lines.Err())
	require.NotEmpty(t, all)
	return all
}

// Hex is a slice of bytes, written as hexadecimal digits in JSON.
type Hex []byte

// UnmarshalJSON implements json.Unmarshaler.
func (h *Hex) UnmarshalJSON(b []byte) error {
	var digits string
	if err := json.Unmarshal(b, &digits); err != nil {
		return err
	}
	decoded, err := hex.DecodeString(digits)
	*h = decoded
	return err
}

// An Item is one element of a JSON array whose elements have different types.
type Item = json.RawMessage

// Unpack reads the items of an array into variables. It returns an error if there are fewer items
// than variables.
func Unpack(items []Item, into ...any) error {
	if len(items) < len(into) {
		return fmt.Errorf("%d items, want %d", len(items), len(into))
	}
	for i, v := range into {
		if err := json.Unmarshal(items[i], v); err != nil {
			return err
		}
	}
	return nil
}

// A Message is a recorded packet: [peer, mode, channel, hex].
type Message struct {
	Peer int32
	transport.Message
}

// Modes maps the numbers of Godot's TransferMode to values of transport.Delivery.
var Modes = []transport.Delivery{
	transport.Unreliable, transport.UnreliableOrdered, transport.Reliable,
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Message) UnmarshalJSON(b []byte) error {
	var items []Item
	if err := json.Unmarshal(b, &items); err != nil {
		return err
	}

	var mode int
	var data Hex
	err := Unpack(items, &m.Peer, &mode, &m.Channel, &data)
	m.Delivery, m.Data = Modes[mode], data
	return err
}

// A Frame is a recorded message of Godot 3: [connection, "up" or "down", hex]. A row with a fourth
// item is not a message.
type Frame struct {
	Connection int
	Way        string
	Data       Hex
	Closes     bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *Frame) UnmarshalJSON(b []byte) error {
	var items []Item
	if err := json.Unmarshal(b, &items); err != nil {
		return err
	}
	f.Closes = len(items) > 3
	return Unpack(items, &f.Connection, &f.Way, &f.Data)
}

// Packets returns the recorded packets of Godot 4 and of Godot 3. It leaves out packets of more
// than the given number of bytes.
func Packets(t testing.TB, most int) (packets4, packets3 [][]byte) {
	for _, file := range []string{
		"rpc-4.6.jsonl", "cache-4.6.jsonl", "sys-4.6.jsonl", "replication-4.6.jsonl",
	} {
		for _, row := range Rows[struct{ Out []Message }](t, file) {
			for _, m := range row.Out {
				packets4 = append(packets4, m.Data)
			}
		}
	}
	for _, row := range Rows[struct{ Hex Hex }](t, "answers-4.6.jsonl") {
		packets4 = append(packets4, row.Hex)
	}
	for _, row := range Rows[struct{ Frames []Frame }](t, "rpc-3.2.jsonl") {
		for _, f := range row.Frames {
			if len(f.Data) > 9 {
				packets3 = append(packets3, f.Data[9:])
			}
		}
	}

	long := func(b []byte) bool { return len(b) > most }
	return slices.DeleteFunc(packets4, long), slices.DeleteFunc(packets3, long)
}

// Differences counts the differences between package multiplayer and an engine, by reason.
type Differences map[string]int

// Codec returns a codec of the packets of a protocol, with default options for values.
func Codec(t testing.TB, p *packet.Protocol) *packet.Codec {
	t.Helper()
	c, err := packet.New(packet.Options{Protocol: p})
	require.NoError(t, err)
	return c
}
