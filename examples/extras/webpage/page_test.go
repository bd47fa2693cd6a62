package main

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

const saves = "../gdvar/testdata/saves/"

func TestTry(t *testing.T) {
	p := newTab(t, "", size(1100, 900), scheme("light"))
	p.open(saves + "godot3/plain.save")
	p.row("bag")
	p.row("0")
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("/tmp/w/tmp-webpage/light.png", shot, 0o644))
}
