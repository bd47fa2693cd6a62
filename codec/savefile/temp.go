package savefile

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// createTemp creates a hidden file in the directory of the file to replace, because a rename cannot
// cross file systems. The name of the hidden file does not contain the name of the old file, which
// may already have all of the 255 bytes that a name can have.
func createTemp(dir string, mode fs.FileMode) (*os.File, error) {
	for try := 0; ; try++ {
		var random [8]byte
		if _, err := rand.Read(random[:]); err != nil {
			return nil, err
		}

		name := filepath.Join(dir, ".save-"+hex.EncodeToString(random[:])+".tmp")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			return f, nil
		}

		if file, ok := err.(*fs.PathError); ok { // the caller does not know the hidden file
			err = fmt.Errorf("create a file in %s: %w", dir, file.Err)
		}
		if !errors.Is(err, fs.ErrExist) || try == 100 {
			return nil, err
		}
	}
}

// isTemp reports whether a name belongs to a hidden file: .save-, 16 hexadecimal digits, .tmp.
func isTemp(name string) bool {
	digits, before := strings.CutPrefix(name, ".save-")
	digits, behind := strings.CutSuffix(digits, ".tmp")
	return before && behind && len(digits) == 16 && strings.Trim(digits, "0123456789abcdef") == ""
}

// leftoverAge is the age from which another writer removes a hidden file. A younger file may belong
// to a process that has not locked it yet.
const leftoverAge = time.Minute

// removeLeftovers removes the hidden files of processes that were killed. It ignores errors,
// because they do not concern the file to write.
func removeLeftovers(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !isTemp(e.Name()) {
			continue
		}

		path := filepath.Join(dir, e.Name())
		stat, err := e.Info()
		if err == nil && time.Since(stat.ModTime()) > leftoverAge && !held(path) {
			_ = os.Remove(path)
		}
	}
}

// syncDir makes the rename survive a power cut, if the system supports this. It ignores errors,
// because the new file is already complete and has its name.
func syncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	_ = d.Sync()
	_ = d.Close()
}
