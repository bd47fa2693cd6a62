package document

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/codec/savefile"
)

// freePlain is the number of plain bytes that a layer of any length may have.
const freePlain = 16 << 20

// layerRatio is the greatest number of plain bytes for each byte of a layer, unless the options say
// otherwise. Package savefile has the same limit for compressed files.
const layerRatio = 512

// mostPlain returns the largest number of plain bytes that a layer of n bytes may have.
func (o Options) mostPlain(n int64) int64 {
	ratio := int64(o.Save.Limits.MaxRatio)
	if ratio == 0 {
		ratio = layerRatio
	}

	return min(o.maxRecord(), max(freePlain, n*ratio))
}

// plainLength returns the number of plain bytes in a container, or 0 if it is not known.
func (o Options) plainLength(info savefile.Info) int64 {
	if info.Size < 0 {
		return o.Length
	}

	return min(info.Size, o.mostPlain(o.Length))
}

// counted returns ErrValues if a packet has more than most values. If the codec can't read the
// packet, the values before the error count. If most is 0, the result is nil.
func counted(c *codec.Codec, packet []byte, most int) error {
	if most == 0 || len(packet)/minValue <= most {
		return nil
	}

	values := 0
	s := codec.NewScanner(packet, c)
	for s.Next() {
		if s.Kind() == codec.TokenOpen || s.Kind() == codec.TokenValue {
			values++
		}
	}

	if values > most {
		return fmt.Errorf("%w: it has %d", ErrValues, values)
	}

	return nil
}

// minValue is the length of the shortest value in bytes.
const minValue = 4

// countedHead returns ErrValues if the first record has too many values in any dialect. It protects
// inspect.Detect, which builds all values.
func (o Options) countedHead(head []byte) error {
	if o.MaxValues == 0 || len(head)/minValue <= o.MaxValues {
		return nil
	}

	for _, d := range codec.Dialects() {
		c, err := codec.New(o.codecOptions(inspect.Detection{Dialect: d}))
		if err != nil || !o.allows(d) {
			continue
		}

		for _, packet := range [][]byte{head, head[framePrefix:]} {
			if err := counted(c, packet, o.MaxValues); err != nil {
				return err
			}
		}
	}

	return nil
}
