package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A client that lags behind loses messages and is told how many, as soon as it reads again.
func TestSlowClientIsTold(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	c := newClient(1, ours)
	defer c.close()
	null := codec.MustNew(codec.Options{Dialect: codec.Godot3})

	frame := frameOf([]byte{0, 0, 0, 0})
	for range maxWaiting {
		require.True(t, c.send(frame))
	}

	for range 5 {
		require.False(t, c.send(frame))
	}

	c.report(null)
	require.False(t, c.send(frame))
	c.report(null) // must wait for the first
	go c.write()

	dec := null.NewDecoder(theirs, codec.FrameU32)
	for range maxWaiting {
		v, err := dec.Decode()
		require.NoError(t, err)
		require.Equal(t, variant.Nil{}, v)
	}

	for _, want := range []string{
		`{"event": "lost", "count": 5, "at_most": 5}`,
		`{"event": "lost", "count": 1, "at_most": 1}`,
	} {
		v, err := dec.Decode()
		require.NoError(t, err)
		assert.Equal(t, want, fmt.Sprint(v))
		c.report(null)
	}
}

// A client that takes nothing at all is sent away.
func TestClientThatTakesNothingIsSentAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer theirs.Close()
		c := newClient(1, ours)
		c.send([]byte("frame"))
		assert.NoError(t, c.end(io.EOF))
		before := time.Now()
		c.write()
		assert.Equal(t, writeTime, time.Since(before))
		assert.ErrorIs(t, c.end(io.EOF), os.ErrDeadlineExceeded)
		_, err := theirs.Read(make([]byte, 1))
		assert.Equal(t, io.EOF, err)
	})
}
