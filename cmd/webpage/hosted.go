package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"godotvariant/cmd/webpage/compile"
)

// manifest describes the page to a system that installs it.
const manifest = `{
  "name": "Godot save editor",
  "short_name": "Godot saves",
  "start_url": "./",
  "display": "standalone",
  "background_color": "#15191e",
  "theme_color": "#24618f",
  "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]
}
`

// buildHosted writes the page for a web server into a directory. The program is in a separate file,
// so that the browser compiles it during the download and keeps the result. page.wasm.br is for
// servers that send compressed files. A service worker keeps all files, so the page works offline
// after a visit.
func buildHosted(ctx context.Context, dir string) error {
	p, err := compile.New(ctx)
	if err != nil {
		return err
	}

	files, err := hosted(p, brotli.BestCompression)
	if err != nil {
		return err
	}

	return write(dir, files)
}

// write writes files, by name, into a directory.
func write(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}

	return nil
}

// hosted returns the files of a hosted page, by name. The argument level is the level of Brotli.
func hosted(p compile.Program, level int) (map[string][]byte, error) {
	from := programFile + "?" + version(p.Wasm)
	index, err := assemble(page{exec: p.Exec, from: from})
	if err != nil {
		return nil, err
	}

	offline, err := bundle(offlineScript)
	if err != nil {
		return nil, err
	}
	offline = strings.NewReplacer("{{program}}", from, "{{version}}", version(index)).
		Replace(offline)

	var small bytes.Buffer
	w := brotli.NewWriterLevel(&small, level)
	if _, err := w.Write(p.Wasm); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}

	return map[string][]byte{
		indexFile:           index,
		programFile:         p.Wasm,
		programFile + ".br": small.Bytes(),
		manifestFile:        []byte(manifest),
		iconFile:            []byte(iconSVG),
		offlineFile:         []byte(offline),
	}, nil
}

// version returns a short hash of data. If the data change, their address with this hash changes,
// too, and browsers load the changed data.
func version(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}
