package enet_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/transport"
	"godotvariant/codec/transport/enet"
	"godotvariant/internal/test/lossy"
)

var longMinutes = flag.Int("minutes", 0, "how long TestLongPlay plays: 10 let all numbers wrap")

// TestLongPlay: a client in Go plays for minutes on servers in Go and in both engines, which send
// everything back, at 2 % loss. No reliable packet is lost, and all are in order. In ten minutes
// 70,000 packets of each kind are sent in each direction. So the sequence numbers of 16 bits wrap.
// When all unreliable numbers are used, one packet is sent reliably, and they begin again.
//
//	go test ./codec/transport/enet -run TestLongPlay -minutes 10 -timeout 20m -parallel 3 -v
//
// TestWrap of package core does the same in virtual time.
func TestLongPlay(t *testing.T) {
	if *longMinutes == 0 {
		t.Skip("set -minutes")
	}

	t.Run("Go", func(t *testing.T) {
		t.Parallel()
		playLong(t, serve(t, echoServer(), enet.Options{}), enet.Godot4)
	})

	for name, e := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := *e.find(t)
			program.Limit = time.Duration(*longMinutes+12) * time.Minute
			address := freePort(t)
			seconds := fmt.Sprint("GDSECONDS=", 60*(*longMinutes+10))
			program.Start(t, "testdata/server"+e.suffix, "", []string{portOf(t, address), seconds})
			playLong(t, address, e.layer)
		})
	}
}

// playLong sends packets of all kinds through a lossy network, and checks the packets that come
// back.
func playLong(t *testing.T, server string, layer enet.Layer) {
	n, err := lossy.New(server, lossy.Weather{Loss: 0.02, Seed: 1})
	require.NoError(t, err)
	t.Cleanup(func() { t.Log(n.Close(), "datagrams were lost") })
	c := dial(t, n.Addr(), enet.Options{Layer: layer})

	began := time.Now()
	total := *longMinutes * 7000
	kinds := []transport.Delivery{
		transport.Reliable, transport.UnreliableOrdered, transport.Unreliable,
	}
	if layer == enet.Godot3 {
		kinds = kinds[:1] // the server of Godot 3 sends everything back reliably
	}

	go func() {
		pace := time.NewTicker(34 * time.Millisecond)
		defer pace.Stop()
		for i := range total {
			if i%4 == 0 {
				<-pace.C
			}
			for _, d := range kinds {
				data := binary.LittleEndian.AppendUint32([]byte{byte(d)}, uint32(i))
				if !assert.NoError(t, c.Send(transport.Message{Data: data, Delivery: d})) {
					return
				}
			}
		}
	}()

	got := map[transport.Delivery]int{}
	last := -1
	for got[transport.Reliable] < total {
		m, err := c.Receive()
		require.NoError(t, err, "%v came back after %v", got, time.Since(began))
		number := int(binary.LittleEndian.Uint32(m.Data[1:]))
		kind := transport.Delivery(m.Data[0])
		switch kind {
		case transport.Reliable:
			require.Equal(t, got[kind], number)
		case transport.UnreliableOrdered:
			require.Greater(t, number, last)
			last = number
		}
		got[kind]++
	}

	t.Log("came back:", got, "after", time.Since(began))
	for _, d := range kinds {
		require.Greater(t, got[d], total*9/10)
	}
	require.NoError(t, c.Close(nil))
}
