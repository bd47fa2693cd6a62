//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package savefile

import (
	"io/fs"
	"os"
	"runtime"
)

// hold does nothing: the system has no flock.
func hold(*os.File) {}

// held reports whether a running process may hold the hidden file. Without flock this is not known,
// so held returns true, and the file is kept. On Windows held returns false, because Windows
// refuses to remove a file that a process has open.
func held(string) bool { return runtime.GOOS != "windows" }

// lockDir does nothing.
func lockDir(string) (unlock func()) { return func() {} }

// owner returns false: files have no owner to keep.
func owner(fs.FileInfo) (user, group int, ok bool) { return 0, 0, false }
