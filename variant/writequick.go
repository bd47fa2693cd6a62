package variant

import "encoding/binary"

// Most packets of a message are plain scalars and short texts. They are written
// here, header and payload in one piece, where there is room for them and nothing
// stands against it. Everything else goes the long way, which decides alone what is
// refused and why: nothing here fails.

// quickWrites reports whether one word is all of a packet of type t, if it is a number
// that has room in it.
func (f *Format) quickWrites(t Type) bool {
	switch t {
	case TypeBool:
		return true
	case TypeInt:
		return f.dialect.Int == IntByValue
	case TypeFloat:
		return f.dialect.Float == FloatByValue
	default:
		return false
	}
}

// quickSpace writes the header of a packet of size bytes, and returns room for all
// of it. It returns nil, having done nothing, if the packet must go the long way.
func (w *Writer) quickSpace(t, want Type, size int) []byte {
	out := &w.format.write[t]
	at := len(w.buf)
	if !out.known || want != t && want != TypeNil || w.depth > w.maxDepth ||
		size > cap(w.buf)-at || at+size > w.maxHead {
		return nil
	}
	w.buf = w.buf[:at+size]
	b := w.buf[at:]
	binary.LittleEndian.PutUint32(b, out.head)
	return b
}

// quickWord writes a packet whose payload is x, or nothing.
func (w *Writer) quickWord(t, want Type, x uint32) bool {
	if !w.format.write[t].quick {
		return false
	}
	b := w.quickSpace(t, want, 8)
	if b == nil {
		return false
	}
	binary.LittleEndian.PutUint32(b[4:], x)
	return true
}

// quickText writes a packet of text, or nothing, unless it is short ASCII.
func (w *Writer) quickText(t, want Type, s string) bool {
	if len(s) > longestQuick {
		return false
	}
	at := len(w.buf)
	b := w.quickSpace(t, want, 8+len(s)+padding(len(s)))
	if b == nil {
		return false
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(s)))
	if copyASCII(b[8:], s) {
		return true
	}
	w.buf = w.buf[:at]
	return false
}

// copyASCII copies s to dst, with zeros up to the next multiple of 4, for which
// there must be room. It reports whether s is nothing but ASCII.
func copyASCII(dst []byte, s string) bool {
	var all uint64
	for ; len(s) >= 8; dst, s = dst[8:], s[8:] {
		x := eightBytes(s)
		binary.LittleEndian.PutUint64(dst, x)
		all |= x
	}
	// A loop over what is left would take as long as all of the rest. Loads that
	// overlap do it in one step, since a byte loaded twice is the same twice.
	switch n := len(s); {
	case n > 4:
		x := uint64(fourBytes(s)) | uint64(fourBytes(s[n-4:]))<<(8*(n-4))
		binary.LittleEndian.PutUint64(dst, x)
		all |= x
	case n == 4:
		x := fourBytes(s)
		binary.LittleEndian.PutUint32(dst, x)
		all |= uint64(x)
	case n > 0:
		x := uint32(s[0]) | uint32(s[n/2])<<(8*(n/2)) | uint32(s[n-1])<<(8*(n-1))
		binary.LittleEndian.PutUint32(dst, x)
		all |= uint64(x)
	}
	return all&0x8080808080808080 == 0
}

// eightBytes returns the first eight bytes of s in one number.
func eightBytes(s string) uint64 {
	return uint64(fourBytes(s)) | uint64(fourBytes(s[4:]))<<32
}

func fourBytes(s string) uint32 {
	s = s[:4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
