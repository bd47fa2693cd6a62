// Package printed returns the lines that tools print about packets and values. Tests use it.
package printed

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/exact"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// Dump returns the lines of a dump and the bytes that they show. The offset of each
// line must be the number of bytes before it.
func Dump(t require.TestingT, data []byte, o inspect.Options) (lines []string, shown []byte,
	err error) {
	o.MaxBytes = 1 << 30
	o.MaxFields = 1 << 30
	var out bytes.Buffer
	err = inspect.Dump(&out, data, o)
	s := bufio.NewScanner(&out)
	s.Buffer(nil, 1<<20)

	for s.Scan() {
		line := s.Text()
		lines = append(lines, line)
		if strings.Contains(line, "  !! ") {
			continue
		}

		offset, err := strconv.ParseUint(line[:8], 16, 32)
		require.NoError(t, err, line)
		require.EqualValues(t, len(shown), offset, line)
		b, err := hex.DecodeString(strings.ReplaceAll(line[10:min(33, len(line))], " ", ""))
		require.NoError(t, err, line)
		shown = append(shown, b...)
	}

	return lines, shown, err
}

// Audit returns a line for each conversion that exact.Audit finds in v.
func Audit(v variant.Variant, c *codec.Codec) (lines []string) {
	for path, conversion := range exact.Audit(v, c) {
		lines = append(lines, path.String()+": "+conversion.String())
	}
	return lines
}
