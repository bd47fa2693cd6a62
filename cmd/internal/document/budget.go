package document

import (
	"godotvariant/codec/savefile"
)

// freePlain is the number of plain bytes that even a layer of very few bytes may have, unless
// Options.Longest is smaller.
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

	return min(o.Longest(), max(freePlain, n*ratio))
}

// plainLength returns the number of plain bytes in a container, or 0 if it is not known.
func (o Options) plainLength(info savefile.Info) int64 {
	if info.Size < 0 {
		return o.Length
	}

	return min(info.Size, o.mostPlain(o.Length))
}
