package main

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"godotvariant/codec"
	"godotvariant/variant"
)

// read returns the bytes of the input.
func (s *settings) read(stdin io.Reader) ([]byte, error) {
	var data []byte
	var err error
	if s.file == "-" {
		data, err = io.ReadAll(stdin)
	} else {
		data, err = os.ReadFile(s.file)
	}
	if err != nil || !s.hex {
		return data, err
	}
	digits := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, string(data))
	return hex.DecodeString(digits)
}

// known fills in the dialect, if it is to be guessed, and returns how packets follow
// each other, if the command line or the guess says so.
func (s *settings) known(data []byte, o *codec.Options, w io.Writer) (codec.Framing, bool) {
	framing, given := map[string]codec.Framing{"packet": codec.FrameNone, "records": codec.FrameU32}[s.framing]
	if o.Dialect != nil {
		return framing, given
	}
	for _, d := range codec.Detect(data) {
		if given && d.Framing != framing || d.Framing == codec.FrameU32BE {
			continue
		}
		fmt.Fprintln(w, "#", d)
		o.Dialect, o.Precision = d.Dialect, d.Precision
		return d.Framing, true
	}
	return framing, given
}

// guessFraming says what data is of which no dialect was found, because it is broken:
// what can be read further.
func guessFraming(c *codec.Codec, data []byte) codec.Framing {
	reach := func(b []byte) int {
		n, _ := c.Trace(b, func(variant.TraceEvent) {})
		return n
	}
	if len(data) < 8 {
		return codec.FrameNone
	}
	n := min(int64(binary.LittleEndian.Uint32(data)), int64(len(data)-4))
	if reach(data[4:4+n]) > reach(data) {
		return codec.FrameU32
	}
	return codec.FrameNone
}

// printAll prints each packet of data, up to the first fault.
func printAll(w io.Writer, c *codec.Codec, framing codec.Framing, data []byte) error {
	if framing == codec.FrameNone {
		if err := printTree(w, c, data, 0); err != nil {
			return err
		}
		return c.Valid(data) // bytes behind the value
	}
	for at, record := 0, 0; at < len(data); record++ {
		if len(data)-at < 4 {
			return fmt.Errorf("record %d at offset %d: unexpected end of data in its length", record, at)
		}
		n := int64(binary.LittleEndian.Uint32(data[at:]))
		fmt.Fprintf(w, "record %d: %d bytes\n", record, n)
		at += 4
		if n > int64(len(data)-at) {
			return fmt.Errorf("record %d at offset %d: it has %d bytes, and %d follow", record, at-4, n, len(data)-at)
		}
		packet := data[at : at+int(n)]
		err := printTree(w, c, packet, at)
		if err == nil {
			err = c.Valid(packet)
		}
		if err != nil {
			return fmt.Errorf("record %d at offset %d: %w", record, at-4, err)
		}
		at += int(n)
	}
	return nil
}
