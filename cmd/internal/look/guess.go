package look

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"time"

	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/probe"
	"godotvariant/cmd/internal/values"
	"godotvariant/codec"
	vmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// Guess returns a message about a possible meaning of a value, or nil. It is fast: it looks only at
// a few parts.
func Guess(v variant.Variant) *message.Message {
	switch v := v.(type) {
	case variant.Int:
		return date(float64(v))
	case variant.Float:
		return date(float64(v))
	case variant.String:
		return guessText(v)
	case packed.PackedByteArray:
		return guessBytes(v)
	case packed.PackedVector2Array:
		if len(v) > 1 {
			return message.Note("about.points", message.Params{"count": len(v)})
		}
	case variant.Array:
		return guessTable(v)
	}

	if width, height := GridSize(v); width > 0 {
		return message.Note("about.grid", message.Params{"width": width, "height": height})
	}
	return nil
}

// date returns a message if a number may be a time from 2005 to 2045.
func date(x float64) *message.Message {
	const first, last = 1104537600, 2366841600
	unit := "s"

	if x >= first*1000 && x < last*1000 {
		unit = "ms"
		x /= 1000
	}
	if x < first || x >= last {
		return nil
	}

	t := time.Unix(int64(x), 0).UTC()
	return message.Note("about.date", message.Params{"unix": int64(x), "unit": unit,
		"date": t.Format(time.RFC3339), "text": t.Format("2 Jan 2006, 15:04")})
}

// guessText returns a message if a text may hold JSON.
func guessText(s variant.String) *message.Message {
	const short, long = 8, 1 << 20
	if len(s) < short || len(s) > long || s[0] != '{' && s[0] != '[' {
		return nil
	}
	if last := s[len(s)-1]; last != '}' && last != ']' && last != '\n' {
		return nil
	}
	if !json.Valid([]byte(s)) {
		return nil
	}
	return message.Note("about.json", message.Params{"bytes": len(s)})
}

// guessBytes returns a message if bytes are a file or a packet.
func guessBytes(b packed.PackedByteArray) *message.Message {
	const shortest, small = 8, 4096
	if len(b) < shortest {
		return nil
	}

	if m, ok := probe.Magic(b); ok {
		params := message.Params{"file": m.Name, "mime": m.Mime, "bytes": len(b)}
		if !slices.Contains(pictures, m.Name) {
			return message.Note("about.archive", params)
		}

		params["width"], params["height"] = pictureSize(m.Name, b)
		if params["width"] == 0 {
			return message.Note("about.picture", params)
		}
		return message.Note("about.image", params)
	}

	if len(b) <= small && b[1] == 0 && b[3] == 0 && codec.Valid(b) == nil {
		return message.Note("about.packet", message.Params{"bytes": len(b)})
	}

	if width, height := GridSize(b); width > 0 {
		return message.Note("about.grid", message.Params{"width": width, "height": height})
	}
	return nil
}

// pictureSize returns the size of a PNG, otherwise zeros.
func pictureSize(name string, b []byte) (width, height int) {
	const header = 24
	if name != "png" || len(b) < header {
		return 0, 0
	}
	return int(binary.BigEndian.Uint32(b[16:])), int(binary.BigEndian.Uint32(b[20:]))
}

// guessTable returns a message if an array has dictionaries with similar keys.
func guessTable(a variant.Array) *message.Message {
	const looked = 8
	if len(a.Items) < 2 {
		return nil
	}

	first, ok := a.Items[0].(variant.Dictionary)
	if !ok || len(first.Pairs) == 0 {
		return nil
	}

	for _, item := range a.Items[1:min(looked, len(a.Items))] {
		d, ok := item.(variant.Dictionary)
		if !ok || likeKeys(first, d)*2 < len(first.Pairs) {
			return nil
		}
	}

	return message.Note("about.table", message.Params{"rows": len(a.Items),
		"columns": len(first.Pairs)})
}

// likeKeys returns the number of keys that two dictionaries have in common. It looks only at the
// first keys.
func likeKeys(a, b variant.Dictionary) (n int) {
	const most = 50
	for i, p := range a.Pairs[:min(most, len(a.Pairs))] {
		if i < len(b.Pairs) && variant.Equal(b.Pairs[i].Key, p.Key) || b.Has(p.Key) {
			n++
		}
	}
	return n
}

// GridSize guesses the size of the grid that a value holds. A value can hold a grid if it is a
// packed array of numbers whose length is a square number, or a dictionary with keys of Vector2i.
// For any other value the results are zeros.
func GridSize(v variant.Variant) (width, height int) {
	const least = 16

	if d, ok := v.(variant.Dictionary); ok {
		box, ok := CellBox(d)
		if !ok || len(d.Pairs) < least/4 {
			return 0, 0
		}
		return int(box.Size.X), int(box.Size.Y)
	}

	switch v.(type) {
	case packed.PackedByteArray, packed.PackedInt32Array, packed.PackedInt64Array,
		packed.PackedFloat32Array, packed.PackedFloat64Array:
		n := values.Of(v).N
		side := int(math.Sqrt(float64(n)))
		if n >= least && side*side == n {
			return side, side
		}
	}

	return 0, 0
}

// CellBox returns the bounds of the keys of a dictionary whose keys are Vector2i. The result ok is
// false if the dictionary is empty or has any other key, or if a side of the bounds is longer than
// 4096.
func CellBox(d variant.Dictionary) (box vmath.Rect2i, ok bool) {
	const mostSide = 4096
	var least, most vmath.Vector2i

	for i, p := range d.Pairs {
		at, is := p.Key.(vmath.Vector2i)
		if !is {
			return box, false
		}

		if i == 0 {
			least = at
			most = at
		}
		least.X = min(least.X, at.X)
		least.Y = min(least.Y, at.Y)
		most.X = max(most.X, at.X)
		most.Y = max(most.Y, at.Y)

		width := int64(most.X) - int64(least.X) + 1
		height := int64(most.Y) - int64(least.Y) + 1
		if width > mostSide || height > mostSide {
			return box, false
		}

		box.Position = least
		box.Size = vmath.Vector2i{X: int32(width), Y: int32(height)}
	}

	return box, len(d.Pairs) > 0
}

// pictures are the names of image formats that a browser shows.
var pictures = []string{"png", "jpeg", "webp"}
