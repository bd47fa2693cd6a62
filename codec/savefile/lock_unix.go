//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package savefile

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

// hold marks a hidden file as in use by a running process, until the file is closed.
func hold(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// held reports whether a running process holds the hidden file, or may hold it.
func held(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil
}

// lockDir locks a directory: until unlock is called, other processes that use this package can't
// replace files in it. lockDir waits for such a process, but not forever, because the process may
// be stopped. It does nothing on file systems without locks.
func lockDir(dir string) (unlock func()) {
	f, err := os.Open(dir)
	if err != nil {
		return func() {}
	}

	const patience = 5 * time.Second
	start := time.Now()

	for time.Since(start) < patience {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EWOULDBLOCK && err != syscall.EINTR {
			break
		}
		time.Sleep(time.Millisecond)
	}

	return func() { _ = f.Close() }
}

// owner returns the user and the group of a file.
func owner(stat fs.FileInfo) (user, group int, ok bool) {
	if stat == nil {
		return 0, 0, false
	}
	s, ok := stat.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(s.Uid), int(s.Gid), true
}
