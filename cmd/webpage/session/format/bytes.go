package format

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"

	"godotvariant/cmd/internal/message"
	"godotvariant/codec/text"
	"godotvariant/packed"
	"godotvariant/variant"
)

// hexNoise removes separators and prefixes of hexadecimal digits. standardBase64 changes the URL
// alphabet of base64 to the standard one.
var (
	hexNoise       = strings.NewReplacer("0x", "", "0X", "", `\x`, "", ",", "", ":", "", ";", "")
	standardBase64 = strings.NewReplacer("-", "+", "_", "/")
)

// ParseBytes parses bytes in one of three forms: hexadecimal digits (with spaces, commas, colons,
// 0x or \x between them), base64 in both alphabets, or a list of numbers, as GDScript prints a
// PackedByteArray. Text that is valid as hexadecimal digits and as base64 is read as hexadecimal
// digits.
func ParseBytes(s string) ([]byte, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, errors.New("there are no bytes")
	}

	if strings.HasSuffix(s, "]") || strings.HasSuffix(s, ")") {
		return parseList(s)
	}

	s = strings.Join(strings.Fields(s), "")
	digits := hexNoise.Replace(s)

	data, err := hex.DecodeString(digits)
	switch {
	case err == nil:
		return data, nil
	case errors.Is(err, hex.ErrLength):
		return nil, fmt.Errorf("%d hexadecimal digits are not whole bytes: a byte has two digits",
			len(digits))
	}

	data, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(standardBase64.Replace(s),
		"="))
	if err != nil {
		return nil, fmt.Errorf("neither hexadecimal digits nor base64: %w", err)
	}

	return data, nil
}

// parseList reads [5, 0, 0, 0] and PackedByteArray(5, 0, 0, 0).
func parseList(s string) ([]byte, error) {
	v, err := text.Parse(s, nil)
	if err != nil {
		return nil, err
	}

	switch v := v.(type) {
	case packed.PackedByteArray:
		return v, nil

	case variant.Array:
		data := make([]byte, len(v.Items))
		for i, item := range v.Items {
			n, ok := item.(variant.Int)
			if !ok || n < 0 || n > math.MaxUint8 {
				return nil, fmt.Errorf("[%d] is %s, and a byte is a number from 0 to 255", i,
					variant.Text(item))
			}
			data[i] = byte(n)
		}

		return data, nil
	}

	return nil, fmt.Errorf("a %v is not a list of bytes", v.Type())
}

const keySize = 32

// ParseKey reads a key: 32 bytes in one of the forms of [ParseBytes], or a text of 32 bytes.
func ParseKey(s string) ([]byte, error) {
	if len(s) == keySize {
		return []byte(s), nil
	}

	key, err := ParseBytes(s)
	if err == nil && len(key) != keySize {
		err = fmt.Errorf("a key has 32 bytes, and this has %d", len(key))
	}

	if err != nil {
		return nil, &message.Fault{Code: "badKey", Field: "secret", Err: err}
	}

	return key, nil
}
