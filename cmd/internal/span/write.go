package span

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"slices"
)

// WriteTo writes the bytes with all edits. It implements io.WriterTo.
func (f *File) WriteTo(w io.Writer) (int64, error) {
	buffered := bufio.NewWriterSize(w, written)
	all, inserts := f.splices()

	at, n := int32(0), int64(0)
	for _, s := range all {
		b := inserts[s.from:s.to]
		_, _ = buffered.Write(f.plain[at:s.start]) // the bufio.Writer keeps the error
		_, _ = buffered.Write(b)

		n += int64(s.start-at) + int64(len(b))
		at = s.end
	}

	_, _ = buffered.Write(f.plain[at:])
	n += int64(len(f.plain)) - int64(at)

	return n, buffered.Flush()
}

// written is the size of the buffer for writing.
const written = 64 << 10

// splices returns all splices in the order of their offsets. This includes the splices of counts
// and of the lengths of records. The second result has the bytes that the splices insert.
func (f *File) splices() ([]splice, []byte) {
	all, inserts := slices.Clone(f.edits.all), slices.Clip(f.edits.bytes)
	add := func(at int32, word []byte) {
		from := int32(len(inserts))
		inserts = append(inserts, word...)
		all = append(all, splice{start: at, end: at + int32(len(word)), from: from,
			to: int32(len(inserts))})
	}

	for at, n := range f.edits.counts {
		word := f.Bytes(Span{at, at + countSize})
		word = binary.LittleEndian.AppendUint32(nil, binary.LittleEndian.Uint32(word)+uint32(n))
		add(at, word)
	}

	for i, n := range f.grown() {
		if n == 0 || f.frame.Prefix() == 0 {
			continue
		}

		at := f.records[i].Start - int32(f.frame.Prefix())
		length := bytes.Clone(f.Bytes(Span{at, f.records[i].Start}))
		f.frame.SetLength(length, f.records[i].Len()+n)
		add(at, length)
	}

	slices.SortStableFunc(all, func(a, b splice) int { return cmp.Compare(a.start, b.start) })
	return all, inserts
}

// grown returns the number of bytes by which each record grows.
func (f *File) grown() []int {
	by := make([]int, len(f.records))
	i := 0

	for _, s := range f.edits.all {
		if s.record {
			continue
		}
		for f.records[i].End < s.end {
			i++
		}
		by[i] += int(s.to-s.from) - int(s.end-s.start)
	}

	return by
}

// Settle applies the edits to a copy of the bytes. From then on f uses this copy, so paths lead to
// the edited values. The bytes that Open was given do not change.
func (f *File) Settle() error {
	if !f.edits.moves && len(f.edits.all) == 0 {
		return nil
	}

	if f.settled && f.edits.keepLengths() {
		f.overwrite()
		return nil
	}

	at := int(f.records[0].Start) - f.frame.Prefix()
	size := len(f.plain) + len(f.edits.bytes) + len(f.records)*f.frame.Prefix()
	b := bytes.NewBuffer(make([]byte, 0, size))
	if _, err := f.WriteTo(b); err != nil {
		return err
	}

	f.plain = b.Bytes()
	f.edits = edits{}
	f.records = nil
	f.settled = true
	return f.cut(at)
}

// overwrite writes the edits over the bytes that an earlier call of Settle has made. The edits must
// not change the number of bytes. So overwrite needs no second copy of a large file.
func (f *File) overwrite() {
	for _, s := range f.edits.all {
		copy(f.plain[s.start:s.end], f.edits.bytes[s.from:s.to])
	}
	f.edits = edits{}
}
