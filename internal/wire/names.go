package wire

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
)

// PropertyNames reads the names of an object's properties. In strict mode a repeated name is an
// [ErrDuplicateKey].
type PropertyNames struct {
	r     *Reader
	scope KeyScope
}

func (r *Reader) PropertyNames(n int) PropertyNames {
	x := PropertyNames{r: r}
	if r.format.Mode == forms.Strict && r.err == nil {
		x.scope = r.keys.Open(n)
	}
	return x
}

// Read reads the next name.
func (x PropertyNames) Read() string {
	r := x.r
	at := r.pos
	b := r.TextBytes()

	if r.format.Mode == forms.Strict && r.err == nil {
		hash := maphash.Bytes(seed, b)
		if r.keys.Find(x.scope, hash, func(i int) bool {
			return bytes.Equal(x.earlier(i), b)
		}) >= 0 {
			r.failAt(at, fault.ErrDuplicateKey)
		}

		r.keys.Add(x.scope, hash, at)
	}

	if r.check {
		return ""
	}

	return string(b)
}

// earlier returns the bytes of the property name with the number i, which was read before.
func (x PropertyNames) earlier(i int) []byte {
	b := x.r.data[x.r.keys.offsets[x.scope.first+i]:]
	return b[4 : 4+binary.LittleEndian.Uint32(b)]
}

// Close ends the reading of names.
func (x PropertyNames) Close() {
	if x.r.format.Mode == forms.Strict && x.r.err == nil {
		x.r.keys.Close(x.scope)
	}
}
