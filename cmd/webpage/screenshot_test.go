package main

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"testing"

	"github.com/go-rod/rod/lib/proto"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write screenshot.png again")

const (
	screenshot    = "screenshot.png"
	maxScreenshot = 150 << 10
)

// TestScreenshot checks the picture of the page in the documents. With -update it takes a new one:
//
//	go test ./webpage -run TestScreenshot -update
func TestScreenshot(t *testing.T) {
	if *update {
		p := newTab(t, "", size(1080, 830), scheme("light"))
		p.open(saves + "godot4/zstd.save")
		p.row("bag")
		p.row("0")
		p.row("pos")
		p.fill("#value", "Vector2(12.5, -3)")
		value[bool](p, "(scrollTo(0, 0), true)")
		data, err := p.page.Screenshot(false, &proto.PageCaptureScreenshot{})
		require.NoError(t, err)
		picture, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out,
			picture))
		require.NoError(t, os.WriteFile(screenshot, out.Bytes(), 0o644))
	}

	data, err := os.ReadFile(screenshot)
	require.NoError(t, err)
	require.LessOrEqual(t, len(data), maxScreenshot)
	_, err = png.DecodeConfig(bytes.NewReader(data))
	require.NoError(t, err)
}
