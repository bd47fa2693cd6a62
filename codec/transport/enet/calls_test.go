package enet_test

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport/enet/internal/command"
)

// TestPacketsOfCalls: in the recording rpc-4.6, games call methods, spawn nodes and synchronize
// them. The packets of SceneMultiplayer in it are decoded, and encoded to the same bytes.
func TestPacketsOfCalls(t *testing.T) {
	file, err := os.Open("testdata/rpc-4.6.jsonl.gz")
	require.NoError(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(t, err)

	packets, err := packet.New(packet.Options{Protocol: packet.Godot4})
	require.NoError(t, err)
	kinds := map[string]int{}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct{ Hex string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		datagram, err := hex.DecodeString(row.Hex)
		require.NoError(t, err)

		_, body, _ := command.ParseHead(datagram)
		for c, rest, ok := command.Next(body); ok; c, rest, ok = command.Next(rest) {
			switch {
			case len(c.Data) == 0, c.Kind == command.SendFragment,
				c.Kind == command.SendUnreliableFragment:
				continue // not a packet, or only a part of a packet
			}

			p, err := packets.Decode(c.Data)
			require.NoError(t, err, "%x", c.Data)
			again, err := packets.Append(nil, p)
			require.NoError(t, err)
			require.Equal(t, c.Data, again)
			kinds[fmt.Sprintf("%T", p)]++
		}
	}

	require.NoError(t, lines.Err())
	t.Log(kinds)
	for _, kind := range []string{"RPC", "Relay", "SimplifyPath", "Spawn", "Sync", "Delta"} {
		require.NotZero(t, kinds["packet."+kind], kind)
	}
}
