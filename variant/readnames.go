package variant

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
)

// Names reads the names of an object's properties, or the like. In strict mode
// it fails with [ErrDuplicateKey] where one comes twice, in time that grows
// with the names' size and no faster.
type Names struct {
	r     *Reader
	table keyScope
}

// Names returns a Names for n of them, to be closed.
func (r *Reader) Names(n int) Names {
	names := Names{r: r}
	if r.format.mode == Strict && r.err == nil {
		names.table = r.keys.open(n)
	}
	return names
}

// Read reads the next name, as [Reader.String] does.
func (n Names) Read() string {
	r := n.r
	at := r.pos
	b := r.text()
	if r.format.mode == Strict && r.err == nil {
		hash := maphash.Bytes(seed, b)
		if r.keys.find(n.table, hash, func(i int) bool { return bytes.Equal(n.earlier(i), b) }) >= 0 {
			r.failAt(at, ErrDuplicateKey)
		}
		r.keys.add(n.table, hash, at)
	}
	if r.check {
		return ""
	}
	return string(b)
}

// earlier returns name i, which has been read before.
func (n Names) earlier(i int) []byte {
	b := n.r.data[n.r.keys.offsets[n.table.first+i]:]
	return b[4 : 4+binary.LittleEndian.Uint32(b)]
}

// Close ends the reading.
func (n Names) Close() {
	if n.r.format.mode == Strict && n.r.err == nil {
		n.r.keys.close(n.table)
	}
}
