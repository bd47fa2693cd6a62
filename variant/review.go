package variant

import (
	"errors"
	"maps"
)

// A review reads what a Writer has written. In strict mode it rejects what a strict decoder
// rejects: text with NUL and keys that are equal. In the other modes it rejects keys that
// became equal because they were rounded; a Dictionary may have equal keys otherwise, and
// writes them as they are. There is no review without a key that can be rounded.

// A rerun finds the keys that were equal before they were written.
type rerun struct {
	twins map[int]int     // keys that are equal to a key before them, by offset
	keys  map[int]Variant // all keys that can be rounded, by offset
}

// review returns the error of a packet that w has written by calling put.
func (w *Writer) review(put func(*Writer)) error {
	f, packet := w.format, w.buf[w.start:]
	if f.mode == Strict {
		_, err := f.valid(packet, true)
		return f.asEncoding(packet, err)
	}
	twins := f.twins(packet)
	if len(twins) == 0 {
		return nil
	}
	// The second run notes which of them were equal before.
	w.reset(f, w.buf[:w.start])
	w.guarding, w.again = true, &rerun{twins, map[int]Variant{}}
	put(w)
	first := 0
	for at := range twins {
		if first == 0 || at < first {
			first = at
		}
	}
	if first == 0 || w.err != nil {
		return w.Err()
	}
	packet = w.buf[w.start:]
	r := f.reader(packet)
	defer r.release()
	r.refused = first
	r.Value()
	return f.asEncoding(packet, r.Err())
}

// twins returns the offsets of the keys that are equal to a key before them, with the
// offset of that key, of types that can be rounded.
func (f *Format) twins(packet []byte) map[int]int {
	r := f.reader(packet)
	defer r.release()
	r.check, r.twins = true, map[int]int{}
	r.Value()
	return r.twins
}

// asEncoding returns the error of encoding for an error of decoding the packet.
func (f *Format) asEncoding(packet []byte, err error) error {
	if err == nil {
		return nil
	}
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	var open []int // the headers of the value at fault and of those around it
	_, _ = kernel{}.Trace(f, packet, func(t TraceEvent) {
		switch {
		case t.Kind == TraceOpen && t.Offset <= e.Offset:
			open = append(open, t.Offset)
		case t.Kind == TraceClose && t.Value != nil && t.End <= e.Offset:
			open = open[:len(open)-1]
		}
	})
	out := *e
	if out.Op, out.Offset = opEncode, 0; len(open) > 0 {
		out.Offset = open[len(open)-1]
	}
	return &out
}

// accept accepts the equal keys of the last n bytes, which were not written as values.
func (w *Writer) accept(n int) {
	if w.again == nil {
		return
	}
	end := len(w.buf) - w.start
	maps.DeleteFunc(w.again.twins, func(at, _ int) bool { return end-n <= at && at < end })
}

// key writes a key, and notes whether it can be rounded.
func (w *Writer) key(v Variant) {
	start := len(w.buf)
	w.value(v)
	if w.err != nil || w.format.comparing || !w.format.write[w.format.forms[w.buf[start]].typ].merges {
		return
	}
	w.rounded = true
	if w.again == nil {
		return
	}
	at, twins, keys := start-w.start, w.again.twins, w.again.keys
	keys[at] = v
	if first, ok := keys[twins[at]]; ok && sameKey(w.format.dialect.Keys, first, v) {
		delete(twins, at)
	}
}
