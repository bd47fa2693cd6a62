package main

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	update = flag.Bool("update", false, "write screenshot.png again")
	folder = flag.String("screenshots", os.Getenv("PAGE_SCREENSHOTS"),
		"write pictures of the page's states to this folder")
	every = flag.Bool("every", false, "check each state of the page in each language")
)

const (
	screenshot    = "screenshot.png"
	maxScreenshot = 150 << 10
)

// TestScreenshot checks the picture of the page in the documents. With -update it takes a new one:
//
//	go test ./webpage -run TestScreenshot -update
func TestScreenshot(t *testing.T) {
	if *update {
		p := newTab(t, "", size(1180, 720), scheme("light"))
		p.play("screenshot")
		require.NoError(t, os.WriteFile(screenshot, p.picture(), 0o644))
	}

	data, err := os.ReadFile(screenshot)
	require.NoError(t, err)
	require.LessOrEqual(t, len(data), maxScreenshot)
	_, err = png.DecodeConfig(bytes.NewReader(data))
	require.NoError(t, err)
}

// picture returns a picture of the page as a small PNG.
func (p *tab) picture() []byte {
	p.t.Helper()
	picture, err := png.Decode(bytes.NewReader(p.shot()))
	require.NoError(p.t, err)

	var out bytes.Buffer
	small := png.Encoder{CompressionLevel: png.BestCompression}
	require.NoError(p.t, small.Encode(&out, picture))
	return out.Bytes()
}

// shot returns a picture of the page as PNG.
func (p *tab) shot() []byte {
	p.t.Helper()
	p.until(idle)
	data, err := p.screenshot()
	require.NoError(p.t, err)
	return data
}

// snap writes a picture of the page, if the flag for pictures is set.
func (p *tab) snap(name string) {
	p.t.Helper()
	if *folder == "" {
		return
	}
	require.NoError(p.t, os.MkdirAll(*folder, 0o755))
	require.NoError(p.t, os.WriteFile(filepath.Join(*folder, name+".png"), p.shot(), 0o644))
}
