package session

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"time"

	"godotvariant/codec"
	vmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A magic is how files of a kind begin.
type magic struct {
	name  string
	mime  string
	at    int
	bytes string
}

// magics are those of files in saves and beside them.
var magics = []magic{
	{"png", "image/png", 0, "\x89PNG\r\n\x1a\n"},
	{"jpeg", "image/jpeg", 0, "\xff\xd8\xff"},
	{"webp", "image/webp", 8, "WEBP"},
	{"wav", "audio/wav", 8, "WAVE"},
	{"ogg", "audio/ogg", 0, "OggS"},
	{"mp3", "audio/mpeg", 0, "ID3"},
	{"pck", "application/octet-stream", 0, "GDPC"},
	{"zip", "application/zip", 0, "PK\x03\x04"},
	{"gzip", "application/gzip", 0, "\x1f\x8b\x08"},
	{"zstd", "application/zstd", 0, "\x28\xb5\x2f\xfd"},
	{"gcpf", "application/octet-stream", 0, "GCPF"},
	{"gdec", "application/octet-stream", 0, "GDEC"},
	{"sqlite", "application/octet-stream", 0, "SQLite format 3\x00"},
	{"gdsc", "application/octet-stream", 0, "GDSC"},
	{"texture", "application/octet-stream", 0, "GDST"},
	{"texture", "application/octet-stream", 0, "GST2"},
	{"rsrc", "application/octet-stream", 0, "RSRC"},
	{"rscc", "application/octet-stream", 0, "RSCC"},
	{"glb", "model/gltf-binary", 0, "glTF"},
	{"elf", "application/octet-stream", 0, "\x7fELF"},
	{"exe", "application/octet-stream", 0, "MZ\x90"},
	{"7z", "application/x-7z-compressed", 0, "7z\xbc\xaf\x27\x1c"},
	{"rar", "application/vnd.rar", 0, "Rar!\x1a"},
	{"pdf", "application/pdf", 0, "%PDF-"},
	{"utf16", "text/plain", 0, "\xfe\xff"},
	{"utf16", "text/plain", 0, "\xff\xfe"},
}

// pictures are the names of images that a browser shows.
var pictures = []string{"png", "jpeg", "webp"}

// magicOf returns what a file is by its first bytes.
func magicOf(b []byte) (magic, bool) {
	i := slices.IndexFunc(magics, func(m magic) bool {
		return len(b) > m.at && bytes.HasPrefix(b[m.at:], []byte(m.bytes))
	})
	if i < 0 {
		return magic{}, false
	}
	return magics[i], true
}

// guess returns what a value may be, in a moment, or nil.
func guess(v variant.Variant) *Message {
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
			return note("about.points", Params{"count": len(v)})
		}
	case variant.Array:
		return guessTable(v)
	}

	if width, height := gridSize(v); width > 0 {
		return note("about.grid", Params{"width": width, "height": height})
	}
	return nil
}

// date returns a message if a number may be a time from 2005 to 2045.
func date(x float64) *Message {
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
	return note("about.date", Params{"unix": int64(x), "unit": unit,
		"date": t.Format(time.RFC3339), "text": t.Format("2 Jan 2006, 15:04")})
}

// guessText returns a message if a text may hold JSON.
func guessText(s variant.String) *Message {
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
	return note("about.json", Params{"bytes": len(s)})
}

// guessBytes returns a message if bytes are a file or a packet.
func guessBytes(b packed.PackedByteArray) *Message {
	const shortest, small = 8, 4096
	if len(b) < shortest {
		return nil
	}

	if m, ok := magicOf(b); ok {
		params := Params{"file": m.name, "mime": m.mime, "bytes": len(b)}
		if !slices.Contains(pictures, m.name) {
			return note("about.archive", params)
		}

		params["width"], params["height"] = pictureSize(m.name, b)
		if params["width"] == 0 {
			return note("about.picture", params)
		}
		return note("about.image", params)
	}

	if len(b) <= small && b[1] == 0 && b[3] == 0 && codec.Valid(b) == nil {
		return note("about.packet", Params{"bytes": len(b)})
	}

	if width, height := gridSize(b); width > 0 {
		return note("about.grid", Params{"width": width, "height": height})
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

// guessTable returns a message if an array has dictionaries with like keys.
func guessTable(a variant.Array) *Message {
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

	return note("about.table", Params{"rows": len(a.Items), "columns": len(first.Pairs)})
}

// likeKeys returns how many keys two dictionaries have in common, of the first ones.
func likeKeys(a, b variant.Dictionary) (n int) {
	const most = 50
	for i, p := range a.Pairs[:min(most, len(a.Pairs))] {
		if i < len(b.Pairs) && variant.Equal(b.Pairs[i].Key, p.Key) || b.Has(p.Key) {
			n++
		}
	}
	return n
}

// gridSize returns the size of the grid that a value may be: a square of numbers, or a dictionary
// with keys of Vector2i. It returns zeros for another value.
func gridSize(v variant.Variant) (width, height int) {
	const least = 16

	if d, ok := v.(variant.Dictionary); ok {
		box, ok := cellBox(d)
		if !ok || len(d.Pairs) < least/4 {
			return 0, 0
		}
		return int(box.Size.X), int(box.Size.Y)
	}

	switch v.(type) {
	case packed.PackedByteArray, packed.PackedInt32Array, packed.PackedInt64Array,
		packed.PackedFloat32Array, packed.PackedFloat64Array:
		n := partsOf(v).n
		side := int(math.Sqrt(float64(n)))
		if n >= least && side*side == n {
			return side, side
		}
	}

	return 0, 0
}

// cellBox returns the bounds of the keys of a dictionary that are Vector2i. The first ones tell
// whether all are.
func cellBox(d variant.Dictionary) (box vmath.Rect2i, ok bool) {
	const mostSide = 4096

	for i, p := range d.Pairs {
		at, is := p.Key.(vmath.Vector2i)
		if !is {
			return box, false
		}

		if i == 0 {
			box.Position = at
			box.Size = vmath.Vector2i{X: 1, Y: 1}
			continue
		}

		end := vmath.Vector2i{X: box.Position.X + box.Size.X, Y: box.Position.Y + box.Size.Y}
		box.Position.X = min(box.Position.X, at.X)
		box.Position.Y = min(box.Position.Y, at.Y)
		box.Size.X = max(end.X, at.X+1) - box.Position.X
		box.Size.Y = max(end.Y, at.Y+1) - box.Position.Y

		if box.Size.X > mostSide || box.Size.Y > mostSide || box.Size.X <= 0 || box.Size.Y <= 0 {
			return box, false
		}
	}

	return box, len(d.Pairs) > 0
}

// AboutAnswer are guesses.
type AboutAnswer struct {
	Guesses []Message `json:"guesses"`
}

// About returns what a value may be.
func (f *file) About(a PathArgs) (AboutAnswer, error) {
	_, _, v, err := f.parsePath(a.Path)
	if err != nil {
		return AboutAnswer{}, err
	}

	out := AboutAnswer{Guesses: []Message{}}
	if m := guess(v); m != nil {
		out.Guesses = append(out.Guesses, *m)
	}
	return out, nil
}
