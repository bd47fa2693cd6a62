package files

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// readKey reads a key from a file with 32 bytes or 64 hexadecimal digits.
func readKey(name string) ([]byte, error) {
	b, err := os.ReadFile(name)
	if err != nil || len(b) == keySize {
		return b, err
	}

	if key, err := hex.DecodeString(strings.TrimSpace(string(b))); err == nil &&
		len(key) == keySize {
		return key, nil
	}

	return nil, fmt.Errorf("--key-file %s: a key is 32 bytes or 64 hexadecimal digits", name)
}

const keySize = 32

// AskOnTerminal asks for a password on the terminal of the program, even if standard input is a
// file.
func AskOnTerminal(prompt string) (string, error) {
	name := "/dev/tty"

	if runtime.GOOS == "windows" {
		name = "CONIN$"
	}

	tty, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer tty.Close()
	fmt.Fprint(os.Stderr, prompt)
	b, err := term.ReadPassword(int(tty.Fd()))
	fmt.Fprintln(os.Stderr)

	if err == nil && len(b) == 0 {
		err = errors.New("no password was typed")
	}

	return string(b), err
}
