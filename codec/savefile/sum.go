package savefile

import (
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
)

// A Sum is the SHA-256 of a file. The zero Sum means that the file does not exist.
type Sum [sha256.Size]byte

// SumFile returns the sum of the file at path. Call it before the file is read: if the file changes
// while it is read, [File.CloseIf] then finds another sum.
func SumFile(path string) (sum Sum, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Sum{}, nil
	}
	if err != nil {
		return Sum{}, err
	}
	defer f.Close()
	return sumOf(sha256.New(), f)
}

// sumOf returns the sum of the bytes that h has already hashed, and of the remaining bytes of r.
func sumOf(h hash.Hash, r io.Reader) (sum Sum, err error) {
	if _, err := io.Copy(h, r); err != nil {
		return Sum{}, err
	}
	h.Sum(sum[:0])
	return sum, nil
}
