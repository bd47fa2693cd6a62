package savefile

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5" //nolint:gosec // the file format asks for MD5
	"crypto/subtle"
	"encoding/hex"
)

const (
	keySize   = 32
	ivSize    = aes.BlockSize
	blockSize = aes.BlockSize
)

// PasswordKey returns the key that Godot makes from a password: the 32 lowercase hexadecimal digits
// of its MD5, as text. The key has at most 128 bits of entropy, and an attacker computes one MD5
// for each guess.
func PasswordKey(password string) []byte {
	sum := md5.Sum([]byte(password)) //nolint:gosec // Godot hashes passwords with MD5
	return []byte(hex.EncodeToString(sum[:]))
}

// padded rounds a length up to a multiple of the cipher block.
func padded(n uint64) uint64 { return (n + blockSize - 1) &^ (blockSize - 1) }

// The following four functions overwrite data. The length of data is a multiple of blockSize. The
// standard library has no ECB mode, and its CFB mode is deprecated.

func encryptECB(c cipher.Block, data []byte) {
	for ; len(data) > 0; data = data[blockSize:] {
		c.Encrypt(data, data)
	}
}

func decryptECB(c cipher.Block, data []byte) {
	for ; len(data) > 0; data = data[blockSize:] {
		c.Decrypt(data, data)
	}
}

// encryptCFB encrypts with AES in CFB mode with 128-bit feedback. Each block is combined by XOR
// with the encryption of the ciphertext block before it, and the first block with the encryption of
// the IV. At the end, iv has the last ciphertext block, so that the next call can continue.
func encryptCFB(c cipher.Block, iv *[ivSize]byte, data []byte) {
	var mask [blockSize]byte // declared outside of the loop, because it is allocated on the heap
	for ; len(data) > 0; data = data[blockSize:] {
		c.Encrypt(mask[:], iv[:])
		subtle.XORBytes(data[:blockSize], data[:blockSize], mask[:])
		*iv = [blockSize]byte(data[:blockSize])
	}
}

func decryptCFB(c cipher.Block, iv *[ivSize]byte, data []byte) {
	var mask [blockSize]byte // declared outside of the loop, because it is allocated on the heap
	for ; len(data) > 0; data = data[blockSize:] {
		c.Encrypt(mask[:], iv[:])
		*iv = [blockSize]byte(data[:blockSize])
		subtle.XORBytes(data[:blockSize], data[:blockSize], mask[:])
	}
}
